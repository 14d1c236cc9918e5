import type { Patch } from "../../../domain/entities/patch.ts";
import { COSTS } from "../costs.ts";
import { languageSlip } from "../operators/statements/language-slip.ts";
import type { Answer } from "../validate/worker.ts";
import type { Batch, Ordered } from "./batch.ts";
import type { Helpful } from "./pairs.ts";

/** What the candidates tried so far have shown. */
export interface TriedCandidates {
  /** Candidates that make all targets pass. */
  readonly plausible: readonly Ordered[];
  /** Candidates that make every target that runs the changed place pass. */
  readonly shares: readonly Ordered[];
  /** Candidates that fix some of the targets and break nothing. */
  readonly partly: readonly Helpful[];
  /** First attempts, and how many of them each operator made. */
  readonly tried: number;
  readonly operators: Readonly<Record<string, number>>;
  add(batch: Batch, candidate: Ordered, answer: Answer): void;
  /**
   * Likeliest first: candidates that fix all targets or, if there are none, those that fix their share. Of many
   * candidates of one kind, some pass by luck, so a candidate of a rare kind is likelier than its cost says.
   */
  best(): readonly Ordered[];
}

export function createTriedCandidates(): TriedCandidates {
  const plausible: Ordered[] = [];
  const shares: Ordered[] = [];
  const partly: Helpful[] = [];
  const operators: Record<string, number> = {};
  let tried = 0;
  return {
    plausible,
    shares,
    partly,
    operators,
    get tried() {
      return tried;
    },
    add({ depth, cold }, { patch, order }, { verdict, fixed }) {
      if (depth === 0 && !cold) {
        tried += 1;
        operators[patch.operator] = (operators[patch.operator] ?? 0) + 1;
      }
      if (verdict === "plausible") plausible.push({ patch, order });
      if (verdict === "share") shares.push({ patch, order });
      if (verdict === "partly") partly.push({ patch, fixed });
    },
    best: () =>
      (plausible.length > 0 ? plausible : shares)
        .map((each) => ({ each, cost: costAmong(operators, each.patch) }))
        .toSorted((a, b) => a.cost - b.cost || a.each.order - b.each.order)
        .map(({ each }) => each),
  };
}

function costAmong(operators: Readonly<Record<string, number>>, patch: Patch): number {
  return patch.cost + COSTS.passing.perAlike * Math.log(1 + alikeOf(patch, operators));
}

/** How many candidates of its kind were tried. Each slip is a kind of its own, and makes one or two candidates. */
export function alikeOf({ operator }: Patch, operators: Readonly<Record<string, number>>): number {
  return operator === languageSlip.meta.id ? 1 : (operators[operator] ?? 0);
}
