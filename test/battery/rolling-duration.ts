const MOST_SEEN = 3;

/** How long some work takes at present, on a machine that is busier at some times than at others. */
export interface RollingDuration {
  saw(ms: number): void;
  /** The median of what was seen last. */
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
