import { describe, expect, it } from "vitest";
import type { Statement } from "../../entities/certificate.ts";
import { TestResult } from "../../entities/test-result.ts";
import { pairTests } from "./certificate.ts";
import { compareChecks, compareTests } from "./certificate-comparison.ts";

describe("comparing tests", () => {
  const cases = pairTests(
    run({ a: "failed", b: "passed", gone: "passed" }),
    run({ a: "passed", b: "passed", c: "passed" }),
  );
  const statement = {
    tests: { cases, fixed: ["a"], flaky: [] as string[] },
    reverified_on: null,
  } as unknown as Statement;

  it.each<[string, "before" | "after", Record<string, string>, string[]]>([
    ["the same", "before", { a: "failed", b: "passed", gone: "passed" }, []],
    ["a different way to fail", "before", { a: "error", b: "passed", gone: "passed" }, []],
    ["it does not fail before", "before", { a: "passed", b: "passed", gone: "passed" }, ["a"]],
    ["it does not pass after", "after", { a: "failed", b: "passed", c: "passed" }, ["a"]],
    ["one is missing, one is new", "after", { a: "passed", c: "passed", d: "passed" }, ["b", "d"]],
    ["one is skipped", "after", { a: "passed", b: "skipped", c: "passed" }, ["b"]],
  ])("%s", (_name, side, outcomes, expected) => {
    expect(compareTests(statement, side, run(outcomes)).map(({ test }) => test)).toEqual(expected);
  });

  it("ignores flaky tests, and tests that never ran before the fix on code that has changed", () => {
    const flaky = { ...statement, tests: { ...statement.tests, flaky: ["b"] } };
    expect(compareTests(flaky, "after", run({ a: "passed", c: "passed", b: "failed" }))).toEqual([]);
    const moved = { ...statement, reverified_on: "c".repeat(40) };
    expect(compareTests(moved, "before", run({ a: "failed", x: "passed" }))).toEqual([]);
    expect(compareTests(moved, "before", run({ a: "passed" }))).toHaveLength(1);
  });
});

it.each<[string, string[], string[], string[]]>([
  ["the same", ["V-1", "V-2"], ["V-2"], []],
  ["it did not exist", ["V-2", "V-3"], ["V-2"], ["violation V-1, before the fix"]],
  ["it still exists", ["V-1", "V-2"], ["V-1"], ["violation V-1, after the fix"]],
  ["there are more", ["V-1", "V-2"], ["V-2", "V-3"], ["violations after the fix"]],
])("comparing checks: %s", (_name, before, after, expected) => {
  const checks = { before: 2, after: 1, gone: ["V-1"], come: [] };
  const statement = { checks, reverified_on: null, violation_id: "V-1" } as unknown as Statement;
  expect(compareChecks(statement, before, after).map(({ place }) => place)).toEqual(expected);
});

function run(outcomes: Record<string, string>): TestResult {
  const tests = Object.entries(outcomes).map(([id, status]) => ({ id, name: id, status }));
  return TestResult.parse({
    status: "passed",
    framework: "pytest",
    command: [],
    total_tests: tests.length,
    passed: 0,
    failed: 0,
    skipped: 0,
    errors: 0,
    duration_seconds: 0,
    tests,
    failures: [],
    exit_code: 0,
    raw_output: "",
  });
}
