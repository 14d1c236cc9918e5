import { stat } from "node:fs";

const EVERY_MS = 1000;

/**
 * glibc before 2.41 sometimes loses the wake-up of a waiting thread (its bug 25847). A file operation then
 * stays in Node's thread pool, and the process waits for it forever; seen about once in a few thousand runs.
 * The next operation wakes the pool, so we keep submitting one while the process has other work.
 */
export function wakeThreadPool(): void {
  setInterval(() => stat("/", () => undefined), EVERY_MS).unref();
}
