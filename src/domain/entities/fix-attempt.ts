import { z } from "zod";
import { Commit, Timestamp, TraceId } from "./common.ts";
import { Evidence } from "./evidence.ts";
import { StepResult } from "./session.ts";

export const FixPhase = z.enum(["analyze", "plan", "implement", "verify", "commit", "complete", "failed"]);
export type FixPhase = z.infer<typeof FixPhase>;

/** One try at a task, in its own tree, git directory and branch. */
export const FixAttempt = z.object({
  attempt_id: z.string(),
  trace_id: TraceId,
  session_id: z.string(),
  /** Null if the task repairs tests or executes a plan. */
  violation_id: z.string().nullable().default(null),
  base_commit: Commit.nullable().default(null),
  branch: z.string(),
  started_at: Timestamp,
  phase: FixPhase,
  steps: z.array(StepResult).default([]),
  files_modified: z.array(z.string()).default([]),
  tests_passed: z.boolean().default(false),
  conformance_passed: z.boolean().default(false),
  committed: z.boolean().default(false),
  error: z.string().nullable().default(null),
  completed_at: Timestamp.nullable().default(null),
  evidence: Evidence.nullable().default(null),
});
export type FixAttempt = z.infer<typeof FixAttempt>;
