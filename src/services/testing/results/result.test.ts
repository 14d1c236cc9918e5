import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TestStatus } from "../../../domain/entities/test-result.ts";
import { TestResult } from "../../../domain/entities/test-result.ts";
import type { Execution } from "../../../domain/ports/sandbox.ts";
import type { Report, ReportedTest } from "../contract.ts";
import { assemble } from "./result.ts";

const ENDED: Execution = {
  exitCode: 0,
  signal: null,
  stdout: "out",
  stderr: "",
  durationMs: 1500,
  timedOut: false,
  killedBy: null,
  outputTruncated: false,
  peakMemoryMb: null,
  cpuTimeMs: null,
  artifacts: {},
};

function report(...statuses: ReportedTest["status"][]): Report {
  const tests = statuses.map((status, index) => ({
    id: `t${index}`,
    file: null,
    name: `t${index}`,
    status,
    seconds: 0,
    failure: null,
  }));
  return { tests, finished: true, coverage: null, perTest: null };
}

describe("status", () => {
  test.each<[string, Partial<Execution>, Report | null, TestStatus]>([
    ["all pass", {}, report("passed"), "passed"],
    ["an expected failure is an executed test", {}, report("expected_failure"), "passed"],
    ["one fails", { exitCode: 1 }, report("passed", "failed"), "failed"],
    ["one has an error", { exitCode: 1 }, report("passed", "error"), "failed"],
    ["one fails and the tool reports success", {}, report("failed"), "failed"],
    ["all pass and the tool reports failure", { exitCode: 1 }, report("passed"), "failed"],
    ["none found", {}, report(), "no_tests"],
    ["none executed, and the tool failed", { exitCode: 5 }, report(), "could_not_run"],
    ["all skipped, and the tool failed", { exitCode: 1 }, report("skipped"), "could_not_run"],
    ["all skipped", {}, report("skipped", "skipped"), "no_tests"],
    ["the report is truncated", {}, { ...report("passed"), finished: false }, "could_not_run"],
    [
      "it is truncated after a failure",
      { exitCode: 139 },
      { ...report("failed"), finished: false },
      "failed",
    ],
    ["killed for its memory", { exitCode: null, killedBy: "memory" }, report("passed"), "could_not_run"],
    ["time ran out", { timedOut: true, killedBy: "timeout" }, report("passed", "failed"), "timed_out"],
    ["time ran out before a report", { timedOut: true, exitCode: null }, null, "timed_out"],
    ["no report, exit 0", {}, null, "could_not_run"],
    ["no report, exit 1", { exitCode: 1 }, null, "could_not_run"],
    ["no report, killed", { exitCode: null, signal: "SIGKILL" }, null, "could_not_run"],
  ])("%s", (_, execution, given, expected) => {
    const result = assemble({
      framework: "x",
      command: ["x"],
      execution: { ...ENDED, ...execution },
      report: given,
    });
    expect(result.status).toBe(expected);
    expect(result.parsing_failed).toBe(given === null);
  });

  test("the status is no_tests if the tool reports it, whatever its exit code", () => {
    const given = { framework: "x", command: [], execution: { ...ENDED, exitCode: 5 }, foundNone: true };
    expect(assemble({ ...given, report: report() }).status).toBe("no_tests");
    expect(assemble({ ...given, report: report("failed") }).status).toBe("failed");
  });

  test("a command without a report has no tests, but counts as run if it succeeded", () => {
    const given = { framework: "x", command: [], report: null, reports: false };
    expect(assemble({ ...given, execution: ENDED }).status).toBe("no_tests");
    expect(assemble({ ...given, execution: { ...ENDED, exitCode: 1 } }).status).toBe("could_not_run");
  });

  test("failures outside the selection do not affect it", () => {
    const execution = { ...ENDED, exitCode: 1 };
    const given = { framework: "x", command: [], execution, report: report("passed") };
    expect(assemble({ ...given, othersFailed: true }).status).toBe("passed");
  });
});

test("for any report, the result is complete, its counts add up, and success has an executed test", () => {
  const status = fc.constantFrom<ReportedTest["status"][]>(
    "passed",
    "failed",
    "error",
    "skipped",
    "expected_failure",
  );
  const given = fc.option(
    fc.record({ statuses: fc.array(status, { maxLength: 8 }), finished: fc.boolean() }),
    { nil: null },
  );
  const exit = fc.option(fc.integer({ min: 0, max: 255 }), { nil: null });
  fc.assert(
    fc.property(given, exit, fc.boolean(), fc.string(), (made, exitCode, timedOut, stdout) => {
      const execution = { ...ENDED, exitCode, timedOut, stdout };
      const told = made && { ...report(...made.statuses), finished: made.finished };
      const result = assemble({ framework: "x", command: [], execution, report: told });
      expect(TestResult.parse(result)).toEqual(result);
      const { passed, failed, skipped, errors, total_tests } = result;
      expect(passed + failed + skipped + errors).toBe(total_tests);
      expect(result.failures).toHaveLength(failed + errors);
      if (result.status !== "passed") return;
      expect(failed + errors).toBe(0);
      expect(result.tests.some((each) => each.status !== "skipped")).toBe(true);
      expect(exitCode).toBe(0);
    }),
  );
});
