let latest: { readonly source: string; readonly starts: readonly number[] } = { source: "", starts: [0] };

/** Counted from 1. Called for every candidate of a file in turn, so the line starts of the latest file are cached. */
export function lineAt(source: string, offset: number): number {
  if (latest.source !== source)
    latest = { source, starts: [0, ...source.matchAll(/\n/g).map(({ index }) => index + 1)] };
  const { starts } = latest;
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
