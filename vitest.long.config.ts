import { defineConfig, mergeConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** Whole stories that take their time; `npm test` leaves them out, CI does not. */
const { include: _, ...test } = usual.test ?? {};
export default mergeConfig(defineConfig({ test }), { test: { include: ["test/long/**/*.test.ts"] } });
