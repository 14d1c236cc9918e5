export type { DeclaredCommand } from "./declared.ts";
export { diagnoseEnvironment, type EnvironmentProblem, whyNotStarted } from "./environment.ts";
export { guardTests, weakenedTests } from "./guard.ts";
export { mergeResults } from "./merge.ts";
export { createTestRunner, type TestRunnerOptions } from "./runner.ts";
