import { isTransient } from "../../domain/errors.ts";
import type { Claim, ClaimRules } from "../../domain/ports/queue.ts";
import type { FixEvent, FixOutcome, FixRequest } from "./fix-request.ts";
import { type FixViolationPorts, fixViolation } from "./fix-violation.ts";

export type FixUnderClaimPorts = FixViolationPorts;

export const WORK_PREFIX = "violation:";

export interface ClaimedFix extends Omit<FixRequest, "fence"> {
  readonly rules: ClaimRules;
  readonly cooldownSeconds: number;
}

/** Fixes a violation under a claim; null if another process has claimed it, it is cooling down, or its attempts are used up. */
export async function fixUnderClaim(
  ports: FixUnderClaimPorts,
  { rules, cooldownSeconds, ...request }: ClaimedFix,
  signal: AbortSignal,
  onEvent: (event: FixEvent) => void,
): Promise<FixOutcome | null> {
  const claim = await ports.queue.claim(WORK_PREFIX + request.violationId, rules);
  if (claim === null) return null;
  try {
    const either = AbortSignal.any([signal, claim.lost]);
    const outcome = await fixViolation(ports, { ...request, fence: claim.fence }, either, onEvent);
    await endClaim(claim, outcome, cooldownSeconds);
    return outcome;
  } catch (error) {
    if (signal.aborted || isTransient(error)) await claim.release();
    else await claim.fail(error instanceof Error ? error.message : String(error), cooldownSeconds);
    throw error;
  }
}

async function endClaim(claim: Claim, outcome: FixOutcome, cooldownSeconds: number): Promise<void> {
  switch (outcome.status) {
    case "landed":
    case "already_gone":
      await claim.succeed();
      return;
    case "cannot_fix":
      await claim.fail(outcome.escalation.reason, cooldownSeconds);
      return;
    default:
      await claim.release();
  }
}
