import { pairSequences } from "../../domain/rules/changes/sequence-diff.ts";

/** With more comparisons than this, lines are paired by equality alone. */
const MOST_CELLS = 250_000;
const SAME_TEXT = 1000;

/**
 * For every replacement line, the index of the corresponding search line, or -1. Maximizes the pairs that are
 * equal except for trailing space, then those that are equal.
 */
export function pairLines(search: readonly string[], replace: readonly string[]): readonly number[] {
  const columns = replace.length + 1;
  if ((search.length + 1) * columns > MOST_CELLS) return pairSequences(search, replace);
  const left = search.map((line) => line.trimEnd());
  const right = replace.map((line) => line.trimEnd());
  const weight = (i: number, j: number) => {
    if (left[i] !== right[j]) return 0;
    return search[i] === replace[j] ? SAME_TEXT + 1 : SAME_TEXT;
  };
  const best = new Int32Array((search.length + 1) * columns);
  const at = (i: number, j: number) => best[i * columns + j] ?? 0;
  for (let i = search.length - 1; i >= 0; i -= 1) {
    for (let j = replace.length - 1; j >= 0; j -= 1) {
      const paired = weight(i, j);
      const together = paired === 0 ? 0 : paired + at(i + 1, j + 1);
      best[i * columns + j] = Math.max(together, at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs = new Array<number>(replace.length).fill(-1);
  let i = 0;
  let j = 0;
  while (i < search.length && j < replace.length) {
    const paired = weight(i, j);
    if (paired > 0 && at(i, j) === paired + at(i + 1, j + 1)) {
      pairs[j] = i;
      i += 1;
      j += 1;
    } else if (at(i, j) === at(i + 1, j)) i += 1;
    else j += 1;
  }
  return pairs;
}
