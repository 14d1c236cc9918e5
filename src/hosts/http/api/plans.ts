import { z } from "zod";
import { Sha256 } from "../../../domain/entities/common.ts";
import { PlanRecord, PlanStage } from "../../../domain/entities/plan-record.ts";
import { PageQuery } from "./common.ts";

export const PlanSummary = z.object({
  request_id: z.string(),
  trace_id: z.string(),
  stage: PlanStage,
  title: z.string(),
  created_at: z.string(),
  requested_by: z.string(),
  revision: z.int().nullable(),
  faults: z.int(),
  decision: PlanRecord.shape.decision,
  outcome: PlanRecord.shape.outcome,
});
export type PlanSummary = z.infer<typeof PlanSummary>;

export const PlansQuery = PageQuery.extend({ stage: PlanStage.optional() });
export const PlansAnswer = z.object({ plans: z.array(PlanSummary), total: z.int() });
export type PlansAnswer = z.infer<typeof PlansAnswer>;

export const PlanDetail = z.object({
  plan: PlanRecord.omit({ seen: true, execution: true }),
  /** Hash of the text that is shown; null before a plan is written. */
  plan_hash: Sha256.nullable(),
  /** Whether its files are in this working copy, so that it can be edited and executed here. */
  here: z.boolean(),
  /** What the person can do with it now. */
  can: z.object({ edit: z.boolean(), answer: z.boolean() }),
});
export type PlanDetail = z.infer<typeof PlanDetail>;

export const EditPlanBody = z.strictObject({
  text: z.string().min(1).max(500_000),
  /** Hash of the text that was edited; null for the first version. */
  plan_hash: Sha256.nullable(),
});
export type EditPlanBody = z.infer<typeof EditPlanBody>;

export const AnswerPlanBody = z.strictObject({
  answer: z.enum(["approve", "reject", "request_changes", "withdraw"]),
  reason: z.string().trim().max(20_000).optional(),
  /** Hash of the text that was shown. */
  plan_hash: Sha256,
  /** Execute it immediately, as a run; otherwise the daemon does. Only with `approve`. */
  now: z.boolean().default(false),
});
export type AnswerPlanBody = z.input<typeof AnswerPlanBody>;

export const PlanAnswered = z.object({
  plan: PlanDetail,
  /** Why it was not approved; empty if it was. */
  problems: z.array(z.object({ line: z.int(), what: z.string(), instead: z.string() })),
  run_id: z.string().nullable(),
});
export type PlanAnswered = z.infer<typeof PlanAnswered>;
