import type { LineCoverage, TestResult } from "../domain/entities/test-result.ts";
import type { Suite, TestRun, TestRunner, TestRunOptions, TestTree } from "../domain/ports/testing.ts";

/** Which tests to run: all, or these ids as `runSuites` gave them. */
export type Chosen = "all" | readonly string[];

/**
 * Runs every suite of a tree as if it were one. With a single suite the ids are the framework's own; with
 * several they carry the suite's name in front, so that equal names in two suites stay apart.
 */
export async function runSuites(
  runner: TestRunner,
  tree: TestTree,
  suites: readonly Suite[],
  chosen: Chosen,
  options: Omit<TestRunOptions, "selection"> = {},
): Promise<TestRun> {
  const runs: TestRun[] = [];
  for (const suite of suites) {
    const ids = chosen === "all" ? null : ownIds(suite, suites, chosen);
    if (ids?.length === 0) continue;
    const selection = ids === null ? ({ kind: "all" } as const) : ({ kind: "tests", ids } as const);
    const run = await runner.run(tree, suite, { ...options, selection });
    runs.push({ ...run, result: qualify(run.result, suite, suites) });
  }
  return joinRuns(runs);
}

function prefixOf(suite: Suite, suites: readonly Suite[]): string {
  return suites.length === 1 ? "" : `${suite.framework}@${suite.root} `;
}

function ownIds(suite: Suite, suites: readonly Suite[], chosen: readonly string[]): string[] {
  const prefix = prefixOf(suite, suites);
  return chosen.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
}

function qualify(result: TestResult, suite: Suite, suites: readonly Suite[]): TestResult {
  const prefix = prefixOf(suite, suites);
  if (prefix === "") return result;
  return {
    ...result,
    tests: result.tests.map((test) => ({ ...test, id: prefix + test.id })),
    failures: result.failures.map((failure) => ({ ...failure, test_id: prefix + failure.test_id })),
  };
}

function joinRuns(runs: readonly TestRun[]): TestRun {
  const [first, ...rest] = runs;
  if (!first) throw new Error("no suite was chosen to run");
  return rest.reduce(
    (joined, run) => ({
      result: joinResults(joined.result, run.result),
      coverage: { ...joined.coverage, ...run.coverage } as LineCoverage,
    }),
    first,
  );
}

/** The worst status wins, except that a suite without tests does not spoil one that has some. */
function joinResults(a: TestResult, b: TestResult): TestResult {
  const order = ["no_tests", "passed", "failed", "timed_out", "could_not_run"] as const;
  const worse = order.indexOf(a.status) >= order.indexOf(b.status) ? a.status : b.status;
  return {
    status: worse,
    framework: `${a.framework}, ${b.framework}`,
    command: [...a.command, "&&", ...b.command],
    total_tests: a.total_tests + b.total_tests,
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    errors: a.errors + b.errors,
    duration_seconds: a.duration_seconds + b.duration_seconds,
    coverage_percent: a.coverage_percent ?? b.coverage_percent,
    tests: [...a.tests, ...b.tests],
    failures: [...a.failures, ...b.failures],
    parsing_failed: a.parsing_failed || b.parsing_failed,
    exit_code: a.exit_code === 0 ? b.exit_code : a.exit_code,
    raw_output: `${a.raw_output}\n${b.raw_output}`,
  };
}
