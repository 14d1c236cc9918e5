import { setFlagsFromString } from "node:v8";

/** Ten times V8's default. */
const CALLS_BEFORE_TURBOFAN = 30_000;

/** For a command that usually ends within seconds: leaves out the work of V8 that only pays off in longer ones. */
export function expectShortRun(): void {
  // Loading the program brings the heap close to the size at which V8 starts to mark it step by step. Instead, the heap is
  // marked at once when it is full.
  setFlagsFromString("--no-incremental-marking");
  // V8's last compiler runs on another thread, and takes longer than it saves for all but the innermost loops.
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_BEFORE_TURBOFAN}`);
}
