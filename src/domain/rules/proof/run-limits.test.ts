import { describe, expect, it } from "vitest";
import { NO_TESTS, type TestResult } from "../../entities/test-result.ts";
import { quickTimeoutMs, runLimits, showsPace } from "./run-limits.ts";

const SECOND = 1000;
const configured = { timeoutMs: 300 * SECOND, silentMs: 20 * SECOND };

describe("the limits of a run", () => {
  it.each([
    ["nothing is known", null, { silentMs: 20 }],
    ["a quick suite", [2, 0.5], { silentMs: 20, stalledMs: 60 }],
    ["a suite with long silences", [30, 15], { silentMs: 45, stalledMs: 240 }],
    ["one silent test that takes longer than the default", [19, 19], { silentMs: 57, stalledMs: 152 }],
    ["a suite so long that the time limit decides", [50, 1], { silentMs: 20 }],
  ] as const)("%s", (_, known, expected) => {
    const pace = known && { durationMs: known[0] * SECOND, longestSilenceMs: known[1] * SECOND };
    const limits = Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, value * SECOND]));
    expect(runLimits(configured, pace)).toEqual({ timeoutMs: 300 * SECOND, ...limits });
  });

  it("sets no silence limit for a framework that prints nothing until it finishes", () => {
    const limits = runLimits({ timeoutMs: 300_000 }, { durationMs: 9000, longestSilenceMs: 9000 });
    expect(limits).toEqual({ timeoutMs: 300_000, stalledMs: 72_000 });
  });

  it("lets the setting raise the limit for a run that hangs", () => {
    const limits = runLimits({ ...configured, silentMs: 200_000 }, { durationMs: 1000, longestSilenceMs: 1 });
    expect(limits).toMatchObject({ silentMs: 200_000, stalledMs: 200_000 });
  });
});

const passed = { id: "a > b", file: "a", name: "b", status: "passed", duration_seconds: 0 } as const;
const unloaded = { ...passed, id: "c.py", name: "c.py", status: "error" } as const;
const failure = { test_id: "a > b", test_name: "b", test_file: null, line_number: null, stack_trace: "" };
const crash = { ...failure, error_type: "Crash", error_message: "" };

const RUNS: readonly [string, Partial<TestResult>, boolean][] = [
  ["all passed", { status: "passed", tests: [passed] }, true],
  ["one failed", { status: "failed", tests: [passed, { ...passed, status: "failed" }] }, true],
  ["a file could not be loaded", { status: "failed", tests: [passed, unloaded] }, false],
  ["nothing could be loaded", { status: "failed", tests: [unloaded] }, false],
  ["it crashed", { status: "failed", tests: [passed], failures: [crash] }, false],
  ["it was stopped", { status: "timed_out", tests: [passed] }, false],
  ["nothing was executed", { status: "no_tests", tests: [] }, false],
];

describe("how long the tests of a run take", () => {
  it.each(RUNS)("%s", (_, result, expected) => {
    expect(showsPace({ ...NO_TESTS, ...result })).toBe(expected);
  });

  it("limits a run of single tests only if that is meaningful", () => {
    const limits = RUNS.map(([, run]) =>
      quickTimeoutMs({ ...NO_TESTS, ...run, duration_seconds: 2 }, 300_000),
    );
    expect(limits).toEqual([20_000, 20_000, 300_000, 300_000, 300_000, 300_000, 300_000]);
  });
});
