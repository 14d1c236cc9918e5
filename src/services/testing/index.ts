export { diagnoseEnvironment, whyNotStarted } from "./environment.ts";
export { guardTests } from "./guard.ts";
export {
  createInstaller,
  INSTALL_HOME,
  stepsOf,
} from "./install/installer.ts";
export { mergeResults } from "./merge.ts";
export { createTestRunner } from "./runner.ts";
