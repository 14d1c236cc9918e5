import type { Patch } from "../../../src/domain/entities/patch.ts";

/** A patch that writes at `at`, for tests that depend only on cost and place. */
export function makePatch(at: number, cost: number, more: Partial<Patch> = {}): Patch {
  const edits = [{ path: "m.py", start: at * 10, end: at * 10 + 1, text: "x" }];
  return { source: "search", operator: "variable", description: `edit ${at}`, cost, edits, ...more };
}
