import type { Patch } from "../../../domain/entities/patch.ts";
import { type Comparison, type Worker, WorkerEnded } from "../validate/worker.ts";
import type { Ordered } from "./batch.ts";

/** A plausible patch that does not mean the same as the best one, and the first input found on which they part. */
interface Rival {
  readonly patch: Patch;
  readonly differs: string | null;
}

export interface Ranking {
  readonly patches: readonly Patch[];
  readonly rivals: readonly Rival[];
  /** How many plausible patches behave otherwise than the best one on some input tried. */
  readonly disagree: number;
}

const MOST_COMPARED = 24;
const INPUTS = 90;

/** Cheapest first, and how the others differ from it on the tests' inputs and variations of them. */
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
    .map((patch, index) => ({ patch, differs: difference(compared, index + 1) }))
    .filter((each, index) => each.differs !== null || !isCompared(compared, index + 1));
  return { patches, rivals, disagree: rivals.length };
}

/** Where nothing could be called with varied inputs, every other patch may mean something else. */
function uncompared(patches: readonly Patch[], others: readonly Patch[]): Ranking {
  return { patches, rivals: others.map((patch) => ({ patch, differs: null })), disagree: others.length };
}

/** What only fresh imports can show has no outcomes. */
function isCompared({ outcomes }: Comparison, at: number): boolean {
  return (outcomes[0]?.length ?? 0) > 0 && (outcomes[at]?.length ?? 0) > 0;
}

function difference(compared: Comparison, at: number): string | null {
  const best = compared.outcomes[0] ?? [];
  const other = compared.outcomes[at] ?? [];
  for (const [index, input] of compared.inputs.entries()) {
    const [first, second] = [best[index], other[index]];
    if (first === undefined || second === undefined || first === second) continue;
    return `${input}: ${brief(first)}, with this one ${brief(second)}`;
  }
  return null;
}

/** Answers carry what they did to their arguments; people first want the answer. */
function brief(outcome: string): string {
  return outcome.split(" leaving ")[0] ?? outcome;
}

function unlessEnded(error: unknown): null {
  if (error instanceof WorkerEnded) return null;
  throw error;
}
