import type { Execution } from "../../domain/ports/sandbox.ts";

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
    artefacts: {},
    ...why,
  };
}

/** As a shell would say it. */
export function notFound(program: string): Execution {
  return neverRan({ exitCode: 127, stderr: `${program}: command not found\n` });
}
