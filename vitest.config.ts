import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "web/**/*.test.ts",
      "scripts/*.test.ts",
      "test/*.test.ts",
      "test/e2e/**/*.test.ts",
    ],
    exclude: [...configDefaults.exclude, "**/*.long.test.ts"],
    globalSetup: ["test/support/build.ts"],
    setupFiles: ["test/support/thread-pool.ts", "test/support/properties.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
