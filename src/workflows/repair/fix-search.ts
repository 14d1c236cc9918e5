import type { Alternative } from "../../domain/entities/evidence.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { LineCoverage, TestResult } from "../../domain/entities/test-result.ts";
import type { Briefing, RepairTarget } from "../../domain/ports/repair.ts";
import type { Verdict } from "../../domain/rules/verdict.ts";
import type { Ports } from "../ports.ts";
import { readTexts, type SettlePorts, settle } from "../proof/settle.ts";
import type { FixSearchInput, FixSearchResume, Kept } from "./fix-search-input.ts";
import { type FixSearchReport, startTally, type Tally, whyNone } from "./fix-search-tally.ts";
import { describeTarget, measureTarget } from "./repair-target.ts";

export type FixSearchPorts = Pick<
  Ports,
  "brain" | "elapsed" | "gatherNear" | "isSource" | "model" | "sources"
> &
  SettlePorts;

/** What was found; accepted patches are applied in the tree. */
export type FixSearch =
  | (FixSearchReport & {
      readonly status: "found";
      readonly patches: readonly Patch[];
      /** The run of all tests with the patches, and which of their lines it ran; null where that was not measured. */
      readonly proof: Proof | null;
      readonly iterations: number;
      /** Other patches that passed every test, for the person to compare. */
      readonly alternatives: readonly Alternative[];
      /** Targets that still fail: the patches mend the others, and nothing was found for these. */
      readonly left: readonly string[];
    })
  | (FixSearchReport & { readonly status: "none"; readonly why: string });

interface Proof {
  readonly after: TestResult;
  readonly coverage: LineCoverage | null;
}

/** After a patch that mends everything: how many further candidates are tried for rival explanations. */
const RIVALS_TRIED = 8;
/** After a patch that mends a part: how many further candidates may still mend more. */
const PATIENCE = 40;
/** What is left to mend gets so many times the time that the part took, and at least so many seconds. */
const REST_SHARE = 1;
const REST_SECONDS = 8;

/** Tries patches from the sources until the targets pass, iteration by iteration, within the budget. */
export async function searchForFix(ports: FixSearchPorts, input: FixSearchInput): Promise<FixSearch> {
  const tally = startTally(ports, input);
  const steps: Step[] = [];
  let before = input.baseline.result;
  let targets = input.baseline.targets;
  const kept = [...(input.resume?.kept ?? [])];
  let session = input.resume?.session ?? null;

  for (let iteration = 1; iteration <= input.request.maxIterations; iteration += 1) {
    input.onEvent({ kind: "phase", phase: "locate" });
    const target = await describeTarget(ports, input.tree, input.baseline.judging, before, targets);
    const known = kept.shift();
    const aim = { target, before, targets };
    const again = known ? await settleKept(ports, input, tally, aim, known) : null;
    const step = again ?? (await searchOn(ports, input, tally, aim, session));
    if (again === null) session = null;
    if (step === null) break;
    if (again === null) await input.onKept(step);
    steps.push(step);
    before = step.after;
    targets = step.stillFailing;
    input.onEvent({ kind: "progress", patch: step.patch, fixed: step.fixed, left: targets.length });
    if (targets.length === 0) break;
    await input.tree.setRestorePoint();
    tally.limitRest(REST_SHARE, REST_SECONDS);
  }
  const [first, ...others] = steps;
  const stands = targets.length === 0 || steps.every((step) => step.stands);
  input.signal.throwIfAborted();
  if (first === undefined || !stands)
    return { ...tally.report(), status: "none", why: whyNone(tally, input, steps.length, targets) };
  const patches = steps.map((step) => step.patch);
  return {
    ...tally.report(patches),
    status: "found",
    patches,
    proof: others.length > 0 || first.coverage === null ? null : first,
    iterations: steps.length,
    alternatives: steps.flatMap((step) => step.rivals),
    left: targets,
  };
}

interface Step extends Kept {
  readonly after: TestResult;
  readonly coverage: LineCoverage | null;
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
}

interface Aim {
  readonly target: RepairTarget;
  readonly before: TestResult;
  readonly targets: readonly string[];
}

/** What every patch of this iteration has to reach. */
function goalOf({ tree, baseline, signal }: FixSearchInput, { before, targets }: Aim) {
  const { suites, judging, flaky } = baseline;
  return { tree, suites, judging, before, targets, flaky, checks: null, signal };
}

/** A patch that was accepted before the process was cut short is proven again, not looked for again. */
async function settleKept(
  ports: FixSearchPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  kept: Kept,
): Promise<Step | null> {
  const { target, targets } = aim;
  const isWarm = ports.sources.some((source) => source.search !== undefined);
  const seen = isWarm ? target : await measureTarget(ports, input, target, targets);
  for (const source of ports.sources) tally.suspect(await source.locate(seen));
  tally.count(kept.patch);
  const settled = await settle(ports, { ...goalOf(input, aim), coverage: true }, kept.patch);
  if (settled.verdict.status !== "accepted" || settled.after === null) return null;
  const { fixed, stillFailing } = settled.verdict;
  return { ...kept, after: settled.after, coverage: settled.coverage, fixed, stillFailing };
}

async function searchOn(
  ports: FixSearchPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  session: FixSearchResume["session"],
): Promise<Step | null> {
  const { target } = aim;
  if (session !== null) {
    tally.add(session.tried, {}, null);
    for (const source of ports.sources) {
      if (source.resumes) continue;
      tally.suspect(await source.locate(target));
      tally.add(0, {}, source.id);
    }
  } else {
    const warm = await searchWarm(ports, input, tally, aim);
    if (warm !== null) return warm;
  }
  return searchCold(ports, input, tally, aim, session);
}

