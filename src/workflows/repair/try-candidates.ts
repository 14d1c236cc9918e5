import type { Alternative } from "../../domain/entities/evidence.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Kept } from "../../domain/entities/task.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { OfferedPatch, RepairTarget, Rival } from "../../domain/ports/repair.ts";
import type { Ports } from "../ports.ts";
import type { Proof } from "../proof/conclude.ts";
import { type Settled, type SettlePorts, settle } from "../proof/settle.ts";
import type { FixSearchInput } from "./fix-search-input.ts";
import type { Tally } from "./fix-search-tally.ts";
import { type ProveScreenedPorts, proveScreened } from "./prove-screened.ts";

export type TryCandidatesPorts = Pick<Ports, "sources"> & SettlePorts & ProveScreenedPorts;

/** The tests that a patch must fix, and their context. */
export interface Aim {
  readonly target: RepairTarget;
  readonly before: TestResult;
  readonly targets: readonly string[];
  readonly measure: () => Promise<RepairTarget>;
}

/** A patch that settle accepted, and its effect. */
export interface AcceptedPatch extends Kept, Proof {
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
}

/** After a patch that fixes everything: how many more candidates are tried to find rivals. */
const RIVALS_TRIED = 8;
/** After a patch that fixes some of the tests: how many more candidates are tried for a better one. */
const PATIENCE = 40;

/** What every patch of this iteration is judged by. */
export function settleInputFor({ tree, baseline, signal }: FixSearchInput, { before, targets }: Aim) {
  const { suites, judging, flaky } = baseline;
  return { tree, suites, judging, before, targets, flaky, checks: null, signal };
}

/**
 * Settles candidates until one fixes the targets. A screened one ends it: its source has already compared it with its
 * rivals. After an unscreened one, a few more are tried, for rivals or for one that fixes more; the best is applied.
 */
export async function tryCandidates(
  ports: TryCandidatesPorts,
  input: FixSearchInput,
  tally: Tally,
  aim: Aim,
  offer: (hasFound: () => boolean) => AsyncIterable<OfferedPatch>,
): Promise<AcceptedPatch | null> {
  let best = null as AcceptedPatch | null;
  const rivals: Alternative[] = [];
  let since = 0;
  for await (const { patch, screened } of offer(() => best !== null)) {
    if (screened) {
      const proven = await proveScreened(ports, settleInputFor(input, aim), patch);
      if (proven === null) continue;
      const others = screened.rivals.map(asAlternative);
      const { stands, searchEvidence = null } = screened;
      return { ...proven, patch, rivals: others, stands, search: searchEvidence };
    }
    input.signal.throwIfAborted();
    if (best && since >= (best.stillFailing.length === 0 ? RIVALS_TRIED : PATIENCE)) break;
    since += 1;
    tally.count(patch);
    const settled = await settle(ports, settleInputFor(input, aim), patch);
    const { verdict, after } = settled;
    tellSources(ports, patch, settled);
    if (verdict.status === "rejected") tally.refuse(patch);
    if (verdict.status !== "accepted" || after === null) continue;

    const { fixed, stillFailing } = verdict;
    const { diff } = await input.tree.changes();
    await input.tree.restore();
    if (best && best.stillFailing.length === 0) {
      if (stillFailing.length === 0)
        rivals.push({ description: patch.description, diff, differs: null, split: null });
      continue;
    }
    if (!best || stillFailing.length < best.stillFailing.length) {
      best = { patch, after, coverage: null, fixed, stillFailing, rivals, stands: false, search: null };
      since = 0;
    }
  }
  if (best) await input.tree.apply(best.patch.edits);
  return best;
}

function asAlternative({ patch, differs, split = null }: Rival): Alternative {
  return { description: patch.description, diff: "", differs, split };
}

function tellSources(
  { sources }: TryCandidatesPorts,
  patch: Patch,
  { verdict, failures = [] }: Pick<Settled, "failures" | "verdict">,
): void {
  const accepted = verdict.status === "accepted";
  for (const source of sources) {
    source.learn?.({
      patch,
      fixed: verdict.fixed,
      broken: accepted ? [] : verdict.broken,
      stillFailing: accepted ? verdict.stillFailing : [],
      why: accepted ? [] : verdict.reasons,
      failures: accepted ? [] : failures,
    });
  }
}
