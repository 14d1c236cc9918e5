import { writeSync } from "node:fs";
import { exerciseGuards, runHook } from "../../app/hooks/hooks.ts";

export { exerciseGuards };

/** Prints the answer and sets the exit code. */
export function answerEvent(input: string): void {
  const [, registration = "", ...args] = process.argv;
  const answer = runHook(args, input, { processFolder: process.cwd(), registration });
  write(1, answer.stdout);
  write(2, answer.stderr);
  process.exitCode = answer.exitCode;
}

/** Writes everything before the process exits; retries while a pipe is full. */
function write(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(descriptor, bytes, sent);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
  }
}
