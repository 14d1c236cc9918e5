import { readSync } from "node:fs";

const PAUSE_MS = 5;

/**
 * Reads all of a descriptor synchronously. `readFileSync(0)` throws EAGAIN if the other end made the pipe
 * non-blocking and has not written yet; this function waits instead.
 */
export function readInput(descriptor: number): string {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(65_536);
  for (;;) {
    const length = readSome(descriptor, buffer);
    if (length === 0) return Buffer.concat(chunks).toString("utf8");
    if (length > 0) chunks.push(Buffer.from(buffer.subarray(0, length)));
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** The number of bytes read, 0 at the end, -1 if nothing has arrived yet. */
function readSome(descriptor: number, buffer: Buffer): number {
  try {
    return readSync(descriptor, buffer);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EAGAIN") return -1;
    if (code === "EOF") return 0;
    throw error;
  }
}
