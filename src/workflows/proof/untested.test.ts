import { expect, it } from "vitest";
import type { ChangeSet } from "../../domain/entities/code-change.ts";
import { NO_TESTS, type TestResult } from "../../domain/entities/test-result.ts";
import { untestedPlaces } from "./untested.ts";

const fix = "--- a/cart.js\n+++ b/cart.js\n@@ -1,3 +1,3 @@\n f\n-a - b\n+a + b\n }\n";
const cart = { "cart.js": { executed: [1, 2], executable: [1, 2, 8, 9] } };
const coverage = { ...cart, "cart.go": { executed: [9], executable: [4, 9] } };
const removed = "@@ -7,3 +7,2 @@\n g\n-check()\n wipe()\n";

it.each<[string, string, readonly string[], readonly string[]]>([
  ["a fix that tests run", fix, ["cart.js"], []],
  ["code removed where no test runs", fix + removed, ["cart.js"], ["no test runs the change at cart.js:8"]],
  [
    "an import above all statements",
    "--- a/cart.go\n+++ b/cart.go\n@@ -1 +1,2 @@\n a\n+b\n",
    ["cart.go"],
    [],
  ],
  ["a data file next to it", fix, ["cart.js", "a.yaml"], ["no test runs a.yaml"]],
  ["a new, empty file", fix, ["cart.js", "lib/__init__.py"], ["no test runs lib/__init__.py"]],
  ["a deleted file", fix, ["cart.js", "-policy.yaml"], ["no test shows that policy.yaml is not needed"]],
  ["a test that was added and run", fix, ["cart.js", "new.test.js"], []],
])("%s", (_name, diff, paths, expected) => {
  const after: TestResult = {
    ...NO_TESTS,
    status: "passed",
    tests: [{ id: "n", file: "new.test.js", name: "n", status: "passed", duration_seconds: 0 }],
  };
  expect(untestedPlaces({ change: changeOf(diff, paths), after, coverage })).toEqual(expected);
});

it("says nothing if coverage could not be measured", () => {
  const change = changeOf(fix, ["cart.js", "a.yaml"]);
  expect(untestedPlaces({ change, after: NO_TESTS, coverage: null })).toEqual([]);
});

function changeOf(diff: string, paths: readonly string[]): ChangeSet {
  const state = { mode: "100644" as const, sha256: "0".repeat(64), content_base64: "" };
  const files = paths.map((path) => ({
    path: path.replace(/^-/, ""),
    before: state,
    after: path.startsWith("-") ? null : state,
  }));
  return { files, diff, diff_hash: "0".repeat(64) };
}
