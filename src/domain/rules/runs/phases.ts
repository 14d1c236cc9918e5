import type { FixPhase } from "../../entities/fix-attempt.ts";

const NEXT: Readonly<Record<FixPhase, readonly FixPhase[]>> = {
  analyze: ["plan", "failed"],
  plan: ["implement", "failed"],
  implement: ["verify", "failed"],
  verify: ["implement", "commit", "failed"],
  commit: ["complete", "failed"],
  complete: [],
  failed: [],
};

export function mayFollow(phase: FixPhase, next: FixPhase): boolean {
  return NEXT[phase].includes(next);
}

export function isFinal(phase: FixPhase): boolean {
  return NEXT[phase].length === 0;
}
