import type { PlanStatus } from "../../../domain/entities/plan.ts";
import type { PlanRecord } from "../../../domain/entities/plan-record.ts";
import type { PlanDocuments, ReadPlan } from "../../../domain/ports/plans.ts";

/** Fields in which AgentForge notes an answer. */
const NOTED = { reviewed_by: null, reviewed_at: null, rejected_by: null, rejected_at: null } as const;

/**
 * The status in a file, if a person wrote it. AgentForge writes one too, and an editor that had the file open
 * may save the previous one: neither is an answer.
 */
export function ownStatus(documents: PlanDocuments, record: PlanRecord, file: ReadPlan): PlanStatus | null {
  const current = documents.readPlan(record.plan?.text ?? "");
  if (record.plan !== null && isSame(file, current)) return null;
  return isStale(documents, record, file) ? null : file.status;
}

/** The text without AgentForge's notes about an answer that was withdrawn. */
export function withoutStaleStatus(documents: PlanDocuments, record: PlanRecord, text: string): string {
  const file = documents.readPlan(text);
  const { status } = documents.readPlan(record.plan?.text ?? "");
  if (record.stage !== "review" || file.status === status || !isStale(documents, record, file)) return text;
  const isOldReason = file.rejectionReason === documents.readPlan(record.previous ?? "").rejectionReason;
  const reason = isOldReason ? { rejection_reason: null } : {};
  return documents.setFields(text, { ...NOTED, ...reason, status: "review" });
}

function isStale(documents: PlanDocuments, { previous }: PlanRecord, file: ReadPlan): boolean {
  if (previous === null || file.answeredAt === null) return false;
  return isSame(file, documents.readPlan(previous));
}

/** A different reason is a new rejection. */
function isSame(left: ReadPlan, right: ReadPlan): boolean {
  if (left.status !== right.status || left.answeredAt !== right.answeredAt) return false;
  return left.status !== "rejected" || left.rejectionReason === right.rejectionReason;
}
