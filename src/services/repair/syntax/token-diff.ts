import { descendants, type SyntaxNode } from "./node.ts";

export interface CodeToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A replaced range of tokens: [from, to) of the old tokens by [start, end) of the new ones. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** Above this many differences, everything between the common start and end counts as changed. */
const MOST_DIFFERENCES = 600;

/** Words, literals and punctuation of the code, without comments and spaces. */
export function tokensOf(tree: SyntaxNode, text: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let done = 0;
  const gap = (to: number) => {
    for (const found of text.slice(done, to).matchAll(/\w+|[^\s\w]/g))
      tokens.push({
        text: found[0],
        start: done + found.index,
        end: done + found.index + found[0].length,
      });
  };
  for (const node of descendants(tree)) {
    if (node.children.length > 0 || node.start < done) continue;
    gap(node.start);
    if (node.kind !== "comment" && node.end > node.start)
      tokens.push({ text: text.slice(node.start, node.end), start: node.start, end: node.end });
    done = node.end;
  }
  gap(tree.end);
  return tokens;
}

/** The shortest edit script between two token lists (Myers), as hunks in order. */
export function diffTokens(before: readonly CodeToken[], after: readonly CodeToken[]): readonly Hunk[] {
  let head = 0;
  while (head < before.length && head < after.length && same(before[head], after[head])) head += 1;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > head && newEnd > head && same(before[oldEnd - 1], after[newEnd - 1])) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const kept = commonPairs(before.slice(head, oldEnd), after.slice(head, newEnd));
  const hunks: Hunk[] = [];
  let [from, start] = [head, head];
  for (const [old, now] of [...kept, [oldEnd - head, newEnd - head] as const]) {
    if (head + old > from || head + now > start) hunks.push({ from, to: head + old, start, end: head + now });
    from = head + old + 1;
    start = head + now + 1;
  }
  return hunks;
}

function same(left: CodeToken | undefined, right: CodeToken | undefined): boolean {
  return left?.text === right?.text;
}

/** Index pairs of tokens that both lists share, in order; none if the lists differ too much. */
function commonPairs(before: readonly CodeToken[], after: readonly CodeToken[]): readonly [number, number][] {
  const furthest = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  const limit = Math.min(before.length + after.length, MOST_DIFFERENCES);
  for (let depth = 0; depth <= limit; depth += 1) {
    trail.push(new Map(furthest));
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const down = stepsDown(furthest, diagonal, depth);
      let x = down ? (furthest.get(diagonal + 1) ?? 0) : (furthest.get(diagonal - 1) ?? 0) + 1;
      while (x < before.length && x - diagonal < after.length && same(before[x], after[x - diagonal])) x += 1;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length)
        return walkBack(trail, before.length, after.length);
    }
  }
  return [];
}

function stepsDown(furthest: ReadonlyMap<number, number>, diagonal: number, depth: number): boolean {
  if (diagonal === -depth) return true;
  return diagonal !== depth && (furthest.get(diagonal - 1) ?? 0) < (furthest.get(diagonal + 1) ?? 0);
}

function walkBack(trail: readonly ReadonlyMap<number, number>[], oldCount: number, newCount: number) {
  const pairs: [number, number][] = [];
  let [x, y] = [oldCount, newCount];
  for (let depth = trail.length - 1; depth >= 0; depth -= 1) {
    const furthest = trail[depth] ?? new Map<number, number>();
    const diagonal = x - y;
    const earlier = stepsDown(furthest, diagonal, depth) ? diagonal + 1 : diagonal - 1;
    const startX = depth === 0 ? 0 : (furthest.get(earlier) ?? 0);
    const startY = depth === 0 ? 0 : startX - earlier;
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    [x, y] = [startX, startY];
  }
  return pairs.reverse();
}
