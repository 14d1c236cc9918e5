import type { Patch } from "../../../domain/entities/patch.ts";

/** A candidate and its position in the order of candidates. */
export interface Ordered {
  readonly patch: Patch;
  readonly order: number;
}

/** Candidates that are sent to the worker in one request. */
export interface Batch {
  readonly patches: readonly Ordered[];
  /** 0 for a first attempt; each level allows more ticks. */
  readonly depth: number;
  /** Whether the modules are loaded again for each candidate. */
  readonly cold: boolean;
}

/** Multiples of the usual ticks for a candidate that ran out of them, by depth. */
export const DEEPER = [15, 300];

export function ticksAt(depth: number, ticks: number): number {
  return ticks * (depth === 0 ? 1 : (DEEPER[depth - 1] ?? 1));
}
