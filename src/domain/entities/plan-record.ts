import { z } from "zod";
import { ChangeSet } from "./code-change.ts";
import { Commit, Sha256, Timestamp, TraceId } from "./common.ts";
import { Evidence } from "./evidence.ts";
import { PLAN_STAGES } from "./plan.ts";

/** The stage of a request. `requested`: no plan has been written yet. */
export const PlanStage = z.enum(["requested", ...PLAN_STAGES]);
export type PlanStage = z.infer<typeof PlanStage>;

/** The folders people use, below `.agentforge/`. */
export const PlanPlace = z.enum([
  "Inbox/Requests",
  "Inbox/Plans",
  "Inbox/Rejected",
  "Inbox/Archive",
  "System/Active",
]);
export type PlanPlace = z.infer<typeof PlanPlace>;

/**
 * A proven change that is about to land, with enough data for another process to finish the landing without
 * repeating the work.
 */
export const PlanLanding = z.object({
  landing_id: z.string(),
  branch: z.string(),
  message: z.string(),
  change: ChangeSet,
  evidence: Evidence,
  actions_run: z.array(z.string()),
  /** Where it was created and what it was proven on, for the certificate; null in records of earlier versions. */
  made_in: z
    .object({ session_id: z.string(), attempt_id: z.string(), base_commit: Commit.nullable() })
    .nullable()
    .default(null),
  /** No other answer had been given when the proof was recorded, so it lands regardless of later answers. */
  confirmed: z.boolean().default(true),
});
export type PlanLanding = z.infer<typeof PlanLanding>;

/** A request and its plan as stored in the database; people read and write the Markdown files. */
export const PlanRecord = z.object({
  request_id: z.string().min(1),
  trace_id: TraceId,
  stage: PlanStage,
  title: z.string(),
  created_at: Timestamp,
  requested_by: z.string(),
  /** The working copy whose folders contain the files, if several share a database. */
  home: z.string().nullable().default(null),
  /** The full text of the request, and its file in Inbox/Requests. */
  request: z.object({ file: z.string(), text: z.string() }),
  plan: z
    .object({
      text: z.string(),
      revision: z.int().positive(),
      written_by: z.enum(["human", "agent"]),
      /** Hash of a text that was rehearsed without a problem. */
      sound: Sha256.nullable(),
      /** Recorded as saved; not rehearsed yet. */
      untried: z.boolean().optional(),
    })
    .nullable(),
  /** The files this version of the record has seen. It may not replace or remove any other file. */
  seen: z
    .array(z.object({ place: PlanPlace, name: z.string(), hash: Sha256, stamp: z.string() }))
    .default([]),
  /** Errors that keep the plan from being executed, as listed in its file. */
  faults: z
    .array(z.object({ line: z.int().nonnegative(), what: z.string(), instead: z.string() }))
    .default([]),
  /** The plan of the previous revision, to show the difference. */
  previous: z.string().nullable().default(null),
  decision: z
    .object({
      answer: z.enum(["approve", "reject", "request_changes"]),
      by: z.string(),
      at: Timestamp,
      reason: z.string().nullable(),
      via: z.enum(["command", "file"]),
      plan_hash: Sha256,
    })
    .nullable()
    .default(null),
  execution: z
    .object({ number: z.int().positive(), started_at: Timestamp, landing: PlanLanding.nullable() })
    .nullable()
    .default(null),
  outcome: z
    .object({
      commit: Commit.nullable(),
      branch: z.string().nullable(),
      pull_request: z.string().nullable().default(null),
      error: z.string().nullable(),
      at: Timestamp,
    })
    .nullable()
    .default(null),
  report: z.object({ file: z.string(), text: z.string() }).nullable().default(null),
});
export type PlanRecord = z.infer<typeof PlanRecord>;
