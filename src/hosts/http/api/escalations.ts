import { z } from "zod";
import { Escalation } from "../../../domain/entities/escalation.ts";
import { Violation } from "../../../domain/entities/violation.ts";

/** By the id of an escalation, or of a violation that waits without one. */
export const EscalationAnswer = z.object({
  escalation: Escalation.nullable(),
  violation: Violation.nullable(),
});
export type EscalationAnswer = z.infer<typeof EscalationAnswer>;

const Words = z.string().trim().max(20_000);

export const ResolveBody = z.strictObject({
  /** What the next attempt is told. */
  guidance: Words.optional(),
  /** Why, for the record. */
  reason: Words.optional(),
  /** False: the person sees to it, and it is not tried again. */
  retry: z.boolean(),
});
export type ResolveBody = z.infer<typeof ResolveBody>;
