import { z } from "zod";
import { FixAttempt } from "../../../domain/entities/fix-attempt.ts";
import { Session, StepResult } from "../../../domain/entities/session.ts";
import { PageQuery, Text } from "./common.ts";

/** A run that was started from the page and that this server process knows. */
export const LiveRun = z.object({
  run_id: z.string(),
  kind: z.enum(["repair", "fix", "request", "modify", "verify", "execute"]),
  title: z.string(),
  by: z.string(),
  status: z.enum(["running", "stopping", "done", "failed", "stopped"]),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  /** The latest log lines, oldest first. */
  log: z.array(z.object({ at: z.string(), text: z.string() })),
  /** The session that records it, once it exists. */
  session_id: z.string().nullable(),
  /** How it ended, such as `waiting_for_review` or `no_fix`; null while it runs. */
  outcome: z.string().nullable(),
  /** A sentence of explanation, if there is one. */
  why: z.string().nullable(),
  /** The review it produced. */
  review_id: z.string().nullable(),
  request_id: z.string().nullable(),
  escalation_id: z.string().nullable(),
});
export type LiveRun = z.infer<typeof LiveRun>;

export const RunsAnswer = z.object({
  /** Newest first. Not paged: every page of sessions includes all live runs. */
  live: z.array(LiveRun),
  /** Recorded sessions, newest first. */
  sessions: z.array(Session),
  total: z.int(),
});
export type RunsAnswer = z.infer<typeof RunsAnswer>;

export const RunQuery = z.object({
  /** How many steps to skip. */
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});

/** By the id of a live run or of a session. */
export const RunDetail = z.object({
  live: LiveRun.nullable(),
  session: Session.nullable(),
  attempt: FixAttempt.omit({ steps: true, evidence: true }).nullable(),
  steps: z.array(StepResult),
  total_steps: z.int(),
  /** Reviews that it produced. */
  review_ids: z.array(z.string()),
});
export type RunDetail = z.infer<typeof RunDetail>;

/** `search`, `llm`, `hybrid` or `provider:model`; the settings decide if it is absent. */
const Brain = z.string().trim().min(1).max(200).optional();

export const StartRunBody = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("repair"),
    /** A description of the problem. */
    issue: Text.optional(),
    /** Only these failing tests: ids, names or files. */
    tests: z.array(z.string().min(1).max(2000)).max(200).default([]),
    budget_seconds: z.number().positive().max(3600).optional(),
    brain: Brain,
  }),
  z.strictObject({ kind: z.literal("fix"), violation_id: z.string().min(1).max(200), brain: Brain }),
  z.strictObject({ kind: z.literal("request"), words: Text, brain: Brain }),
]);
export type StartRunBody = z.input<typeof StartRunBody>;

export const StartedRun = z.object({ run_id: z.string() });
export type StartedRun = z.infer<typeof StartedRun>;

export { PageQuery as RunsQuery };
