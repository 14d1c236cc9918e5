/** The minimum number of milliseconds for finding rivals of the first plausible patch. */
const RIVAL_MS = 15_000;

/** The time a search may take. */
export interface Budget {
  /** The answer, or null if time is up first. */
  within<T>(answer: Promise<T>): Promise<T | null>;
  /** From now on, only rivals are searched for, for as long as the first patch took, with a minimum. */
  foundPatch(): void;
  isSpent(): boolean;
  /** Whether the total time is up, regardless of rivals. */
  isOver(): boolean;
}

/** `left` returns the remaining milliseconds; zero if the person has stopped the search. */
export function createBudget(left: () => number): Budget {
  const began = left();
  /** The remaining time at which the search for rivals stops. */
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
