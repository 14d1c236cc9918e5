import type { TestResult } from "../../domain/entities/test-result.ts";
import type { JudgingFiles, Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { isFailing } from "../../domain/rules/proof/failing.ts";
import { testsNamed } from "../../domain/rules/proof/named-tests.ts";
import { suitesWithoutVerdict } from "../../domain/rules/proof/verdict.ts";
import type { Ports } from "../ports.ts";
import { type NoVerdict, noMatch, noSuites, notJudged } from "./no-verdict.ts";
import { chooseSuites, runSuites } from "./suites.ts";

/** The test results before any change. */
export type Baseline =
  | {
      readonly status: "failing";
      readonly suites: readonly Suite[];
      readonly excluded: readonly string[];
      readonly result: TestResult;
      readonly judging: JudgingFiles;
      readonly targets: readonly string[];
      readonly flaky: readonly string[];
      /** Targets that fail only if other tests run before them. */
      readonly together: readonly string[];
    }
  | {
      readonly status: "passing";
      readonly suites: readonly Suite[];
      readonly excluded: readonly string[];
      readonly result: TestResult;
      readonly judging: JudgingFiles;
    }
  | {
      readonly status: "only_flaky";
      readonly suites: readonly Suite[];
      readonly excluded: readonly string[];
      readonly result: TestResult;
      readonly judging: JudgingFiles;
      readonly flaky: readonly string[];
    }
  | (NoVerdict & {
      readonly status: "no_verdict";
      readonly excluded: readonly string[];
      /** Null if no suite takes part. */
      readonly result: TestResult | null;
    });

/** The tests ran and produced results. */
export type Observed = Exclude<Baseline, { status: "no_verdict" }>;

export type Failing = Baseline & { status: "failing" };

export interface BaselineWatch {
  /** Called with the suites before they run. */
  readonly onSuites?: (suites: readonly Suite[]) => void;
  /** Called with the likely targets while they run again, and awaited together with that run. */
  readonly onFailing?: (presumed: Failing) => Promise<void>;
}

type RunnerPorts = Pick<Ports, "settings" | "testRules" | "tests">;

export async function takeBaseline(
  ports: Pick<Ports, "settings" | "telemetry" | "testRules" | "tests">,
  tree: AttemptTree,
  wanted: readonly string[],
  signal: AbortSignal,
  watch: BaselineWatch = {},
): Promise<Baseline> {
  return ports.telemetry.span("baseline", {}, async (span) => {
    const baseline = await observeBaseline(ports, tree, wanted, signal, watch);
    span.note({ "agentforge.baseline": baseline.status });
    return baseline;
  });
}

async function observeBaseline(
  ports: RunnerPorts,
  tree: AttemptTree,
  wanted: readonly string[],
  signal: AbortSignal,
  { onSuites, onFailing }: BaselineWatch,
): Promise<Baseline> {
  const { suites, excluded } = await chooseSuites(ports, tree);
  const noVerdict = (why: NoVerdict, of: TestResult | null): Baseline => ({
    ...{ status: "no_verdict", excluded, result: of, ...why },
  });
  if (suites.length === 0) return noVerdict(noSuites(excluded), null);
  onSuites?.(suites);
  const run = runnerFor(ports, tree, suites, signal);
  const result = await run("all");
  const silent = suitesWithoutVerdict(result);
  if (silent.length > 0) return noVerdict(notJudged(result, silent.join("; ")), result);
  const failing = failingIds(result);
  const judging = await ports.tests.judges(tree, suites, result);
  const observed = { suites, excluded, result, judging };
  if (failing.length === 0) {
    if (result.status === "passed") return { status: "passing", ...observed };
    return noVerdict(notJudged(result), result);
  }

  const environment = ports.testRules.environmentProblem(result);
  if (environment?.certain) {
    const why = `this looks like a problem with the machine, not a bug: ${environment.why}`;
    return noVerdict(notJudged(result, why), result);
  }
  const presumed = chooseTests(failing, result, wanted);
  const [flaky] = await Promise.all([
    findFlaky(run, withoutHanging(failing, result), ports.settings.flakyReruns),
    presumed.length > 0 &&
      onFailing?.({ ...observed, status: "failing", targets: presumed, flaky: [], together: [] }),
  ]);
  const certain = failing.filter((id) => !flaky.includes(id));
  const together = certain.length > 0 ? [] : await findTogether(run, result, flaky);
  const broken = [...certain, ...together];
  if (broken.length === 0) return { ...observed, status: "only_flaky", flaky };
  const targets = chooseTests(broken, result, wanted);
  if (targets.length === 0) return noVerdict(noMatch(broken, wanted), result);
  const others = flaky.filter((id) => !together.includes(id));
  return { ...observed, status: "failing", targets, flaky: others, together };
}

/** Runs tests of the untouched tree. */
type Run = (selection: Parameters<typeof runSuites>[3]) => Promise<TestResult>;

function runnerFor(
  ports: RunnerPorts,
  tree: AttemptTree,
  suites: readonly Suite[],
  signal: AbortSignal,
): Run {
  const options = { timeoutMs: ports.settings.testTimeoutSeconds * 1000, signal };
  return async (selection) => (await runSuites(ports, tree, suites, selection, options)).result;
}

export function failingIds(result: TestResult): string[] {
  return result.tests.filter(isFailing).map((test) => test.id);
}

/** A hanging test is not run twice. */
function withoutHanging(failing: readonly string[], { status, failures }: TestResult): readonly string[] {
  if (status !== "timed_out") return failing;
  const hung = failures.filter((failure) => failure.error_type === "Timeout").map((each) => each.test_id);
  return failing.filter((id) => !hung.includes(id));
}

/** Runs failed tests again on the untouched tree: one that passes this time is flaky, not broken. */
async function findFlaky(run: Run, failing: readonly string[], reruns: number): Promise<string[]> {
  const flaky = new Set<string>();
  if (failing.length === 0) return [];
  for (let rerun = 0; rerun < reruns; rerun += 1) {
    const { tests } = await run(failing);
    for (const { id, status } of tests) if (status === "passed" && failing.includes(id)) flaky.add(id);
  }
  return [...flaky];
}

/** A test depends on the others if it fails in this many more runs of all tests, and passes alone as often. */
const RUNS_TOGETHER = 2;

/** Tests that pass alone but fail in every run of all tests: code that they share keeps something from another test. */
async function findTogether(run: Run, first: TestResult, suspects: readonly string[]): Promise<string[]> {
  const messageIn = ({ failures }: TestResult, id: string) =>
    failures.find((each) => each.test_id === id)?.error_message;
  let left = [...suspects];
  for (let runs = 0; runs < RUNS_TOGETHER && left.length > 0; runs += 1) {
    const all = await run("all");
    const failing = failingIds(all);
    left = left.filter((id) => failing.includes(id) && messageIn(all, id) === messageIn(first, id));
    if (left.length === 0) return [];
    const alone = await run(left);
    const passing = alone.tests.filter(({ status }) => status === "passed").map(({ id }) => id);
    left = left.filter((id) => passing.includes(id));
  }
  return left;
}

/** The broken tests that `--test` names; all of them if it names none. */
export function chooseTests(
  broken: readonly string[],
  result: TestResult,
  wanted: readonly string[],
): string[] {
  if (wanted.length === 0) return [...broken];
  const failing = result.tests.filter(({ id }) => broken.includes(id));
  const named = wanted.flatMap((name) => testsNamed(failing, name)).map(({ id }) => id);
  return broken.filter((id) => named.includes(id));
}
