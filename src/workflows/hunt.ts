import type { Alternative } from "../domain/entities/evidence.ts";
import type { Patch } from "../domain/entities/patch.ts";
import type { LineCoverage, TestResult } from "../domain/entities/test-result.ts";
import type { Briefing, RepairTarget, RunBriefing, Suspect } from "../domain/ports/repair.ts";
import type { AttemptTree } from "../domain/ports/workspace.ts";
import type { Verdict } from "../domain/rules/verdict.ts";
import type { Baseline } from "./baseline.ts";
import type { House } from "./house.ts";
import type { RepairEvent, RepairRequest } from "./repair-request.ts";
import { readTexts, settle } from "./settle.ts";
import { runSuites } from "./suites.ts";

type Failing = Baseline & { status: "failing" };

export interface HuntInput {
  readonly tree: AttemptTree;
  readonly baseline: Failing;
  readonly request: RepairRequest;
  /** Under which the run is recorded, for sources that keep a record of their own. */
  readonly run: Pick<RunBriefing, "traceId" | "attemptId" | "subject" | "guidance">;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RepairEvent) => void;
}

export interface HuntReport {
  readonly tried: number;
  readonly seconds: number;
  /** Candidates by operator. */
  readonly operators: Readonly<Record<string, number>>;
  readonly suspects: readonly Suspect[];
  /** What sources used and cost, in sentences for people. */
  readonly notes: readonly string[];
}

/** What was found; an accepted patch is applied in the tree. */
export type Hunt =
  | (HuntReport & {
      readonly status: "found";
      readonly patches: readonly Patch[];
      readonly after: TestResult;
      readonly iterations: number;
      /** Other patches that passed every test, for the person to compare. */
      readonly alternatives: readonly Alternative[];
    })
  | (HuntReport & { readonly status: "none"; readonly why: string });

/** After a patch that mends everything: how many further candidates are tried for rival explanations. */
const RIVALS_TRIED = 8;
/** After a patch that mends a part: how many further candidates may still mend more. */
const PATIENCE = 40;

/** Tries patches from the sources until the targets pass, iteration by iteration, within the budget. */
export async function hunt(house: House, input: HuntInput): Promise<Hunt> {
  const tally = startTally(house, input);
  const patches: Patch[] = [];
  let before = input.baseline.result;
  let targets = input.baseline.targets;

  for (let iteration = 1; iteration <= input.request.maxIterations; iteration += 1) {
    const target = await describeTarget(house, input, before, targets);
    const step =
      (await searchWarm(house, input, tally, target, before, targets)) ??
      (await searchOnce(
        house,
        input,
        tally,
        await measureTarget(house, input, tally, target, targets),
        before,
        targets,
      ));
    if (step === null) break;
    patches.push(step.patch);
    before = step.after;
    targets = step.stillFailing;
    input.onEvent({ kind: "progress", patch: step.patch, fixed: step.fixed, left: targets.length });
    if (targets.length === 0) {
      return {
        ...tally.report(),
        status: "found",
        patches,
        after: before,
        iterations: iteration,
        alternatives: step.rivals,
      };
    }
    await input.tree.checkpoint();
  }
  return { ...tally.report(), status: "none", why: whyNone(tally, input, patches, targets) };
}

interface Step {
  readonly patch: Patch;
  readonly after: TestResult;
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
  readonly rivals: readonly Alternative[];
}

/** How many of a source's own finds are settled before it is taken to be mistaken about this project. */
const WARM_SETTLED = 6;

