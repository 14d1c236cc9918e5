import { writeSync } from "node:fs";
import { exerciseGuards, runHook } from "../../app/hooks.ts";

export { exerciseGuards };

/** Prints the answer, sets the exit code. */
export function answerEvent(input: string): void {
  const [, registration = "", ...args] = process.argv;
  const answer = runHook(args, input, { processFolder: process.cwd(), registration });
  write(1, answer.stdout);
  write(2, answer.stderr);
  process.exitCode = answer.exitCode;
}

/** All of it, before the process ends; a pipe that is full for the moment is tried again. */
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
