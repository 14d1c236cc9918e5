/** A range of a line, in UTF-16 units: `start` is inclusive, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ChangedWords {
  readonly old: readonly Span[];
  readonly new: readonly Span[];
}

/** Above this, comparing all pairs of words would be slow, so only the part between the common ends is marked. */
const MOST_COMPARISONS = 250_000;
/** Lines that share less than this fraction of their words were rewritten: marking words would only add noise. */
const LEAST_SHARED = 0.25;

/** The words in which two versions of a line differ; none if the whole line was rewritten. */
export function changedWords(before: string, after: string): ChangedWords {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  const head = commonLength(left, right, (index) => index);
  const tail = Math.min(
    commonLength(left, right, (index, length) => length - 1 - index),
    left.length - head,
    right.length - head,
  );
  const [from, to] = [left.slice(head, left.length - tail), right.slice(head, right.length - tail)];
  const kept = from.length * to.length > MOST_COMPARISONS ? [] : commonWords(from, to);
  const shared = textLength(left.slice(0, head)) + textLength(left.slice(left.length - tail));
  const all = Math.max(before.trim().length, after.trim().length, 1);
  if ((shared + textLength(kept.map(([index]) => from[index] ?? ""))) / all < LEAST_SHARED)
    return { old: [], new: [] };
  const start = textLength(left.slice(0, head));
  return {
    old: spansOf(from, new Set(kept.map(([index]) => index)), start),
    new: spansOf(to, new Set(kept.map(([, index]) => index)), start),
  };
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu) ?? [];
}

function textLength(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}

function commonLength(
  left: readonly string[],
  right: readonly string[],
  at: (index: number, length: number) => number,
): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left[at(length, left.length)] === right[at(length, right.length)]) length += 1;
  return length;
}

/** A longest common subsequence, as pairs of indexes. */
function commonWords(left: readonly string[], right: readonly string[]): [number, number][] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** Merges adjacent words into one span. */
function spansOf(words: readonly string[], kept: ReadonlySet<number>, start: number): Span[] {
  const spans: { start: number; end: number }[] = [];
  let offset = start;
  for (const [index, word] of words.entries()) {
    const last = spans.at(-1);
    if (!kept.has(index)) {
      if (last?.end === offset) last.end += word.length;
      else spans.push({ start: offset, end: offset + word.length });
    }
    offset += word.length;
  }
  return spans;
}
