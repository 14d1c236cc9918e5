/** Milliseconds for which rivals of the first plausible patch are looked for at least. */
const RIVAL_MS = 15_000;

/** The time a search may take. */
export interface Budget {
  /** The answer, or null when time is up first. */
  within<T>(answer: Promise<T>): Promise<T | null>;
  /** From now on only rivals are looked for: as long as the first patch took, and at least for a while. */
  foundPatch(): void;
  isSpent(): boolean;
  /** Whether the whole time is up, rivals or not. */
  isOver(): boolean;
}

/** `left` gives the milliseconds left; none when the person has stopped the search. */
export function createBudget(left: () => number): Budget {
  const began = left();
  /** What may be left over when enough rivals have been looked for. */
  let floor: number | null = null;
  const remaining = () => left() - (floor ?? 0);
  return {
    async within(answer) {
      const timer = Promise.withResolvers<null>();
      const alarm = setTimeout(timer.resolve, Math.max(0, remaining()), null);
      try {
        return await Promise.race([answer, timer.promise]);
      } finally {
        clearTimeout(alarm);
      }
    },
    foundPatch() {
      floor ??= Math.max(0, left() - Math.max(RIVAL_MS, began - left()));
    },
    isSpent: () => remaining() <= 0,
    isOver: () => left() <= 0,
  };
}
