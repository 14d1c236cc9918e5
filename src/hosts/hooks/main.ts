import { readFileSync, writeSync } from "node:fs";
import { runHook } from "../../app/hooks.ts";

/** Anything thrown before a judgement refuses, because exit code 1 would let the call through. */
try {
  const answer = runHook(process.argv.slice(2), readFileSync(0, "utf8"), process.cwd());
  write(1, answer.stdout);
  write(2, answer.stderr);
  process.exitCode = answer.exitCode;
} catch (error) {
  write(2, `AgentForge's hook failed: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

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
