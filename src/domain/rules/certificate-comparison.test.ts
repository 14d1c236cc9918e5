import { describe, expect, it } from "vitest";
import type { Statement } from "../entities/certificate.ts";
import { NO_TESTS, type TestResult } from "../entities/test-result.ts";
import { compareChecks, compareTests } from "./certificate-comparison.ts";

const statement = {
  tests: {
    fixed: ["adds"],
    flaky: ["blinks"],
    cases: [
      { id: "adds", before: "failed", after: "passed" },
      { id: "divides", before: "passed", after: "passed" },
      { id: "blinks", before: "passed", after: "failed" },
    ],
  },
  checks: { before: 2, after: 1, gone: ["V-1"] },
  reverified_on: null,
  violation_id: null,
} as unknown as Statement;

function result(outcomes: Readonly<Record<string, string>>): TestResult {
  const tests = Object.entries(outcomes).map(([id, status]) => ({ id, status }));
  return { ...NO_TESTS, tests } as unknown as TestResult;
}

describe("compareTests", () => {
  it.each<[string, "before" | "after", Record<string, string>, string[]]>([
    ["the same again", "after", { adds: "passed", divides: "passed", blinks: "passed" }, []],
    ["one broke", "after", { adds: "passed", divides: "failed" }, ["divides"]],
    ["one is gone", "after", { adds: "passed" }, ["divides"]],
    ["one came", "after", { adds: "passed", divides: "passed", more: "passed" }, ["more"]],
    ["an error is a failure", "before", { adds: "error", divides: "passed" }, []],
    ["it passed before the fix already", "before", { adds: "passed", divides: "passed" }, ["adds"]],
  ])("%s", (_name, side, outcomes, different) => {
    expect(compareTests(statement, side, result(outcomes)).map((each) => each.test)).toEqual(different);
  });

  it("asks only for what was mended where the code moved before the landing", () => {
    const moved = { ...statement, reverified_on: "c0ffee" } as Statement;
    expect(compareTests(moved, "before", result({ adds: "failed", divides: "failed" }))).toEqual([]);
    expect(compareTests(moved, "before", result({ adds: "passed" })).map((each) => each.test)).toEqual([
      "adds",
    ]);
  });
});

describe("compareChecks", () => {
  it.each<[string, string[], string[], string[]]>([
    ["the same again", ["V-1", "V-2"], ["V-2"], []],
    ["it is back", ["V-1", "V-2"], ["V-1"], ["violation V-1, after the fix"]],
    ["it was never there", ["V-2", "V-3"], ["V-2"], ["violation V-1, before the fix"]],
    ["there are more", ["V-1", "V-2"], ["V-2", "V-3"], ["violations after the fix"]],
  ])("%s", (_name, before, after, places) => {
    expect(compareChecks(statement, before, after).map((each) => each.place)).toEqual(places);
  });

  it("has nothing to say where no checks were certified, or none can run", () => {
    expect(compareChecks({ ...statement, checks: null } as Statement, [], [])).toEqual([]);
    expect(compareChecks(statement, null, [])).toEqual([]);
  });
});
