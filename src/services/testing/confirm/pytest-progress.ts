import { isFailing } from "../../../domain/rules/proof/failing.ts";
import type { Finished, Report, ReportedTest, RunRequest } from "../contract.ts";
import { brokenConftest } from "../ecosystems/pytest-conftest.ts";
import { fromRoot } from "../paths.ts";
import { cutShort } from "../results/events.ts";
import { addTest } from "../results/reported.ts";
import { clean } from "../results/text.ts";

const VERDICTS = {
  PASSED: "passed",
  XPASS: "passed",
  FAILED: "failed",
  ERROR: "error",
  SKIPPED: "skipped",
  XFAIL: "expected_failure",
} as const;

/**
 * Parses the progress output of `pytest -v`, for a run that ended before it wrote its report. The result is
 * always unfinished.
 */
export function readProgress(process: Finished, start: string, request: RunRequest): Report | null {
  const conftest = brokenConftest(process.stderr, request);
  if (conftest !== null || !/^=+ test session starts =+$/m.test(process.stdout)) return conftest;
  const tests = new Map<string, ReportedTest>();
  const running = new Set<string>();
  for (const line of clean(process.stdout, 4_000_000).split("\n")) {
    const [, nodeid = "", verdict] =
      /^(\S.*?\.\w+::.+?) (?:(PASSED|XPASS|FAILED|ERROR|SKIPPED|XFAIL)\b.*)?$/.exec(line) ?? [];
    if (nodeid === "") continue;
    const [path = "", ...rest] = nodeid.split("::");
    const file = fromRoot(start, path);
    const base = { id: [file, ...rest].join("::"), file, name: rest.join("::"), seconds: 0 };
    if (verdict === undefined) {
      running.add(base.id);
      continue;
    }
    running.delete(base.id);
    const status = VERDICTS[verdict as keyof typeof VERDICTS];
    const isBad = isFailing({ status });
    addTest(tests, { ...base, status, failure: isBad ? failed : null }, "merge");
  }
  for (const id of running) {
    const [file = "", ...rest] = id.split("::");
    const failure = { line: null, ...cutShort(process, undefined) };
    addTest(tests, { id, file, name: rest.join("::"), status: "error", seconds: 0, failure }, "merge");
  }
  return { tests: [...tests.values()], finished: false };
}

const failed = { type: "Error", message: "failed before the run was interrupted", stack: "", line: null };
