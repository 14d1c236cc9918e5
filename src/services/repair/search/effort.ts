import type { Survey } from "../validate/worker.ts";

/** Batch size and stopping limits, based on how much work the tests do. */
export interface Effort {
  readonly firstBatch: number;
  readonly batch: number;
  /** How many candidates are tried to find rivals of the first plausible one. */
  readonly rivals: number;
  /** How many plausible patches are enough: no more will be compared. */
  readonly plausible: number;
}

const FIRST_BATCH = 24;
const BATCH = 120;
const LEAST_BATCH = 12;
const RIVALS = 900;
const LEAST_RIVALS = 120;
/** If the fastest target needs more than this many ticks, batches are smaller and fewer rivals are searched for. */
const QUICK_TICKS = 1500;
const PLAUSIBLE = 24;
const LEAST_PLAUSIBLE = 4;
/** If all tests together need more than this many ticks, fewer plausible patches are enough. */
const LIGHT_TICKS = 200_000;

export function effortFor({ tests, targets, batch }: Survey): Effort {
  let all = 0;
  let quickest = Number.POSITIVE_INFINITY;
  for (const { id, ticks = 0, ended = true } of tests) {
    all += ended ? ticks : 0;
    if (targets.includes(id)) quickest = Math.min(quickest, ended ? ticks : 0);
  }
  const share = QUICK_TICKS / Math.max(QUICK_TICKS, quickest);
  const size = batch ?? Math.max(LEAST_BATCH, Math.round(BATCH * share));
  return {
    firstBatch: batch === undefined ? Math.min(FIRST_BATCH, size) : batch / 4,
    batch: size,
    rivals: Math.max(LEAST_RIVALS, Math.round(RIVALS * share)),
    plausible: Math.max(LEAST_PLAUSIBLE, Math.round(PLAUSIBLE * Math.min(1, LIGHT_TICKS / all))),
  };
}
