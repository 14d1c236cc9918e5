import { setImmediate } from "node:timers/promises";

/** Longest stretch of synchronous work: signals and progress must not wait for it. */
const LONGEST_MS = 20;

export interface Pauses {
  readonly isDue: () => boolean;
  /** Lets the event loop turn; throws the signal's reason once it is aborted. */
  take(): Promise<void>;
}

/**
 * For work on many small files: one synchronous call costs a quarter of the CPU time of an asynchronous one,
 * as long as there are pauses in between.
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
