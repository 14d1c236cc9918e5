import { expect, it } from "vitest";
import { callTarget } from "./call-target.ts";

it.each([
  ["a file with its lines", { path: "src/a.py", start_line: 3, end_line: 9 }, "src/a.py:3-9"],
  ["a file from a line on", { path: "src/a.py", start_line: 3 }, "src/a.py:3"],
  ["the files of an edit", { files: [{ path: "a.js", changes: [] }, { path: "b.js" }] }, "a.js, b.js"],
  ["places", { places: [{ path: "a.js", line: 4 }, { path: "b.js" }] }, "a.js:4, b.js"],
  ["a shell command", { command: "git log\n  -3", path: "x" }, "git log -3"],
  ["a named command and its paths", { name: "lint", paths: ["a.js", "b.js"] }, "lint a.js b.js"],
  ["a test", { id: "test_a.py::test_b" }, "test_a.py::test_b"],
  ["a query", { query: "def mean", globs: ["*.py"] }, "def mean"],
  ["nothing", { limit: 3 }, ""],
  ["an empty list", { files: [] }, ""],
  ["escape sequences, which are left out", { path: "a\u001b[2J\u202eb" }, "a[2Jb"],
])("names %s", (_, parameters, target) => {
  expect(callTarget({ parameters } as Parameters<typeof callTarget>[0])).toBe(target);
});

it("truncates a long target", () => {
  expect(callTarget({ parameters: { command: "x".repeat(500) } })).toHaveLength(100);
});
