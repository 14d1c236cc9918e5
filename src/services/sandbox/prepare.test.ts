import { expect, it } from "vitest";
import { isBuild } from "./prepare.ts";

it.each<[readonly [string, ...string[]], string, boolean | undefined, boolean]>([
  [["go", "test", "./..."], "/usr/local/go/bin/go", undefined, true],
  [["node", "--test"], "/usr/bin/node", undefined, false],
  [["python3", "-m", "pytest"], "/usr/bin/python3.12", undefined, false],
  [["node", "launch.mjs", "go", "test"], "/usr/bin/node", undefined, true],
  [["node", "launch.mjs", "/opt/bin/cargo"], "/usr/bin/node", undefined, true],
  [["node", "worker.mjs"], "/usr/bin/node", true, true],
  [["go", "version"], "/usr/bin/go", false, false],
])("%s sees the compiler caches if it builds", (argv, program, builds, wanted) => {
  expect(isBuild({ argv, ...(builds === undefined ? {} : { builds }) }, program)).toBe(wanted);
});
