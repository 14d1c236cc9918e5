/** Half-open ranges of two sequences that differ; everything between two of them is equal. */
export interface Hunk {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Beyond this many insertions and deletions the middle is reported as one hunk: correct, but not minimal. */
const MAX_DISTANCE = 1500;

/** The shortest edit script (Myers), in order. */
export function diffSequences(a: readonly string[], b: readonly string[]): readonly Hunk[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let aEnd = a.length;
  let bEnd = b.length;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  if (start === aEnd && start === bEnd) return [];
  const whole: Hunk = { aStart: start, aEnd, bStart: start, bEnd };
  if (start === aEnd || start === bEnd) return [whole];
  const middle = shortestScript(a.slice(start, aEnd), b.slice(start, bEnd));
  if (middle === null) return [whole];
  return middle.map((hunk) => ({
    aStart: hunk.aStart + start,
    aEnd: hunk.aEnd + start,
    bStart: hunk.bStart + start,
    bEnd: hunk.bEnd + start,
  }));
}

/** For every element of `b` the element of `a` it is equal to under the shortest script, or -1. */
export function pairSequences(a: readonly string[], b: readonly string[]): readonly number[] {
  const pairs = new Array<number>(b.length).fill(-1);
  let i = 0;
  let j = 0;
  const pairUpTo = (aStart: number) => {
    while (i < aStart) {
      pairs[j] = i;
      i += 1;
      j += 1;
    }
  };
  for (const hunk of diffSequences(a, b)) {
    pairUpTo(hunk.aStart);
    i = hunk.aEnd;
    j = hunk.bEnd;
  }
  pairUpTo(a.length);
  return pairs;
}

function shortestScript(a: readonly string[], b: readonly string[]): Hunk[] | null {
  const limit = Math.min(a.length + b.length, MAX_DISTANCE);
  const offset = limit + 1;
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let distance = 0; distance <= limit; distance += 1) {
    trace.push(furthest.slice(offset - distance - 1, offset + distance + 2));
    for (let k = -distance; k <= distance; k += 2) {
      const below = furthest[offset + k + 1] ?? 0;
      const right = (furthest[offset + k - 1] ?? 0) + 1;
      const goDown =
        k === -distance ||
        (k !== distance && (furthest[offset + k - 1] ?? 0) < (furthest[offset + k + 1] ?? 0));
      let x = goDown ? below : right;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      furthest[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return null;
}

/** `trace[d]` contains the furthest points before round d, for the diagonals -d-1 to d+1. */
function walkBack(trace: readonly Int32Array[], aLength: number, bLength: number): Hunk[] {
  const hunks: Hunk[] = [];
  let x = aLength;
  let y = bLength;
  for (let distance = trace.length - 1; distance > 0; distance -= 1) {
    const k = x - y;
    const at = (diagonal: number) => trace[distance]?.[diagonal + distance + 1] ?? 0;
    const down = k === -distance || (k !== distance && at(k - 1) < at(k + 1));
    const previousX = down ? at(k + 1) : at(k - 1);
    const previousY = previousX - (down ? k + 1 : k - 1);
    const step: Hunk = {
      aStart: previousX,
      aEnd: down ? previousX : previousX + 1,
      bStart: previousY,
      bEnd: down ? previousY + 1 : previousY,
    };
    const last = hunks.at(-1);
    if (last !== undefined && last.aStart === step.aEnd && last.bStart === step.bEnd) {
      hunks[hunks.length - 1] = { ...last, aStart: step.aStart, bStart: step.bStart };
    } else {
      hunks.push(step);
    }
    x = previousX;
    y = previousY;
  }
  return hunks.reverse();
}
