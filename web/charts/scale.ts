/** Round numbers from zero to at least `most`, few enough to read. */
export function ticksTo(most: number, count = 4): number[] {
  if (!Number.isFinite(most) || most <= 0) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < most) ticks.push(ticks.length * step);
  return ticks;
}

/** The positions of `count` points or bars from left to right; a single one is centered. */
export function placesOf(count: number, width: number): number[] {
  if (count === 1) return [width / 2];
  return Array.from({ length: count }, (_, index) => (index * width) / (count - 1));
}

/** At most `most` indexes, evenly spread, including the first and the last. */
export function spread(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const indexes = Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
  return [...new Set(indexes)];
}
