import type { Patch } from "../../../domain/entities/patch.ts";

/** A candidate that helped, and how much. */
export interface Helpful {
  readonly patch: Patch;
  /** Targets that pass with it. Zero if a target only got further. */
  readonly fixed: number;
}

export interface Pairs {
  /** Records a candidate that a helpful one may be combined with. */
  saw(patch: Patch): void;
  helped(helpful: Helpful): void;
  /** The next pair of edits; null if there are none left. */
  next(): Patch | null;
  /** The most helpful candidates. */
  best(): readonly Helpful[];
}

/** The operator name that pairs are counted under. */
const TWO_EDITS = "two-edits";
const DOUBT = "two places were changed at once, and two edits are more likely to overfit the tests than one";
const MOST_SEEN = 500;
const MOST_HELPFUL = 8;

/**
 * Two edits at once, for bugs that no single edit fixes: a helpful one with each of the others. The most helpful and
 * cheapest go first; each round takes one other candidate for each of them.
 */
export function createPairs(): Pairs {
  const seen: Patch[] = [];
  const helpful: { readonly each: Helpful; at: number }[] = [];

  return {
    best: () => helpful.map(({ each }) => each),
    saw(patch) {
      if (seen.length < MOST_SEEN) seen.push(patch);
    },
    helped(each) {
      helpful.push({ each, at: 0 });
      helpful.sort((a, b) => b.each.fixed - a.each.fixed || a.each.patch.cost - b.each.patch.cost);
      helpful.splice(MOST_HELPFUL);
    },
    next() {
      const open = helpful.filter(({ at }) => at < seen.length).sort((a, b) => a.at - b.at);
      for (const base of open) {
        for (; base.at < seen.length; base.at += 1) {
          const other = seen[base.at];
          if (other === undefined || isEntangled(base.each.patch, other)) continue;
          base.at += 1;
          return joined(base.each.patch, other);
        }
      }
      return null;
    },
  };
}

export function isPair({ operator }: Patch): boolean {
  return operator === TWO_EDITS;
}

/** Whether both change the same place. */
export function isEntangled(first: Patch, second: Patch): boolean {
  return first.edits.some((a) =>
    second.edits.some((b) => a.path === b.path && a.start <= b.end && b.start <= a.end),
  );
}

/** Combines two patches. `edits` are those of the second, relative to the original files. */
export function joined(first: Patch, second: Patch, edits = second.edits): Patch {
  return {
    source: first.source,
    operator: TWO_EDITS,
    description: `${first.description}; ${second.description}`,
    cost: first.cost + second.cost,
    edits: [...first.edits, ...edits],
    doubt: DOUBT,
  };
}
