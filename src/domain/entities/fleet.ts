import { z } from "zod";
import { Commit, Score, Sha256, Timestamp, TraceId } from "./common.ts";

/** How a proven change of a repository is proposed: as a branch that is pushed, or as a pull request of it. */
export const ProposedAs = z.enum(["pushed-branch", "pull-request"]);
export type ProposedAs = z.infer<typeof ProposedAs>;

/**
 * How a worker prepares a working copy: by the lock files it finds, with or without the scripts of packages; with a
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
  /** Without user and password; those come from the environment of a worker. */
  url: z.string(),
  /** Only workers with this label take its tasks; null for all workers. */
  label: z.string().nullable(),
  proposed_as: ProposedAs,
  prepare: Preparation.default({ how: "detected", scripts: false }),
  added_by: z.string(),
  added_at: Timestamp,
});
export type FleetRepository = z.infer<typeof FleetRepository>;

/** What a worker is asked to do in a repository. */
export const TaskRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("tests"), auto: z.boolean() }),
  z.object({ kind: z.literal("violations"), auto: z.boolean() }),
  z.object({ kind: z.literal("issue"), auto: z.boolean(), issue: z.string().min(1) }),
  /** A model writes a plan for what a person asks. */
  z.object({ kind: z.literal("request"), request: z.string().min(1) }),
  /** A plan that whoever enqueues it approves: one on record in the repository, or the text of one. */
  z.object({
    kind: z.literal("plan"),
    plan: z.union([
      /** `hash`: of the text that the person was shown; null where nothing is known of that. */
      z.object({ request_id: z.string().min(1), hash: Sha256.nullable() }),
      z.object({ text: z.string().min(1) }),
    ]),
  }),
  z.object({
    kind: z.literal("answer"),
    review_id: z.string(),
    answer: z.enum(["approve", "reject"]),
    /** Of the diff that the person was shown. */
    diff_hash: Sha256,
    by: z.string(),
    reason: z.string().nullable(),
  }),
]);
export type TaskRequest = z.infer<typeof TaskRequest>;

/** What a newer AgentForge asks for and this one does not know, by its name. */
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
  /** `fixed`: pushed. `asked`: proven, and a person is asked. `declined`: an answer was carried out that says no. */
  kind: z.enum(["fixed", "asked", "not_fixed", "nothing_to_do", "declined"]),
  text: z.string(),
  pushed: z.array(PushedChange),
  brain: z.string(),
  /** The plan that was written, and waits to be given back with `--plan`. */
  plan: z.object({ request_id: z.string(), text: z.string() }).optional(),
  /** What models used and cost meanwhile; `usd` is null where no price is known. Absent in records of older workers. */
  cost: z.object({ tokens: z.int(), usd: z.number().nullable() }).optional(),
  /** How many escalations were created meanwhile. */
  escalated: z.int().optional(),
});
export type TaskOutcome = z.infer<typeof TaskOutcome>;

export const FleetTask = z.object({
  task_id: z.string(),
  /** Joins everything that is on record about the task, in the journal of the fleet and of the repository. */
  trace_id: TraceId,
  repository_id: z.string(),
  request: z.discriminatedUnion("kind", [...TaskRequest.options, UnknownRequest]),
  /** A branch or tag; null for the branch that the remote's HEAD names. */
  ref: z.string().nullable(),
  /** A higher number runs earlier. */
  priority: z.int(),
  status: TaskStatus,
  created_by: z.string(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** How often a worker has begun it. */
  attempts: z.int().nonnegative(),
  worker: z.string().nullable(),
  /** Of the claim under which it was begun last. */
  token: z.int().nullable(),
  /** Why it was set aside or cancelled, or why the last attempt failed. */
  why: z.string().nullable(),
  /** The limit of the fleet that it waits for, or a newer worker; null where it waits for neither. */
  waits_for: z.string().nullable().default(null),
  outcome: TaskOutcome.nullable(),
});
export type FleetTask = z.infer<typeof FleetTask>;

/** A proven change of some repository that waits for an answer, as far as people need it to answer. */
export const FleetReview = z.object({
  review_id: z.string(),
  task_id: z.string(),
  repository_id: z.string(),
  title: z.string(),
  /** The check whose violation it fixes, as `contract/check`; absent where it fixes failing tests. */
  rule: z.string().optional(),
  confidence: Score,
  files: z.array(z.string()),
  diff: z.string(),
  diff_hash: Sha256,
  asked_because: z.array(z.string()),
  created_at: Timestamp,
  /** `approved` and `rejected`: a worker has yet to carry it out. */
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

/** What all workers together may use. */
export const FleetLimits = z.object({
  /** Pushes and pull requests a minute, by host. */
  pushes: z.record(z.string(), z.int().positive()),
  /** US dollars for models a day, from midnight to midnight UTC; null for no limit. */
  money_per_day: z.number().positive().nullable(),
});
export type FleetLimits = z.infer<typeof FleetLimits>;

/** `paused`: no task is begun. `draining`: workers finish what they have begun, and exit. */
export const FleetMode = z.enum(["running", "paused", "draining"]);
export type FleetMode = z.infer<typeof FleetMode>;
