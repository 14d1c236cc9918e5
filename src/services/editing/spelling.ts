/** A word of the search that may be a slip for a word of the file. */
export interface Slip {
  readonly searched: string;
  readonly found: string;
}

const TOKENS = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

/**
 * The slips that would turn the searched line into the file's, or null where the two say different things:
 * other punctuation, other numbers, or a word that is more than a slip away.
 */
export function slipsBetween(searched: string, found: string): readonly Slip[] | null {
  const left = searched.match(TOKENS) ?? [];
  const right = found.match(TOKENS) ?? [];
  if (left.length !== right.length) return null;
  const slips: Slip[] = [];
  for (const [index, word] of left.entries()) {
    const other = right[index] ?? "";
    if (word === other) continue;
    if (!isSlip(word, other)) return null;
    slips.push({ searched: word, found: other });
  }
  return slips;
}

/**
 * One letter lost, added, doubled, swapped with its neighbour or, inside a long word, mistaken for another.
 * Digits never slip: item1 and item2 are two things.
 */
export function isSlip(searched: string, found: string): boolean {
  if (!WORD.test(searched) || !WORD.test(found)) return false;
  if (digits(searched) !== digits(found)) return false;
  const [short, long] = searched.length < found.length ? [searched, found] : [found, searched];
  if (long.length < 3 || long.length - short.length > 1) return false;
  let head = 0;
  while (head < short.length && short[head] === long[head]) head += 1;
  let tail = 0;
  while (tail < short.length - head && short[short.length - 1 - tail] === long[long.length - 1 - tail])
    tail += 1;
  const shortRest = short.slice(head, short.length - tail);
  const longRest = long.slice(head, long.length - tail);
  if (shortRest === "" && longRest.length === 1) return longRest !== "_" && longRest !== "$";
  if (shortRest.length === 2 && longRest.length === 2)
    return shortRest[0] === longRest[1] && shortRest[1] === longRest[0];
  return shortRest.length === 1 && longRest.length === 1 && long.length >= 5 && head > 0;
}

const WORD = /^[\p{L}\p{N}_$]+$/u;

const digits = (word: string): string => word.replace(/\P{N}+/gu, "");

/** From 0 to 1, by the pairs of characters two lines share. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let i = 0; i < a.length - 1; i += 1) {
    const pair = a.slice(i, i + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i < b.length - 1; i += 1) {
    const pair = b.slice(i, i + 2);
    const left = counts.get(pair) ?? 0;
    if (left === 0) continue;
    counts.set(pair, left - 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length - 2);
}
