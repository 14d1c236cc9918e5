import { defineConfig } from "vitest/config";

/** Only the tests that `run.ts` names, without the build that end-to-end tests need. */
export default defineConfig({ test: JSON.parse(process.env.MUTATION_TESTS ?? "{}") });
