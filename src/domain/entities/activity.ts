import { z } from "zod";
import { Metadata, Timestamp, TraceId } from "./common.ts";

export const Actor = z.enum(["human", "agent", "system"]);
export type Actor = z.infer<typeof Actor>;

/** One row of the journal. `action_type` is `<noun>.<past tense>`: `plan.approved`, `tool.denied`. */
export const ActivityRecord = z.object({
  id: z.string(),
  trace_id: TraceId.nullable(),
  actor: Actor,
  agent_id: z.string().nullable().default(null),
  action_type: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
  entity_id: z.string().nullable().default(null),
  metadata: Metadata.default({}),
  timestamp: Timestamp,
});
export type ActivityRecord = z.infer<typeof ActivityRecord>;