/** Lets sources that can run candidates themselves do so, and settles what they found. */
async function searchWarm(
  house: House,
  input: HuntInput,
  tally: Tally,
  target: RepairTarget,
  before: TestResult,
  targets: readonly string[],
): Promise<Step | null> {
  for (const source of house.sources) {
    if (source.search === undefined || tally.spent() || input.signal.aborted) continue;
    const suspects = await source.locate(target);
    tally.suspect(suspects);
    input.onEvent({ kind: "suspects", suspects });
    input.onEvent({ kind: "phase", phase: "search" });
    const { suites, flaky } = input.baseline;
    const ground = { tree: input.tree.path, lent: input.tree.lent, suites };
    const found = await source.search(target, ground, {
      budgetMs: tally.leftMs(),
      signal: input.signal,
      onProgress: ({ tried, latest }) => tally.progress(tried, latest),
    });
    if (found.status === "cold") continue;
    tally.add(found.tried, found.operators, found.patches.length === 0 ? source.id : null);
    tally.helped(found.partly);
    for (const patch of [...found.patches, ...found.partly].slice(0, WARM_SETTLED)) {
      const settled = await settle(
        house,
        { tree: input.tree, suites, before, targets, flaky, checks: null, signal: input.signal },
        patch,
      );
      if (settled.verdict.status !== "accepted" || settled.after === null) continue;
      const { fixed, stillFailing } = settled.verdict;
      const rivals = found.rivals
        .filter((rival) => rival.patch !== patch)
        .map((rival) => ({ description: rival.patch.description, diff: "", differs: rival.differs }));
      return { patch, after: settled.after, fixed, stillFailing, rivals };
    }
  }
  return null;
}

async function searchOnce(
  house: House,
  input: HuntInput,
  tally: Tally,
  target: RepairTarget,
  before: TestResult,
  targets: readonly string[],
): Promise<Step | null> {
  let best: Step | null = null;
  const rivals: Alternative[] = [];
  let since = 0;
  for await (const patch of proposals(house, input, tally, target)) {
    if (input.signal.aborted || tally.spent()) break;
    if (best && since >= (best.stillFailing.length === 0 ? RIVALS_TRIED : PATIENCE)) break;
    since += 1;
    tally.count(patch);
    const { suites, flaky } = input.baseline;
    const settled = await settle(
      house,
      { tree: input.tree, suites, before, targets, flaky, checks: null, signal: input.signal },
      patch,
    );
    tellSources(house, patch, settled.verdict);
    if (settled.verdict.status !== "accepted" || settled.after === null) continue;

    const { fixed, stillFailing } = settled.verdict;
    const { diff } = await input.tree.changes();
    await input.tree.restore();
    if (best && best.stillFailing.length === 0) {
      if (stillFailing.length === 0) rivals.push({ description: patch.description, diff, differs: null });
      continue;
    }
    if (!best || stillFailing.length < best.stillFailing.length) {
      best = { patch, after: settled.after, fixed, stillFailing, rivals };
      since = 0;
    }
  }
  if (best) await input.tree.apply(best.patch.edits);
  return best;
}

async function* proposals(
  house: House,
  input: HuntInput,
  tally: Tally,
  target: RepairTarget,
): AsyncGenerator<Patch> {
  for (const source of house.sources) {
    if (tally.searchedBy(source.id)) continue;
    const suspects = await source.locate(target);
    tally.suspect(suspects);
    input.onEvent({ kind: "suspects", suspects });
    input.onEvent({ kind: "phase", phase: "search" });
    yield* source.propose(target, input.signal, await brief(input, tally));
  }
}

async function brief(input: HuntInput, tally: Tally): Promise<Briefing> {
  const { files } = await input.tree.changes();
  const changed = files.filter((file) => file.after !== null).map((file) => file.path);
  const { tried, suspects } = tally.report();
  return {
    ...input.run,
    issue: input.request.issue,
    suspects,
    partly: tally.partly(),
    tried,
    files: await readTexts(input.tree, changed),
    say: (text) => input.onEvent({ kind: "brain", text }),
  };
}

function tellSources(house: House, patch: Patch, verdict: Verdict): void {
  const accepted = verdict.status === "accepted";
  for (const source of house.sources) {
    source.learn?.({
      patch,
      fixed: verdict.fixed,
      broken: accepted ? [] : verdict.broken,
      stillFailing: accepted ? verdict.stillFailing : [],
      why: accepted ? [] : verdict.reasons,
    });
  }
}

/** What a source is given: the failure and the code that may change. */
async function describeTarget(
  house: House,
  input: HuntInput,
  failing: TestResult,
  targets: readonly string[],
): Promise<RepairTarget> {
  input.onEvent({ kind: "phase", phase: "locate" });
  const { suites } = input.baseline;
  const paths = (await input.tree.files()).filter(house.isSource);
  const judging = paths.filter((path) => house.tests.isTestFile(path, suites));
  const changeable = paths.filter((path) => !judging.includes(path));
  return {
    failing: onlyTargets(failing, targets),
    sources: await readTexts(input.tree, changeable),
    tests: await readTexts(input.tree, judging),
    coverage: null,
  };
}

