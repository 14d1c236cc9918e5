import type { LineCoverage, SuiteResult, TestResult } from "../../domain/entities/test-result.ts";
import type { Suite, TestRules, TestRun, TestRunOptions, TestTree } from "../../domain/ports/testing.ts";
import type { Ports, WorkflowSettings } from "../ports.ts";

export interface SuiteChoice {
  readonly suites: readonly Suite[];
  /** Names of suites that the user's settings exclude. */
  readonly excluded: readonly string[];
}

/** The suites in a tree that take part in every verdict about it. */
export async function chooseSuites(
  { tests, settings }: Pick<Ports, "tests"> & { readonly settings: Pick<WorkflowSettings, "isExcluded"> },
  tree: TestTree,
): Promise<SuiteChoice> {
  const found = await tests.detect(tree);
  const [excluded, suites] = [true, false].map((is) =>
    found.filter((each) => settings.isExcluded(each) === is),
  );
  return { suites: suites ?? [], excluded: (excluded ?? []).map(nameOfSuite) };
}

export function nameOfSuite({ framework, root }: Pick<Suite, "framework" | "root">): string {
  return `${framework}@${root}`;
}

/** Which tests to run: all, or these ids as `runSuites` returned them. */
export type Chosen = "all" | readonly string[];

/**
 * Runs every suite in a tree as if it were one. With a single suite the ids are the framework's own; with
 * several they are prefixed with the suite's name, so that equal names in two suites stay distinct. An
 * interrupted run throws, because it is not a verdict.
 */
export async function runSuites(
  { tests: runner, testRules }: Pick<Ports, "tests" | "testRules">,
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
    options.signal?.throwIfAborted();
    const result = { ...run.result, suites: [summarize(testRules, suite, run.result)] };
    const coverage = withTests(run, prefixOf(suite, suites));
    runs.push({ ...run, coverage, result: qualify(result, suite, suites) });
  }
  return joinRuns(testRules, runs);
}

function summarize(testRules: TestRules, suite: Suite, result: TestResult): SuiteResult {
  const { status, passed, failed, errors } = result;
  const words = { could_not_run: "could not start", timed_out: "did not finish" };
  const isOpen = status === "could_not_run" || status === "timed_out";
  return {
    name: nameOfSuite(suite),
    status,
    executed: passed + failed + errors,
    why: isOpen ? `${words[status]}: ${testRules.whyNotStarted(result)}` : null,
  };
}

export function prefixOf(suite: Suite, suites: readonly Suite[]): string {
  return suites.length === 1 ? "" : `${nameOfSuite(suite)} `;
}

/** The ids that belong to the suite, as its framework names them. */
export function ownIds(suite: Suite, suites: readonly Suite[], chosen: readonly string[]): string[] {
  const prefix = prefixOf(suite, suites);
  return chosen.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
}

/** The result with ids prefixed by the suite's name, if there are several suites. */
export function qualify(result: TestResult, suite: Suite, suites: readonly Suite[]): TestResult {
  const prefix = prefixOf(suite, suites);
  if (prefix === "") return result;
  return {
    ...result,
    tests: result.tests.map((test) => ({ ...test, id: prefix + test.id })),
    failures: result.failures.map((failure) => ({ ...failure, test_id: prefix + failure.test_id })),
  };
}

/** The coverage with the tests that ran each line, by the ids that the result gives them. */
function withTests({ coverage, perTest }: TestRun, prefix: string): LineCoverage | null {
  if (coverage === null || perTest === null) return coverage;
  const measured = new Map(Object.entries(coverage).map(([path, file]) => [path, { ...file, tests: {} }]));
  for (const [id, files] of Object.entries(perTest)) {
    for (const [path, lines] of Object.entries(files)) {
      const tests: Record<string, string[]> = measured.get(path)?.tests ?? {};
      for (const line of lines) {
        const known = tests[line] ?? [];
        tests[line] = known;
        known.push(prefix + id);
      }
    }
  }
  return Object.fromEntries(measured);
}

function joinRuns(testRules: TestRules, runs: readonly TestRun[]): TestRun {
  const [only] = runs;
  if (only && runs.length === 1) return only;
  const measured = runs.flatMap((run) => (run.coverage === null ? [] : [run.coverage]));
  return {
    result: testRules.merge(runs.map((run) => run.result)),
    coverage: measured.length === 0 ? null : Object.assign({}, ...measured),
    perTest: null,
    notes: [...new Set(runs.flatMap((run) => run.notes ?? []))],
  };
}
