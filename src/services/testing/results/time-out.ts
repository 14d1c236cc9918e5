import type { Execution, Limits } from "../../../domain/ports/sandbox.ts";

/** Which time limit stopped a run, and which setting changes it; null if none did. */
export function whyTimedOut(
  { killedBy, durationMs }: Pick<Execution, "killedBy" | "durationMs">,
  { timeoutMs = 0, silentMs = 0, stalledMs = 0 }: Partial<Limits>,
  configuredMs: number,
): string | null {
  switch (killedBy) {
    case "timeout":
      return timeoutMs < configuredMs
        ? `it did not finish within ${seconds(durationMs)}, the time limit of this run`
        : notDoneAfter(durationMs);
    case "silence":
      return `it worked for more than ${seconds(silentMs)} without output, so it was considered hung: if a test needs longer, raise tests.silence_seconds in your settings`;
    case "stall":
      return `it printed nothing for ${seconds(stalledMs)}, many times longer than the previous run took, so it was considered hung: if a test needs longer, raise tests.silence_seconds in your settings`;
    default:
      return null;
  }
}

export function notDoneAfter(durationMs: number): string {
  return `it did not finish within ${seconds(durationMs)}: raise tests.timeout_seconds in your settings, or find out what it is waiting for`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
