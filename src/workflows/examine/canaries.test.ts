import { describe, expect, it } from "vitest";
import { NO_TESTS, type TestCase, type TestResult } from "../../domain/entities/test-result.ts";
import { readAdded, readChanged } from "./canaries.ts";

const marks = { accepted: "amber_dune_123", reached: "basin_fable_456" };
const canaries = { watched: ["a", "b"], marks };

describe("readChanged", () => {
  it.each<[string, TestResult, readonly RegExp[], number]>([
    ["both fail", run({ a: "failed", b: "error" }), [], 2],
    ["one passes", run({ a: "failed", b: "passed" }), [/b passes although its expectation/], 1],
    [
      "one continues after a changed expectation",
      run({ a: "failed", b: "failed" }, { b: `Error: ${marks.accepted}` }),
      [/b accepts a changed expectation/],
      1,
    ],
    [
      "one reaches its end without an assertion",
      run({ a: "failed", b: "failed" }, { b: marks.reached }),
      [],
      2,
    ],
    ["one is skipped", run({ a: "failed", b: "skipped" }), [], 1],
    ["nothing is reported, with success", { ...run({}), status: "passed" }, [/reports success/], 0],
    ["nothing is reported, with failure", { ...run({}), status: "could_not_run" }, [], 0],
  ])("%s", (_name, result, forged, failed) => {
    const read = readChanged(result, canaries);
    expect(read.failed).toBe(failed);
    expect(read.forged).toHaveLength(forged.length);
    for (const [index, reason] of forged.entries()) expect(read.forged[index]).toMatch(reason);
  });
});

describe("readAdded", () => {
  const added = [{ path: "tests/test_new.py", text: "" }];
  it.each<[string, TestResult, number, number]>([
    ["it fails", run({ "tests/test_new.py::x": "failed", a: "passed" }), 0, 1],
    ["it passes", run({ "tests/test_new.py::x": "passed" }), 1, 0],
    ["it was not collected", run({ a: "passed" }), 0, 0],
  ])("%s", (_name, result, forged, failed) => {
    const read = readAdded(result, added);
    expect([read.forged.length, read.failed]).toEqual([forged, failed]);
  });
});

function run(statuses: Record<string, TestCase["status"]>, said: Record<string, string> = {}): TestResult {
  return {
    ...NO_TESTS,
    status: "failed",
    tests: Object.entries(statuses).map(([id, status]) => ({
      id,
      file: id.split("::")[0] ?? id,
      name: id,
      status,
      duration_seconds: 0,
    })),
    failures: Object.entries(said).map(([test_id, error_message]) => ({
      test_id,
      test_name: test_id,
      test_file: null,
      line_number: null,
      error_type: "AssertionError",
      error_message,
      stack_trace: "",
    })),
  };
}
