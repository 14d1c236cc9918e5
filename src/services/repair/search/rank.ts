import type { Split } from "../../../domain/entities/evidence.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import type { Rival } from "../../../domain/ports/repair.ts";
import { type Comparison, type Worker, WorkerEnded } from "../validate/worker.ts";
import type { Ordered } from "./batch.ts";

export interface Ranking {
  readonly patches: readonly Patch[];
  readonly rivals: readonly Rival[];
  /** How many plausible patches behave differently from the best one on some input. */
  readonly disagree: number;
}

const MOST_COMPARED = 24;
const INPUTS = 240;

/**
 * Keeps patches in order, cheapest first, and compares the others with the first on the tests' inputs and
 * variations of them.
 */
export async function rank(
  plausible: readonly Ordered[],
  worker: Worker,
  ticks: number,
  inputs = INPUTS,
): Promise<Ranking> {
  const patches = plausible.map((each) => each.patch);
  const [best, ...others] = patches.slice(0, MOST_COMPARED);
  if (best === undefined || others.length === 0) return { patches, rivals: [], disagree: 0 };
  const edits = [best, ...others].map((each) => each.edits);
  const compared = await worker.compare(edits, ticks * 10, inputs).catch(unlessEnded);
  if (compared === null || compared.inputs.length === 0) return uncompared(patches, others);
  const rivals = others
    .map((patch, index) => rivalOf(patch, firstSplit(compared, index + 1, pathOf(best))))
    .filter((each, index) => each.differs !== null || !isCompared(compared, index + 1));
  return { patches, rivals, disagree: rivals.length };
}

/** If nothing could be called with varied inputs, every other patch may behave differently. */
function uncompared(patches: readonly Patch[], others: readonly Patch[]): Ranking {
  return { patches, rivals: others.map((patch) => ({ patch, differs: null })), disagree: others.length };
}

/** A candidate that needs fresh imports has no outcomes. */
export function isCompared({ outcomes }: Comparison, at: number): boolean {
  return (outcomes[0]?.length ?? 0) > 0 && (outcomes[at]?.length ?? 0) > 0;
}

function rivalOf(patch: Patch, split: Split | null): Rival {
  return split === null ? { patch, differs: null } : { patch, differs: saySplit(split), split };
}

export function pathOf({ edits }: Patch): string {
  return edits[0]?.path ?? "";
}

/** The first input on which a candidate answers differently from the first one; null if there is none. */
export function firstSplit({ inputs, outcomes }: Comparison, at: number, path: string): Split | null {
  const best = outcomes[0] ?? [];
  const own = outcomes[at] ?? [];
  for (const [index, call] of inputs.entries()) {
    const [first, second] = [best[index], own[index]];
    if (first === undefined || second === undefined || isEqual(first, second)) continue;
    return { path, call, mine: brief(first), other: brief(second) };
  }
  return null;
}

/** Python considers an integer and the same float equal, so no test distinguishes them. */
function isEqual(first: string, second: string): boolean {
  const plain = (text: string) => text.replaceAll(/(?<![\w.])(\d+)\.0(?!\w)/g, "$1");
  return first === second || plain(first) === plain(second);
}

export function saySplit({ call, mine, other }: Split): string {
  return `${call}: ${mine} with the fix, ${other} with this change`;
}

/** Outcomes include the effect on the arguments; the result is shown first. */
function brief(outcome: string): string {
  return outcome.split(" leaving ")[0] ?? outcome;
}

function unlessEnded(error: unknown): null {
  if (error instanceof WorkerEnded) return null;
  throw error;
}
