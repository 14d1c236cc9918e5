import { setFlagsFromString } from "node:v8";

/**
 * Loading the program brings the heap close to the size at which V8 starts to mark it step by step. A command that
 * usually ends before that is done saves the work: the heap is marked at once when it is full.
 */
export function markAtOnce(): void {
  setFlagsFromString("--no-incremental-marking");
}
