import { z } from "zod";
import { Sha256 } from "../../../domain/entities/common.ts";
import {
  FleetMode,
  FleetReview,
  FleetTask,
  FleetWorker,
  TaskOutcome,
  TaskStatus,
} from "../../../domain/entities/fleet.ts";
import { PageQuery, Text } from "./common.ts";

/** One row of the fleet's inbox, without the diff, which can be large. */
const FleetItem = FleetReview.omit({ diff: true }).extend({ repository: z.string() });
export type FleetItem = z.infer<typeof FleetItem>;

export const FleetInboxQuery = PageQuery.extend({
  /** `yes`: include changes that were already answered. */
  all: z.enum(["yes", "no"]).default("no"),
});
export const FleetInboxAnswer = z.object({ items: z.array(FleetItem), total: z.int() });

export const FleetReviewAnswer = FleetReview.extend({ repository: z.string() });
export type FleetReviewAnswer = z.infer<typeof FleetReviewAnswer>;

/** The hash of the diff that the person saw; the request is rejected if the diff has changed. */
export const FleetApproveBody = z.strictObject({ diff_hash: Sha256 });
export const FleetRejectBody = z.strictObject({ diff_hash: Sha256, reason: Text });
export const FleetAnswered = z.object({ review_id: z.string(), task_id: z.string() });

const ShownTask = FleetTask.extend({ repository: z.string() });
export type ShownTask = z.infer<typeof ShownTask>;

export const FleetTasksQuery = PageQuery.omit({ offset: true }).extend({ status: TaskStatus.optional() });
export const FleetTasksAnswer = z.object({
  tasks: z.array(ShownTask),
  counts: z.record(TaskStatus, z.int()),
});

export const FleetStatusAnswer = z.object({
  mode: FleetMode,
  tasks: z.record(TaskStatus, z.int()),
  outcomes: z.record(TaskOutcome.shape.kind, z.int()),
  oldest_queued_seconds: z.number(),
  pending_reviews: z.int(),
  workers: z.array(FleetWorker.extend({ is_alive: z.boolean() })),
});

export const FleetModeBody = z.strictObject({ mode: FleetMode });
export const FleetModeAnswer = z.object({ mode: FleetMode });
