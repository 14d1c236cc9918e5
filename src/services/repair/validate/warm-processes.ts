import type { Command, SandboxProcess } from "../../../domain/ports/sandbox.ts";

/** An idle process is kept no longer than this. */
export const LONGEST_WAIT_MS = 10_000;

/** Worker processes that are started before their requests are known. */
export interface WarmProcesses {
  /** Starts one in advance; disposing the result stops it unless it has been taken. */
  start(command: Command): AsyncDisposable;
  /** A process that was started for the same command, or a new one. */
  take(command: Command): Promise<SandboxProcess>;
}

export function createWarmProcesses(start: (command: Command) => Promise<SandboxProcess>): WarmProcesses {
  const waiting = new Map<string, Promise<SandboxProcess>>();
  return {
    start(command) {
      const key = keyOf(command);
      const starting = start(command);
      starting.catch(() => {});
      waiting.set(key, starting);
      const end = async () => {
        clearTimeout(timer);
        if (waiting.get(key) !== starting) return;
        waiting.delete(key);
        await (await starting.catch(() => null))?.kill();
      };
      const timer = setTimeout(end, LONGEST_WAIT_MS);
      return { [Symbol.asyncDispose]: end };
    },
    take(command) {
      const key = keyOf(command);
      const found = waiting.get(key);
      waiting.delete(key);
      return found ?? start(command);
    },
  };
}

function keyOf({ signal: _, ...command }: Command): string {
  return JSON.stringify(command);
}
