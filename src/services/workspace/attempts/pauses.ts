import { setImmediate } from "node:timers/promises";

/** The longest stretch of synchronous work: signals and progress must not wait longer. */
const LONGEST_MS = 20;

export interface Pauses {
  readonly isDue: () => boolean;
  /** Yields to the event loop; throws the signal's reason once it is aborted. */
  take(): Promise<void>;
}

/**
 * For work on many small files: a synchronous call takes a quarter of the CPU time of an asynchronous one, as
 * long as there are pauses in between.
 */
export function createPauses(signal?: AbortSignal): Pauses {
  let began = performance.now();
  return {
    isDue: () => performance.now() - began > LONGEST_MS,
    async take() {
      await setImmediate();
      signal?.throwIfAborted();
      began = performance.now();
    },
  };
}
