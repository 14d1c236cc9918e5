/** One comparison of old and new code: the features of its input, and whether they differ on it. */
export interface Observation {
  readonly features: Readonly<Record<string, string>>;
  readonly differs: boolean;
}

/**
 * A feature that decides whether old and new code differ: they agree on every input whose value is not one
 * from the tests, although at the rate observed on the tests' inputs at least `least` differences were
 * expected. Null if there is none.
 */
export function decidingFeature(
  own: Readonly<Record<string, readonly string[]>>,
  observed: readonly Observation[],
  least: number,
): string | null {
  for (const [name, values] of Object.entries(own)) {
    const known = observed.filter((each) => each.features[name] !== undefined);
    const [inside, outside] = [true, false].map((isOwn) =>
      known.filter((each) => values.includes(each.features[name] ?? "") === isOwn),
    );
    if (inside === undefined || outside === undefined || inside.length === 0) continue;
    if (outside.some((each) => each.differs)) continue;
    const rate = inside.filter((each) => each.differs).length / inside.length;
    if (rate * outside.length >= least) return name;
  }
  return null;
}
