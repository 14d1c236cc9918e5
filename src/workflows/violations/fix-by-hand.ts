import { AgentForgeError } from "../../domain/errors.ts";
import type { ClaimRules } from "../../domain/ports/queue.ts";
import type { Ports } from "../ports.ts";
import { check } from "./check.ts";
import type { FixEvent, FixOutcome } from "./fix-request.ts";
import { type FixUnderClaimPorts, fixUnderClaim } from "./fix-under-claim.ts";
import { findViolation } from "./fix-violation.ts";

/** A person asked, so the daemon's limit and cooldown do not apply. */
export const BY_HAND: ClaimRules = { attemptLimit: null, evenIfCooling: true };

export interface FixByHandRequest {
  /** Its id. */
  readonly violation: string;
  /** Land without asking, unless the gate requires approval. */
  readonly auto: boolean;
  readonly dryRun: boolean;
}

/** Fixes one violation on request. The checks run first, so that the records are current. */
export async function fixByHand(
  ports: FixUnderClaimPorts & Pick<Ports, "settings">,
  { violation, ...request }: FixByHandRequest,
  signal: AbortSignal,
  onEvent: (event: FixEvent) => void,
): Promise<FixOutcome> {
  const isImported = await isImportedOnly(ports, violation);
  if (!isImported) await check(ports, { signal });
  const { violation_id: violationId } = await findViolation(ports, violation);
  const { cooldownSeconds } = ports.settings.daemon;
  const claimed = { ...request, violationId, rules: BY_HAND, cooldownSeconds };
  const outcome = await fixUnderClaim(ports, claimed, signal, onEvent);
  if (outcome !== null) return outcome;
  throw new AgentForgeError("busy", `another process is working on ${violationId}`, {
    hint: "Run `agentforge status` to see what is running.",
  });
}

/** If nothing can be checked, a violation can still be known from another tool's log. */
async function isImportedOnly(ports: Pick<Ports, "conformance">, id: string): Promise<boolean> {
  return (await ports.conformance.countChecks()) === 0 && (await ports.conformance.violation(id)) !== null;
}
