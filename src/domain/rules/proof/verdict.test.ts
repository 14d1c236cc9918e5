import { describe, expect, it } from "vitest";
import type { SuiteResult, TestResult } from "../../entities/test-result.ts";
import { judge, type VerdictInput } from "./verdict.ts";

const silent = suite("web", "could_not_run", 0);
const before = run({ add: "failed", divide: "passed", multiply: "passed" });

describe("judge", () => {
  it("accepts a change that fixes its target and breaks nothing", () => {
    const verdict = judge(input({ after: run({ add: "passed", divide: "passed", multiply: "passed" }) }));
    expect(verdict).toEqual({ status: "accepted", fixed: ["add"], stillFailing: [] });
  });

  it.each<[string, Partial<VerdictInput>, RegExp]>([
    [
      "a target still fails",
      { after: run({ add: "failed", divide: "passed", multiply: "passed" }) },
      /fixed none of add/,
    ],
    [
      "a passing test fails now",
      { after: run({ add: "passed", divide: "failed", multiply: "passed" }) },
      /broke divide/,
    ],
    ["a passing test disappeared", { after: run({ add: "passed", divide: "passed" }) }, /broke multiply/],
    [
      "a passing test is skipped now",
      { after: run({ add: "passed", divide: "passed", multiply: "skipped" }) },
      /broke multiply/,
    ],
    ["nothing ran", { after: { ...run({}), status: "no_tests" } }, /no test passed \(no tests\)/],
    [
      "the failing test was deleted",
      { after: run({ divide: "passed", multiply: "passed" }) },
      /fixed none of add/,
    ],
    [
      "the judging tests were edited",
      {
        after: run({ add: "passed", divide: "passed", multiply: "passed" }),
        tampering: ["edits test.js, which judges it"],
      },
      /edits test\.js/,
    ],
    [
      "the run timed out",
      { after: { ...run({ add: "passed", divide: "passed", multiply: "passed" }), status: "timed_out" } },
      /timed out/,
    ],
  ])("rejects when %s", (_name, part, reason) => {
    const verdict = judge(input(part));
    expect(verdict.status).toBe("rejected");
    expect(verdict.status === "rejected" && verdict.reasons.join("; ")).toMatch(reason);
  });

  describe("suite by suite", () => {
    const whole = run({ add: "passed", divide: "passed", multiply: "passed" });
    const [unit, slow] = [suite("pytest@.", "passed", 3), suite("vitest@web", "passed", 5)];
    const earlier = { ...before, suites: [unit, slow] };

    it.each<[string, SuiteResult[], RegExp]>([
      ["was not run", [unit], /vitest@web was not run/],
      ["executed nothing", [unit, suite("vitest@web", "no_tests", 0)], /vitest@web executed no test/],
      [
        "could not start",
        [unit, suite("vitest@web", "could_not_run", 0, "could not start: no such file")],
        /vitest@web could not start: no such file/,
      ],
      ["timed out before any test", [unit, suite("vitest@web", "timed_out", 0)], /vitest@web/],
    ])("rejects when a suite %s", (_name, suites, reason) => {
      const verdict = judge(input({ before: earlier, after: { ...whole, suites } }));
      expect(verdict.status === "rejected" && verdict.reasons.join("; ")).toMatch(reason);
    });

    it("accepts when every suite ran", () => {
      const verdict = judge(input({ before: earlier, after: { ...whole, suites: [unit, slow] } }));
      expect(verdict.status).toBe("accepted");
    });

    it("has no verdict on a change whose run gave no answer", () => {
      const silent = { ...whole, suites: [unit, suite("vitest@web", "could_not_run", 0)] };
      expect(judge(input({ before: earlier, after: silent }))).toMatchObject({ inconclusive: true });
      const broken = run({ add: "passed", divide: "failed", multiply: "passed" });
      expect(judge(input({ after: broken }))).toMatchObject({ status: "rejected", inconclusive: false });
    });
  });

  it.each<[string, Partial<VerdictInput>, readonly string[]]>([
    ["lists three tests by name", { before: many(3), after: run({ add: "passed" }) }, ["broke a, b, c"]],
    [
      "counts the tests after the first three",
      { before: many(5), after: run({ add: "passed" }) },
      ["broke a, b, c and 2 more"],
    ],
    [
      "names the targets that still fail",
      {
        before: run({ add: "failed", subtract: "failed" }),
        after: run({ add: "passed", subtract: "failed" }),
        targets: ["add", "subtract"],
      },
      ["still failing: subtract"],
    ],
    [
      "gives every reason once",
      { after: { ...run({}), status: "timed_out" }, tampering: ["edits test.js"] },
      [
        "edits test.js",
        "no test passed (timed out)",
        "the tests timed out",
        "broke divide, multiply",
        "fixed none of add",
      ],
    ],
    [
      "says that a suite gave no verdict when the reason is unknown",
      {
        after: { ...run({ add: "passed", divide: "passed", multiply: "passed" }), suites: [silent] },
      },
      ["web gave no verdict"],
    ],
  ])("%s", (_name, part, reasons) => {
    expect(judge(input(part))).toMatchObject({ status: "rejected", reasons });
  });

  it.each<[string, Partial<VerdictInput>, boolean]>([
    ["the run timed out", { after: { ...before, status: "timed_out" } }, true],
    ["the run did not start", { after: { ...before, status: "could_not_run" } }, true],
    ["a suite did not start", { after: { ...before, suites: [silent] } }, true],
    [
      "a suite timed out before any test",
      { after: { ...before, suites: [suite("web", "timed_out", 0)] } },
      true,
    ],
    ["a suite hung in a test", { after: { ...before, suites: [suite("web", "timed_out", 1)] } }, false],
    ["a test failed", { after: before }, false],
    ["the tests were edited", { after: { ...before, status: "timed_out" }, tampering: ["edits"] }, false],
  ])("knows whether the run gave an answer when %s", (_name, part, inconclusive) => {
    expect(judge(input(part))).toMatchObject({ status: "rejected", inconclusive });
  });

  it("does not require a suite that had no tests before either", () => {
    const whole = run({ add: "passed", divide: "passed", multiply: "passed" });
    const empty = [suite("web", "no_tests", 0)];
    const verdict = judge(
      input({ before: { ...before, suites: empty }, after: { ...whole, suites: empty } }),
    );
    expect(verdict.status).toBe("accepted");
  });

  it("accepts partial progress only if it is requested", () => {
    const two = run({ add: "failed", subtract: "failed", divide: "passed" });
    const after = run({ add: "passed", subtract: "failed", divide: "passed" });
    const both = { before: two, after, targets: ["add", "subtract"] };
    expect(judge(input({ ...both, ask: "whole" })).status).toBe("rejected");
    expect(judge(input({ ...both, ask: "progress" }))).toEqual({
      status: "accepted",
      fixed: ["add"],
      stillFailing: ["subtract"],
    });
  });

  it("requires only that nothing breaks if there is no target", () => {
    const asked = { targets: [], ask: "no_worse" } as const;
    expect(judge(input(asked)).status).toBe("accepted");
    const after = run({ add: "failed", divide: "failed", multiply: "passed" });
    expect(judge(input({ ...asked, after }))).toMatchObject({ status: "rejected", broken: ["divide"] });
  });

  it("does not blame a change for a flaky test", () => {
    const after = run({ add: "passed", divide: "failed", multiply: "passed" });
    expect(judge(input({ after, flaky: ["divide"] })).status).toBe("accepted");
  });
});

/** This many passing tests in addition to the target. */
function many(count: number): TestResult {
  const passing = Array.from("abcdefg".slice(0, count), (name) => [name, "passed"] as const);
  return run({ add: "failed", ...Object.fromEntries(passing) });
}

function suite(
  name: string,
  status: SuiteResult["status"],
  executed: number,
  why: string | null = null,
): SuiteResult {
  return { name, status, executed, why };
}

function input(part: Partial<VerdictInput>): VerdictInput {
  return { before, after: before, targets: ["add"], flaky: [], tampering: [], ask: "whole", ...part };
}

function run(outcomes: Record<string, "passed" | "failed" | "skipped">): TestResult {
  const tests = Object.entries(outcomes).map(([id, status]) => ({
    id,
    name: id,
    file: null,
    status,
    duration_seconds: 0,
  }));
  const count = (status: string) => tests.filter((test) => test.status === status).length;
  return {
    status: count("failed") > 0 ? "failed" : "passed",
    framework: "node:test",
    command: ["node", "--test"],
    total_tests: tests.length,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    errors: 0,
    duration_seconds: 0,
    coverage_percent: null,
    tests,
    failures: [],
    parsing_failed: false,
    exit_code: 0,
    raw_output: "",
    suites: [],
  };
}
