import type { Execution, Limits } from "../../domain/ports/sandbox.ts";

/** Which limit of time ended a run, and which setting changes it; null for a run that none of them ended. */
export function whyTimedOut(
  { killedBy, durationMs }: Pick<Execution, "killedBy" | "durationMs">,
  { timeoutMs = 0, silentMs = 0, stalledMs = 0 }: Partial<Limits>,
  configuredMs: number,
): string | null {
  switch (killedBy) {
    case "timeout":
      return timeoutMs < configuredMs
        ? `it was not done after ${seconds(durationMs)}, the time given to this run`
        : notDoneAfter(durationMs);
    case "silence":
      return `it worked for more than ${seconds(silentMs)} without output, so it was taken to hang: if a test needs longer, raise tests.silence_seconds in your settings`;
    case "stall":
      return `it printed nothing for ${seconds(stalledMs)}, many times as long as the run before, so it was taken to hang: if a test needs longer, raise tests.silence_seconds in your settings`;
    default:
      return null;
  }
}

export function notDoneAfter(durationMs: number): string {
  return `it was not done after ${seconds(durationMs)}: raise tests.timeout_seconds in your settings, or find out what it waits for`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
