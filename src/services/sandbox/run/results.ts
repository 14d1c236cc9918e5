import type { Execution } from "../../../domain/ports/sandbox.ts";

export function neverRan(why: Partial<Execution>): Execution {
  return {
    exitCode: null,
    signal: null,
    stdout: "",
    stderr: "",
    durationMs: 0,
    timedOut: false,
    killedBy: null,
    outputTruncated: false,
    peakMemoryMb: null,
    cpuTimeMs: null,
    artifacts: {},
    ...why,
  };
}

/** With the exit code and message of a shell. */
export function notFound(program: string): Execution {
  return neverRan({ exitCode: 127, stderr: `${program}: command not found\n` });
}

/** Adds notes that may explain a failure. A success is returned unchanged. */
export function withNotes(execution: Execution, notes: readonly string[]): Execution {
  if (execution.exitCode === 0) return execution;
  const lines = notes.map((note) => `agentforge: ${note}\n`).join("");
  const gap = execution.stderr === "" || execution.stderr.endsWith("\n") ? "" : "\n";
  return { ...execution, stderr: `${execution.stderr}${gap}${lines}` };
}