/** How many of a source's own finds are settled before it is taken to be mistaken about this project. */
const WARM_SETTLED = 6;

/** Lets sources that can run candidates themselves do so, and settles what they found. */
async function searchWarm(
  ports: FixSearchPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
): Promise<Step | null> {
  const { target } = aim;
  for (const source of ports.sources) {
    if (source.search === undefined || tally.spent() || input.signal.aborted) continue;
    const suspects = await source.locate(target);
    tally.suspect(suspects);
    input.onEvent({ kind: "suspects", suspects });
    input.onEvent({ kind: "phase", phase: "search" });
    const environment = { tree: input.tree.path, lent: input.tree.lent, suites: input.baseline.suites };
    const prepared = input.early?.take(source.id, target);
    const found = await source.search(target, environment, {
      budgetMs: tally.leftMs(),
      signal: input.signal,
      ...(prepared && { prepared }),
      onProgress: ({ tried, latest }) => tally.progress(tried, latest),
    });
    if (found.status === "cold") continue;
    tally.add(found.tried, found.operators, found.patches.length === 0 ? source.id : null);
    tally.helped(found.partly);
    for (const patch of [...found.patches, ...found.partly].slice(0, WARM_SETTLED)) {
      const goal = { ...goalOf(input, aim), screened: true, coverage: true };
      const settled = await settle(ports, goal, patch);
      if (settled.verdict.status !== "accepted" || settled.after === null) continue;
      const { fixed, stillFailing } = settled.verdict;
      const rivals = found.rivals
        .filter((rival) => rival.patch !== patch)
        .map((rival) => ({ description: rival.patch.description, diff: "", differs: rival.differs }));
      return {
        patch,
        after: settled.after,
        coverage: settled.coverage,
        fixed,
        stillFailing,
        rivals,
        stands: found.patches.includes(patch),
      };
    }
  }
  return null;
}

/** Tries what the other sources propose, one patch at a time. */
async function searchCold(
  ports: FixSearchPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  session: Briefing["resume"] | null,
): Promise<Step | null> {
  if (ports.sources.every((source) => tally.searchedBy(source.id)) || tally.spent()) return null;
  const target = await measureTarget(ports, input, aim.target, aim.targets);
  let best: Step | null = null;
  const rivals: Alternative[] = [];
  let since = 0;
  for await (const patch of proposals(ports, input, tally, target, session)) {
    input.signal.throwIfAborted();
    if (tally.spent()) break;
    if (best && since >= (best.stillFailing.length === 0 ? RIVALS_TRIED : PATIENCE)) break;
    since += 1;
    tally.count(patch);
    const settled = await settle(ports, goalOf(input, aim), patch);
    tellSources(ports, patch, settled.verdict);
    if (settled.verdict.status === "rejected") tally.refuse(patch);
    if (settled.verdict.status !== "accepted" || settled.after === null) continue;

    const { fixed, stillFailing } = settled.verdict;
    const { diff } = await input.tree.changes();
    await input.tree.restore();
    if (best && best.stillFailing.length === 0) {
      if (stillFailing.length === 0) rivals.push({ description: patch.description, diff, differs: null });
      continue;
    }
    if (!best || stillFailing.length < best.stillFailing.length) {
      best = { patch, after: settled.after, coverage: null, fixed, stillFailing, rivals, stands: false };
      since = 0;
    }
  }
  if (best) await input.tree.apply(best.patch.edits);
  return best;
}

async function* proposals(
  ports: Pick<Ports, "sources">,
  input: FixSearchInput,
  tally: Tally,
  target: RepairTarget,
  session: Briefing["resume"] | null,
): AsyncGenerator<Patch> {
  for (const source of ports.sources) {
    if (tally.searchedBy(source.id)) continue;
    const suspects = await source.locate(target);
    tally.suspect(suspects);
    input.onEvent({ kind: "suspects", suspects });
    input.onEvent({ kind: "phase", phase: "search" });
    if (source.resumes) tally.handOver();
    yield* source.propose(target, input.signal, {
      ...(await brief(input, tally)),
      ...(session && source.resumes && { resume: session }),
    });
  }
}

async function brief(input: FixSearchInput, tally: Tally): Promise<Briefing> {
  const { files } = await input.tree.changes();
  const [gone, changed] = [true, false].map((isGone) =>
    files.filter((file) => (file.after === null) === isGone).map((file) => file.path),
  );
  const { tried, suspects } = tally.report();
  return {
    ...input.run,
    judging: async () => input.baseline.judging,
    issue: input.request.issue,
    suspects,
    partly: tally.partly(),
    tried,
    files: await readTexts(input.tree, changed ?? []),
    gone: gone ?? [],
    say: (text) => input.onEvent({ kind: "brain", text }),
  };
}

function tellSources(ports: Pick<Ports, "sources">, patch: Patch, verdict: Verdict): void {
  const accepted = verdict.status === "accepted";
  for (const source of ports.sources) {
    source.learn?.({
      patch,
      fixed: verdict.fixed,
      broken: accepted ? [] : verdict.broken,
      stillFailing: accepted ? verdict.stillFailing : [],
      why: accepted ? [] : verdict.reasons,
    });
  }
}
