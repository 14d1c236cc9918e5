import { z } from "zod";
import { Timestamp, TraceId } from "./common.ts";

export const Escalation = z.object({
  escalation_id: z.string().regex(/^ESC-[0-9A-Za-z-]+$/),
  type: z.enum(["cannot_fix", "escalate"]),
  violation_id: z.string().nullable().default(null),
  /** The proven change that waits for a person, if any. */
  review_id: z.string().nullable().default(null),
  /** The failing tests that the escalation is about, if any. */
  tests: z.array(z.string()).default([]),
  task_id: z.string(),
  trace_id: TraceId.nullable().default(null),
  created_at: Timestamp,
  status: z.enum(["pending", "resolved"]),
  reason: z.string().min(1),
  constraints: z.array(z.string()).default([]),
  alternatives: z.array(z.string()).default([]),
  agent_analysis: z.object({
    attempted_approaches: z.array(z.string()).default([]),
    files_examined: z.array(z.string()).default([]),
    understanding: z.array(z.string()).default([]),
  }),
  resolution: z
    .object({
      by: z.string(),
      at: Timestamp,
      /** Passed to the next attempt. */
      guidance: z.string().nullable().default(null),
      /** The reason; recorded. */
      reason: z.string().nullable().default(null),
      /** False: the person takes over, and AgentForge does not try again. */
      retry: z.boolean().default(true),
    })
    .nullable()
    .default(null),
});
export type Escalation = z.infer<typeof Escalation>;
