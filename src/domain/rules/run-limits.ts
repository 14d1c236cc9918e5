import type { TestResult } from "../entities/test-result.ts";
import { isLoadError } from "./verdict.ts";

/** How long the tests of a suite took, and how long they were without output. */
export interface Pace {
  readonly durationMs: number;
  readonly longestSilenceMs: number;
}

export interface RunLimits {
  readonly timeoutMs: number;
  /** Work without output; undefined where the framework prints nothing before its end. */
  readonly silentMs?: number;
  /** No output, whether it works or waits; undefined where nothing is known about the suite. */
  readonly stalledMs?: number;
}

const SILENCES = 3;
const DURATIONS = 8;
const SHORTEST_STALL_MS = 60_000;

/**
 * What a run may take, given a whole run of the same suite before it. A test that was quiet for long may be so again.
 * A run that hangs is not waited for until the time limit, but one that still prints is: tests that failed at once may
 * take much longer when they pass.
 */
export function runLimits(configured: RunLimits, known: Pace | null): RunLimits {
  const { timeoutMs, silentMs } = configured;
  if (known === null) return configured;
  const silence = Math.max(silentMs ?? 0, SILENCES * known.longestSilenceMs);
  const stalledMs = Math.max(SHORTEST_STALL_MS, DURATIONS * known.durationMs, silence);
  return {
    timeoutMs,
    ...(silentMs !== undefined && { silentMs: silence }),
    ...(stalledMs < timeoutMs && { stalledMs }),
  };
}

/** Whether a run says how long its tests take: not if it was ended, or if some of them were never reached. */
export function showsPace({ status, tests, failures }: Pick<TestResult, "status" | "tests" | "failures">) {
  if (status !== "passed" && status !== "failed") return false;
  if (failures.some(({ error_type }) => /^(Crash|EarlyExit|Timeout)$/.test(error_type))) return false;
  return (
    tests.some((test) => test.status === "passed" || test.status === "failed") && !tests.some(isLoadError)
  );
}

/** For a look at a few tests: a candidate that hangs should cost little, ten times the whole run and at least 10 s. */
export function quickTimeoutMs(before: TestResult, limitMs: number): number {
  if (!showsPace(before)) return limitMs;
  return Math.min(limitMs, Math.max(10_000, before.duration_seconds * 10_000));
}
