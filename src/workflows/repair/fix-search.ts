import type { Alternative, SearchEvidence } from "../../domain/entities/evidence.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Kept } from "../../domain/entities/task.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { lazily } from "../../domain/rules/values/lazily.ts";
import type { Ports } from "../ports.ts";
import type { Proof } from "../proof/conclude.ts";
import { settle } from "../proof/settle.ts";
import { type CandidatesPorts, candidates } from "./candidates.ts";
import type { FixSearchInput } from "./fix-search-input.ts";
import { type FixSearchReport, startTally, type Tally } from "./fix-search-tally.ts";
import { watchPartialResult } from "./partial-result.ts";
import { describeTarget, measureTarget } from "./repair-target.ts";
import {
  type AcceptedPatch,
  type Aim,
  settleInputFor,
  type TryCandidatesPorts,
  tryCandidates,
} from "./try-candidates.ts";
import { type EndedBy, whyNone } from "./why-none.ts";

export type FixSearchPorts = Pick<
  Ports,
  "brain" | "elapsed" | "gatherNear" | "sourcesOf" | "model" | "testWriter"
> &
  CandidatesPorts &
  TryCandidatesPorts;

/** The result; accepted patches are applied in the tree. */
export type FixSearch =
  | (FixSearchReport & {
      readonly status: "found";
      readonly patches: readonly Patch[];
      /** The run of all tests with the patches, and which changed lines it ran; null if not measured. */
      readonly proof: Proof | null;
      readonly iterations: number;
      /** Other patches that passed every test, for the person to compare. */
      readonly alternatives: readonly Alternative[];
      /** Null for more than one patch, and if there was no search. */
      readonly searchEvidence: SearchEvidence | null;
      /** Targets that the patches do not fix. */
      readonly left: readonly string[];
    })
  | (FixSearchReport & {
      readonly status: "none";
      readonly why: string;
      readonly endedBy: EndedBy;
    });

/** After a partial fix, the rest gets as much time as was already spent, and at least this many seconds. */
const REST_SECONDS = 8;

/** Tries patches from the sources until the targets pass, iteration by iteration, within the budget. */
export async function searchForFix(ports: FixSearchPorts, input: FixSearchInput): Promise<FixSearch> {
  const tally = startTally(ports, input);
  const accepted: AcceptedPatch[] = [];
  const partial = watchPartialResult(input.tree);
  let before = input.baseline.result;
  let targets = input.baseline.targets;
  const kept = [...(input.resume?.kept ?? [])];
  let session = input.resume?.session ?? null;

  const { maxIterations } = input.request;
  const hasModel = ports.sources.some((source) => source.isModel);
  const isSearched = () =>
    ports.sources.some(({ id, isModel }) => !isModel && id === accepted.at(-1)?.patch.source);
  // when search has used up all iterations, a model still gets one
  const most = () => maxIterations + (hasModel && isSearched() ? 1 : 0);
  for (let iteration = 1; iteration <= most(); iteration += 1) {
    input.onEvent({ kind: "phase", phase: "locate" });
    const aim = await aimAt(ports, input, before, targets);
    const known = kept.shift();
    const again = known ? await settleKept(ports, input, tally, aim, known) : null;
    const state = { session, onlyModels: iteration > maxIterations };
    const offer = (hasFound: () => boolean) => candidates(ports, input, tally, aim, { ...state, hasFound });
    const latest = again ?? (await tryCandidates(ports, input, tally, aim, offer));
    if (again === null) session = null;
    if (latest === null) break;
    if (again === null) await input.onKept(latest);
    accepted.push(latest);
    await partial.note(accepted);
    before = latest.after;
    targets = latest.stillFailing;
    input.onEvent({ kind: "progress", patch: latest.patch, fixed: latest.fixed, left: targets.length });
    if (targets.length === 0) break;
    await input.tree.setRestorePoint();
    tally.keep(latest);
    tally.limitRest(REST_SECONDS);
  }
  input.signal.throwIfAborted();
  const held = targets.length === 0 ? accepted : await partial.keep();
  if (held.length === 0)
    return { ...tally.report(), status: "none", ...whyNone(ports, input, tally, accepted.length, targets) };
  return foundIn(held, tally);
}

/** The failing tests as an aim; what they run is measured if a source asks for it. */
async function aimAt(
  ports: FixSearchPorts,
  input: FixSearchInput,
  before: TestResult,
  targets: readonly string[],
): Promise<Aim> {
  const failing = { judging: input.baseline.judging, result: before, targets };
  const target = await describeTarget(ports, input.tree, failing);
  return { target, before, targets, measure: lazily(() => measureTarget(ports, input, target, targets)) };
}

function foundIn(held: readonly AcceptedPatch[], tally: Tally): FixSearch {
  const patches = held.map((each) => each.patch);
  const only = held.length === 1 ? held[0] : undefined;
  return {
    ...tally.report(patches),
    status: "found",
    patches,
    proof: only === undefined || only.coverage === null ? null : only,
    iterations: held.length,
    searchEvidence: only?.search ?? null,
    alternatives: held.flatMap((each) => each.rivals),
    left: held.at(-1)?.stillFailing ?? [],
  };
}

/** A patch that was accepted before an interruption is proven again, not searched for again. */
async function settleKept(
  ports: FixSearchPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  kept: Kept,
): Promise<AcceptedPatch | null> {
  const onlyModels = ports.sources.every((source) => source.isModel);
  tally.suspect(ports.locate(onlyModels ? await aim.measure() : aim.target));
  tally.count(kept.patch);
  const settled = await settle(ports, { ...settleInputFor(input, aim), coverage: true }, kept.patch);
  if (settled.verdict.status !== "accepted" || settled.after === null) return null;
  const { fixed, stillFailing } = settled.verdict;
  return { ...kept, after: settled.after, coverage: settled.coverage, fixed, stillFailing };
}
