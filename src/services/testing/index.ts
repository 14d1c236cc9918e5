export { guardTests } from "./guard/guard-tests.ts";
export {
  createInstaller,
  INSTALL_HOME,
  stepsOf,
} from "./install/installer.ts";
export { diagnoseEnvironment, whyNotStarted } from "./results/environment.ts";
export { mergeResults } from "./results/merge.ts";
export { createTestRunner } from "./runner.ts";
