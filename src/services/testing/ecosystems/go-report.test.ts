import { expect, test } from "vitest";
import type { RunRequest } from "../contract.ts";
import { readGoEvents } from "./go-report.ts";

const REQUEST: RunRequest = {
  tree: "/tree",
  root: "srv",
  selection: { kind: "all" },
  coverageOf: [],
  coverageLines: null,
  perTestCoverage: false,
  programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
  resource: (name) => name,
};
const LAYOUT = { module: "example.com/calc", declared: {} };

function read(stderr: string, ...events: object[]) {
  const stdout = events.map((event) => JSON.stringify(event)).join("\n");
  const process = { exitCode: 1, signal: null, stdout, stderr, timedOut: false, artifacts: {} };
  return readGoEvents(process, LAYOUT, REQUEST);
}

test("before Go 1.24, compiler errors are text next to the stream", () => {
  const report = read(
    '# example.com/calc/other\nother/b.go:1:1: not this one\n# example.com/calc [example.com/calc.test]\n./calc.go:4:9: cannot use "x" as int value\n./calc.go:9:1: another\n',
    { Action: "start", Package: "example.com/calc" },
    { Action: "output", Package: "example.com/calc", Output: "FAIL\texample.com/calc [build failed]\n" },
    { Action: "fail", Package: "example.com/calc", Elapsed: 0 },
  );
  expect(report?.finished).toBe(true);
  expect(report?.tests).toMatchObject([
    {
      id: "example.com/calc",
      file: "srv/calc.go",
      status: "error",
      failure: { type: "BuildError", line: 4, message: 'cannot use "x" as int value' },
    },
  ]);
});

test("go's own timeout is attributed to the test that hung", () => {
  const report = read(
    "",
    { Action: "start", Package: "example.com/calc" },
    { Action: "run", Package: "example.com/calc", Test: "TestSlow" },
    {
      Action: "output",
      Package: "example.com/calc",
      Test: "TestSlow",
      Output: "panic: test timed out after 1s\n",
    },
    { Action: "fail", Package: "example.com/calc", Test: "TestSlow", Elapsed: 1 },
    { Action: "fail", Package: "example.com/calc", Elapsed: 1 },
  );
  expect(report?.tests).toMatchObject([{ id: "example.com/calc.TestSlow", failure: { type: "Timeout" } }]);
});

test("a truncated stream is unfinished", () => {
  const report = read(
    "",
    { Action: "start", Package: "example.com/calc" },
    { Action: "run", Package: "example.com/calc", Test: "TestA" },
    { Action: "pass", Package: "example.com/calc", Test: "TestA", Elapsed: 0 },
  );
  expect(report).toMatchObject({ finished: false, tests: [{ status: "passed" }] });
});
