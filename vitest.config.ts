import { configDefaults, defineConfig } from "vitest/config";

/** Tests of code that starts no process and keeps no state: their files can share a worker, which saves its start. */
const PURE = [
  "src/domain/**/*.test.ts",
  "src/services/{editing,guardrails}/**/*.test.ts",
  "src/services/repair/{doubts,operators,propose}/**/*.test.ts",
  "{web,scripts}/**/*.test.ts",
];
const LONG = "**/*.long.test.ts";

export default defineConfig({
  test: {
    globalSetup: ["test/support/build.ts"],
    setupFiles: ["test/support/thread-pool.ts", "test/support/properties.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "pure", include: PURE, exclude: [...configDefaults.exclude, LONG], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "isolated",
          include: ["src/**/*.test.ts", "test/*.test.ts", "test/e2e/**/*.test.ts"],
          exclude: [...configDefaults.exclude, LONG, ...PURE],
        },
      },
    ],
  },
});
