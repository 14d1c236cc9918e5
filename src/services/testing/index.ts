export { diagnoseEnvironment, type EnvironmentProblem, whyNotStarted } from "./environment.ts";
export { guardTests } from "./guard.ts";
export { mergeResults } from "./merge.ts";
export { createTestRunner, type TestRunnerOptions } from "./runner.ts";
