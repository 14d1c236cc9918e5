import { z } from "zod";
import { Patch } from "../../../domain/entities/patch.ts";
import type { StepResult, UnderWay } from "../../../domain/entities/session.ts";
import type { ModelMessage } from "../../../domain/ports/model.ts";
import type { Sessions } from "../../../domain/ports/sessions.ts";
import type { Used } from "../connection/meter.ts";
import type { Ending } from "../loop/loop-options.ts";
import type { WorkState } from "../loop/session-log.ts";
import { fromRecord, messagesOf } from "./conversation.ts";

/** A session restored from its record. */
export interface Recalled {
  readonly messages: ModelMessage[];
  /** All of them, so that their changes can be repeated. */
  readonly steps: readonly StepResult[];
  /** The steps since the last change was judged. */
  readonly recent: readonly StepResult[];
  readonly state: WorkState;
  readonly used: Used;
  readonly digest: string;
  /** How the loop ended; null if it did not. */
  readonly ending: Ending | null;
  readonly underWay: UnderWay | null;
}

const UsedRecord = z.object({
  steps: z.number(),
  tokens: z.number(),
  costUsd: z.number().nullable(),
  seconds: z.number(),
});
const Memory = z.object({
  base_digest: z.string(),
  steps: z.int(),
  used: UsedRecord,
  attempt: z.int(),
  failed: z.array(z.string()),
  last: z
    .object({ diff: z.string().nullable(), failures: z.record(z.string(), z.string()) })
    .nullable()
    .default(null),
  partly: Patch.nullable(),
});

/** Null if it was interrupted before the first request to the model. */
export async function recall(sessions: Sessions, sessionId: string): Promise<Recalled | null> {
  const context = await sessions.loadContext(sessionId);
  if (context === null) return null;
  const memory = Memory.parse(context.memory_context);
  const steps = await sessions.history(sessionId);
  const underWay = await sessions.underWay(sessionId);
  const messages = fromRecord(context.conversation_history);
  for (const step of steps.slice(memory.steps)) messages.push(...messagesOf(step, messages.length));
  const last = steps.at(-1);
  const newest = underWay?.action.metadata.used ?? last?.action?.metadata.used;
  return {
    messages,
    steps,
    recent: steps.slice(steps.findLastIndex(isMark) + 1),
    state: { attempt: memory.attempt, failed: memory.failed, last: memory.last, partly: memory.partly },
    used: UsedRecord.safeParse(newest).data ?? memory.used,
    digest: memory.base_digest,
    ending: last && !last.should_continue ? endingOf(last) : null,
    underWay,
  };
}

/** A change was judged here. */
function isMark({ action }: StepResult): boolean {
  return action?.metadata.judged === true;
}

function endingOf({ action, error }: StepResult): Ending {
  const status = z.enum(["complete", "escalate", "cannot_fix"]).safeParse(action?.metadata.ending);
  if (!status.success) {
    const why = z.enum(["budget", "stuck", "refused", "failed"]).catch("failed");
    return { status: why.parse(action?.metadata.ending), why: error ?? "" };
  }
  const call = action?.tool_calls.find(({ name }) => name === status.data);
  return {
    status: status.data,
    summary: String(call?.parameters.summary ?? call?.parameters.reason ?? ""),
  };
}
