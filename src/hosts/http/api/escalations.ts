import { z } from "zod";
import { Escalation } from "../../../domain/entities/escalation.ts";
import { Violation } from "../../../domain/entities/violation.ts";

/** By the id of an escalation, or of a violation that waits for a person without one. */
export const EscalationAnswer = z.object({
  escalation: Escalation.nullable(),
  violation: Violation.nullable(),
});
export type EscalationAnswer = z.infer<typeof EscalationAnswer>;

const Words = z.string().trim().max(20_000);

export const ResolveBody = z.strictObject({
  /** Passed to the next attempt. */
  guidance: Words.optional(),
  /** Recorded in the journal. */
  reason: Words.optional(),
  /** False: the person takes care of it, and it is not retried. */
  retry: z.boolean(),
});
export type ResolveBody = z.infer<typeof ResolveBody>;
