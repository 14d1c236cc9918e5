import type { TestResult } from "../../entities/test-result.ts";
import { isLoadError } from "./verdict.ts";

/** How long the tests of a suite took, and their longest time without output. */
export interface Pace {
  readonly durationMs: number;
  readonly longestSilenceMs: number;
}

export interface RunLimits {
  readonly timeoutMs: number;
  /** CPU work without output; undefined if the framework prints nothing until it finishes. */
  readonly silentMs?: number;
  /** No output, whether it is busy or waiting; undefined if nothing is known about the suite. */
  readonly stalledMs?: number;
}

const SILENCES = 3;
const DURATIONS = 8;
const SHORTEST_STALL_MS = 60_000;

/**
 * The limits of a run, based on an earlier complete run of the same suite. A test that was silent for a long
 * time may be silent again. A hanging run is stopped before the time limit, but one that still prints is not:
 * tests that failed immediately may take much longer when they pass.
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

/** Whether a run shows how long its tests take: not if it was stopped, or if some tests were never reached. */
export function showsPace({ status, tests, failures }: Pick<TestResult, "status" | "tests" | "failures">) {
  if (status !== "passed" && status !== "failed") return false;
  if (failures.some(({ error_type }) => /^(Crash|EarlyExit|Timeout)$/.test(error_type))) return false;
  return (
    tests.some((test) => test.status === "passed" || test.status === "failed") && !tests.some(isLoadError)
  );
}

/**
 * For runs of a few tests: a hanging candidate costs at most ten times the whole run, but the limit is at least
 * 10 s.
 */
export function quickTimeoutMs(before: TestResult, limitMs: number): number {
  if (!showsPace(before)) return limitMs;
  return Math.min(limitMs, Math.max(10_000, before.duration_seconds * 10_000));
}
