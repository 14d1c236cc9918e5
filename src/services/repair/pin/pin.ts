import type { Pinning, Split } from "../../../domain/entities/evidence.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../domain/ports/repair.ts";
import { firstSplit, isCompared, pathOf, saySplit } from "../search/rank.ts";
import { type Answer, type Comparison, type Worker, WorkerEnded } from "../validate/worker.ts";
import { type Mutant, mutantsOf } from "./mutants.ts";

/** Counted in candidates, not seconds, so the same input gives the same result. */
const LIMITS = { near: 40, around: 60 };
/** For projects in which every mutant needs freshly loaded modules. */
const COLD_LIMITS = { near: 12, around: 12 };
const MOST_COMPARED = 30;
const INPUTS = 240;
const DEEPER = 15;
const MOST_SHOWN = 3;

/**
 * How well the tests pin down a patch: how many small changes to the repaired line and its function they notice. A
 * change that behaves the same on all varied inputs does not count. Null if that cannot be measured.
 */
export async function pin(
  patch: Patch,
  target: RepairTarget,
  worker: Worker,
  ticks: number,
): Promise<Pinning | null> {
  try {
    const way = await wayOf(patch, worker, ticks);
    if (way === null) return null;
    const mutants = mutantsOf(patch, target, way.isCold ? COLD_LIMITS : LIMITS);
    if (mutants.length === 0) return null;
    const answers = await way.judge(mutants.map(({ edits }) => edits));
    const judged = mutants.map((mutant, at) => ({ mutant, verdict: answers[at]?.verdict ?? "broken" }));
    const run = judged.filter(({ verdict }) => verdict !== "broken" && verdict !== "cold");
    const killed = run.filter(({ verdict }) => verdict !== way.verdict).map(({ mutant }) => mutant);
    const alive = run.filter(({ verdict }) => verdict === way.verdict).map(({ mutant }) => mutant);
    return tell(killed, alive, await compared(patch, alive, worker, ticks));
  } catch (error) {
    if (error instanceof WorkerEnded) return null;
    throw error;
  }
}

interface Way {
  /** The worker's verdict on the patch itself, and therefore on a mutant that no test notices. */
  readonly verdict: Answer["verdict"];
  readonly isCold: boolean;
  judge(candidates: readonly Mutant["edits"][]): Promise<readonly Answer[]>;
}

/** How the worker can judge changes to this patch: with as many ticks as the patch itself needs, warm if possible. */
async function wayOf({ edits }: Patch, worker: Worker, ticks: number): Promise<Way | null> {
  for (const allowed of [ticks, ticks * DEEPER]) {
    const [warm] = await worker.judge([edits], allowed);
    if (warm !== undefined && passesTargets(warm.verdict))
      return { verdict: warm.verdict, isCold: false, judge: (all) => worker.judge(all, allowed) };
  }
  const [cold] = await worker.judgeCold([edits], ticks * DEEPER);
  if (cold === undefined || !passesTargets(cold.verdict)) return null;
  return { verdict: cold.verdict, isCold: true, judge: (all) => worker.judgeCold(all, ticks * DEEPER) };
}

function passesTargets(verdict: Answer["verdict"]): boolean {
  return verdict === "plausible" || verdict === "share";
}

interface Survivor {
  readonly mutant: Mutant;
  /** The input on which it differs, with both answers; null if it could not be called. */
  readonly split: Split | null;
}

/** Mutants that behave differently from the patch on some input, and those that could not be compared. */
async function compared(
  patch: Patch,
  alive: readonly Mutant[],
  worker: Worker,
  ticks: number,
): Promise<readonly Survivor[]> {
  if (alive.length === 0) return [];
  const some = alive.slice(0, MOST_COMPARED);
  const edits = [patch.edits, ...some.map((each) => each.edits)];
  const comparison: Comparison = await worker.compare(edits, ticks * 10, INPUTS);
  return some.flatMap((mutant, at): readonly Survivor[] => {
    if (!isCompared(comparison, at + 1)) return [{ mutant, split: null }];
    const split = firstSplit(comparison, at + 1, pathOf(patch));
    return split === null ? [] : [{ mutant, split }];
  });
}

function tell(killed: readonly Mutant[], alive: readonly Mutant[], survivors: readonly Survivor[]): Pinning {
  const isNear = ({ isNear: near }: Mutant) => near;
  const differing = survivors.filter(({ split }) => split !== null);
  const near = differing.filter(({ mutant }) => mutant.isNear);
  const shown = [...near, ...differing.filter((each) => !near.includes(each))].slice(0, MOST_SHOWN);
  return {
    killed: killed.length,
    survived: differing.length,
    equal: Math.min(alive.length, MOST_COMPARED) - survivors.length,
    unknown: survivors.length - differing.length,
    killed_near: killed.filter(isNear).length,
    survived_near: near.length,
    survivors: shown.map(({ mutant, split }) => ({
      description: mutant.description,
      differs: split === null ? "" : saySplit(split),
      split,
    })),
  };
}
