const MOST_SEEN = 3;

/** How long some work currently takes, on a machine with varying load. */
export interface RollingDuration {
  saw(ms: number): void;
  /** The median of the latest samples. */
  readonly ms: number;
}

export function rollingDuration(first: number): RollingDuration {
  const seen = [first];
  return {
    saw(ms) {
      seen.push(ms);
      if (seen.length > MOST_SEEN) seen.shift();
    },
    get ms() {
      return seen.toSorted((one, other) => one - other)[Math.floor((seen.length - 1) / 2)] ?? first;
    },
  };
}
