import { z } from "zod";
import { Commit, Score, Sha256, Timestamp, TraceId } from "./common.ts";

/** How a proven change to a repository is proposed: as a pushed branch, or as a pull request. */
export const ProposedAs = z.enum(["pushed-branch", "pull-request"]);
export type ProposedAs = z.infer<typeof ProposedAs>;

/**
 * How a worker prepares a working copy: from the lock files it finds, with or without package scripts; with a
 * command line of plain words; or not at all.
 */
export const Preparation = z.discriminatedUnion("how", [
  z.object({ how: z.literal("detected"), scripts: z.boolean() }),
  z.object({ how: z.literal("command"), line: z.string().min(1) }),
  z.object({ how: z.literal("none") }),
]);
export type Preparation = z.infer<typeof Preparation>;

/** A repository that the workers of a fleet look after. */
export const FleetRepository = z.object({
  repository_id: z.string(),
  /** Without user and password; those come from the worker's environment. */
  url: z.string(),
  /** Only workers with this label take its tasks; null if any worker may. */
  label: z.string().nullable(),
  proposed_as: ProposedAs,
  prepare: Preparation.default({ how: "detected", scripts: false }),
  added_by: z.string(),
  added_at: Timestamp,
});
export type FleetRepository = z.infer<typeof FleetRepository>;

/** The work a task asks for in a repository. */
export const TaskRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tests"), auto: z.boolean() }),
  z.object({ kind: z.literal("violations"), auto: z.boolean() }),
  z.object({ kind: z.literal("issue"), auto: z.boolean(), issue: z.string().min(1) }),
  /** A model writes a plan for a person's request. */
  z.object({ kind: z.literal("request"), request: z.string().min(1) }),
  /** A plan, approved by whoever enqueues it: one on record in the repository, or the text of one. */
  z.object({
    kind: z.literal("plan"),
    plan: z.union([
      /** `hash`: the hash of the text the person was shown; null if unknown. */
      z.object({ request_id: z.string().min(1), hash: Sha256.nullable() }),
      z.object({ text: z.string().min(1) }),
    ]),
  }),
  z.object({
    kind: z.literal("answer"),
    review_id: z.string(),
    answer: z.enum(["approve", "reject"]),
    /** The hash of the diff the person was shown. */
    diff_hash: Sha256,
    by: z.string(),
    reason: z.string().nullable(),
  }),
]);
export type TaskRequest = z.infer<typeof TaskRequest>;

/** A kind of work that only a newer AgentForge knows, by name. */
const UnknownRequest = z.object({ kind: z.literal("unknown"), name: z.string() });

export const TaskStatus = z.enum(["queued", "running", "done", "set_aside", "cancelled"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** Where a change went. */
export const PushedChange = z.object({
  review_id: z.string(),
  commit: Commit,
  branch: z.string().nullable(),
  pull_request: z.string().nullable(),
});
export type PushedChange = z.infer<typeof PushedChange>;

export const TaskOutcome = z.object({
  /** `fixed`: pushed. `asked`: proven, waiting for a person. `declined`: a person's rejection was carried out. */
  kind: z.enum(["fixed", "asked", "not_fixed", "nothing_to_do", "declined"]),
  text: z.string(),
  pushed: z.array(PushedChange),
  brain: z.string(),
  /** The plan that was written; enqueue it with `--plan` to execute it. */
  plan: z.object({ request_id: z.string(), text: z.string() }).optional(),
  /** Model usage and cost of the task; `usd` is null if no price is known. Absent in records of older workers. */
  cost: z.object({ tokens: z.int(), usd: z.number().nullable() }).optional(),
  /** How many escalations the task created. */
  escalated: z.int().optional(),
});
export type TaskOutcome = z.infer<typeof TaskOutcome>;

export const FleetTask = z.object({
  task_id: z.string(),
  /** Links all records of the task, in the journals of the fleet and of the repository. */
  trace_id: TraceId,
  repository_id: z.string(),
  request: z.discriminatedUnion("kind", [...TaskRequest.options, UnknownRequest]),
  /** A branch or tag; null for the remote's default branch. */
  ref: z.string().nullable(),
  /** Higher numbers run first. */
  priority: z.int(),
  status: TaskStatus,
  created_by: z.string(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** How many times a worker has started it. */
  attempts: z.int().nonnegative(),
  worker: z.string().nullable(),
  /** The token of the claim under which it was last started. */
  token: z.int().nullable(),
  /** Why it was set aside or canceled, or why the last attempt failed. */
  why: z.string().nullable(),
  /** Why it is waiting: for a fleet limit, or for a newer worker; null if neither. */
  waits_for: z.string().nullable().default(null),
  outcome: TaskOutcome.nullable(),
});
export type FleetTask = z.infer<typeof FleetTask>;

/**
 * A proven change in some repository that waits for an answer, with everything a person needs to answer it.
 */
export const FleetReview = z.object({
  review_id: z.string(),
  task_id: z.string(),
  repository_id: z.string(),
  title: z.string(),
  /** The check whose violation it fixes, as `contract/check`; absent if it fixes failing tests. */
  rule: z.string().optional(),
  confidence: Score,
  files: z.array(z.string()),
  diff: z.string(),
  diff_hash: Sha256,
  asked_because: z.array(z.string()),
  created_at: Timestamp,
  /** `approved` and `rejected`: no worker has carried out the answer yet. */
  status: z.enum(["pending", "approved", "rejected", "landed", "closed"]),
  answered_by: z.string().nullable(),
  /** Why the last landing was not possible, or why it was rejected. */
  why: z.string().nullable(),
});
export type FleetReview = z.infer<typeof FleetReview>;

export const FleetWorker = z.object({
  worker_id: z.string(),
  host: z.string(),
  pid: z.int(),
  labels: z.array(z.string()),
  concurrency: z.int().positive(),
  version: z.string(),
  started_at: Timestamp,
});
export type FleetWorker = z.infer<typeof FleetWorker>;

/** Limits that all workers share. */
export const FleetLimits = z.object({
  /** Pushes and pull requests per minute, by host. */
  pushes: z.record(z.string(), z.int().positive()),
  /** US dollars for models per day, from midnight to midnight UTC; null for no limit. */
  money_per_day: z.number().positive().nullable(),
});
export type FleetLimits = z.infer<typeof FleetLimits>;

/** `paused`: no task is started. `draining`: workers finish the tasks they have started, then exit. */
export const FleetMode = z.enum(["running", "paused", "draining"]);
export type FleetMode = z.infer<typeof FleetMode>;
