import { expect, it } from "vitest";
import { analyzesGo, isBuild } from "./prepare.ts";

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

it.each<[readonly [string, ...string[]], boolean, boolean]>([
  [["staticcheck", "./..."], true, true],
  [["node", "run-and-keep.mjs", "golangci-lint", "run"], true, true],
  [["go", "tool", "staticcheck", "./..."], true, true],
  [["go", "test", "./..."], true, false],
  [["node", "launch.mjs", "/usr/local/go/bin/go", "build"], true, false],
  [["phpunit"], false, false],
])("%s may rewrite the entries of Go's caches only to analyze a Go project", (argv, isGo, wanted) => {
  expect(analyzesGo({ argv }, isGo)).toBe(wanted);
});
