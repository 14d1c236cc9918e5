import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** Slow tests: complete scenarios, and tests that start a toolchain for every case. CI runs them; `npm test` does not. */
const LIMIT_ON_A_BUSY_MACHINE = 180_000;
const { projects: _, ...test } = usual.test ?? {};
export default mergeConfig(defineConfig({ test }), {
  test: {
    include: ["test/long/**/*.test.ts", "src/**/*.long.test.ts"],
    exclude: configDefaults.exclude,
    testTimeout: LIMIT_ON_A_BUSY_MACHINE,
  },
});