/** The same with the lines that the failing tests ran: for sources that cannot run them warm and look by themselves. */
async function measureTarget(
  house: House,
  input: HuntInput,
  tally: Tally,
  target: RepairTarget,
  targets: readonly string[],
): Promise<RepairTarget> {
  if (house.sources.every((source) => tally.searchedBy(source.id))) return target;
  const { coverage } = await runSuites(house, input.tree, input.baseline.suites, targets, {
    timeoutMs: house.settings.testTimeoutSeconds * 1000,
    coverageOf: target.sources.map((each) => each.path),
    signal: input.signal,
  });
  const relevant = new Set(
    narrow(
      target.sources.map((each) => each.path),
      coverage,
    ),
  );
  return { ...target, sources: target.sources.filter((each) => relevant.has(each.path)), coverage };
}

/** A file that none of the failing tests ran cannot be where they go wrong. */
function narrow(paths: readonly string[], coverage: LineCoverage | null): readonly string[] {
  if (coverage === null) return paths;
  const executed = paths.filter((path) => (coverage[path]?.executed.length ?? 0) > 0);
  return executed.length > 0 ? executed : paths;
}

function onlyTargets(result: TestResult, targets: readonly string[]): TestResult {
  return { ...result, failures: result.failures.filter((failure) => targets.includes(failure.test_id)) };
}

interface Tally {
  count(patch: Patch): void;
  suspect(suspects: readonly Suspect[]): void;
  /** Candidates that a source ran itself, and its name where it has nothing more to offer. */
  add(tried: number, operators: Readonly<Record<string, number>>, searched: string | null): void;
  /** Patches of a source's own search that mended a part. */
  helped(patches: readonly Patch[]): void;
  partly(): readonly Patch[];
  progress(tried: number, latest: Patch): void;
  searchedBy(source: string): boolean;
  leftMs(): number;
  spent(): boolean;
  report(): HuntReport;
}

function startTally(house: House, input: HuntInput): Tally {
  const start = house.elapsed();
  const seconds = () => (house.elapsed() - start) / 1000;
  const operators: Record<string, number> = {};
  const searched = new Set<string>();
  let tried = 0;
  let known: readonly Suspect[] = [];
  let partly: readonly Patch[] = [];
  return {
    helped(patches) {
      partly = [...partly, ...patches];
    },
    partly: () => partly,
    count(patch) {
      tried += 1;
      operators[patch.operator] = (operators[patch.operator] ?? 0) + 1;
      input.onEvent({ kind: "candidate", tried, seconds: seconds(), patch });
    },
    suspect(suspects) {
      if (known.length === 0) known = suspects;
    },
    add(more, byOperator, source) {
      tried += more;
      if (source !== null) searched.add(source);
      for (const [id, count] of Object.entries(byOperator)) operators[id] = (operators[id] ?? 0) + count;
    },
    progress(more, patch) {
      input.onEvent({ kind: "candidate", tried: tried + more, seconds: seconds(), patch });
    },
    searchedBy: (source) => searched.has(source),
    leftMs: () => Math.max(0, (input.request.budgetSeconds - seconds()) * 1000),
    spent: () => seconds() > input.request.budgetSeconds,
    report: () => ({
      tried,
      seconds: seconds(),
      operators,
      suspects: known,
      notes: house.sources.flatMap((source) => source.account?.() ?? []),
    }),
  };
}

function whyNone(
  tally: Tally,
  input: HuntInput,
  patches: readonly Patch[],
  targets: readonly string[],
): string {
  if (input.signal.aborted) return "it was interrupted";
  const partly =
    patches.length > 0
      ? `; ${patches.length} of its changes helped, but ${targets.length} tests still fail`
      : "";
  const { tried } = tally.report();
  if (tally.spent())
    return `the budget of ${input.request.budgetSeconds} s was spent on ${tried} candidates${partly}`;
  if (tried === 0) return `no operator had anything to propose for this code${partly}`;
  return `none of ${tried} candidates makes the failing tests pass without breaking another${partly}`;
}
