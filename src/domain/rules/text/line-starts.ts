/** The offset at which each line of a text starts. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)];
}

/** The index, from 0, of the line that contains an offset. */
export function lineIndexAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
