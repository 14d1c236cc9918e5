import type { ActivityRecord } from "../../entities/activity.ts";

interface ApprovalFault {
  /** The journal row that records it. */
  readonly record: string;
  readonly what: string;
}

/** The approvals and landings in the journal, read row by row. */
export interface Approvals {
  readonly faults: readonly ApprovalFault[];
  /** Diffs that were approved, by trace; a plan's approval names none. */
  readonly byTrace: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** Every trace the journal knows. */
  readonly traces: ReadonlySet<string>;
  readonly landed: number;
}

interface Course {
  /** The pending diff, as it was opened or last modified. */
  shown: string | null;
  /** The diff that was approved and has neither landed nor been reopened. */
  approved: string | null;
}

/** Only the diff that was shown last may land, and only after its approval. */
export function readApprovals(records: readonly ActivityRecord[]): Approvals {
  const courses = new Map<string, Course>();
  const byTrace = new Map<string, Set<string | null>>();
  const faults: ApprovalFault[] = [];
  let landed = 0;
  for (const record of records) {
    if (record.action_type === "plan.approved") approve(byTrace, record, null);
    if (!record.action_type.startsWith("review.") || record.entity_id === null) continue;
    const course = courses.get(record.entity_id) ?? { shown: null, approved: null };
    courses.set(record.entity_id, course);
    const diff = typeof record.metadata.diff_hash === "string" ? record.metadata.diff_hash : null;
    const fault = (what: string) => faults.push({ record: record.id, what: `${record.entity_id} ${what}` });
    switch (record.action_type) {
      case "review.opened":
      case "review.modified":
        course.shown = diff;
        break;
      case "review.approved":
        if (diff !== course.shown) fault("was approved for a diff other than the one shown");
        course.approved = diff;
        approve(byTrace, record, diff);
        break;
      case "review.reopened":
        course.approved = null;
        break;
      case "review.landed":
        landed += 1;
        if (course.approved === null) fault("landed without an approval");
        else if (diff !== course.approved) fault("landed a diff other than the approved one");
        course.approved = null;
        break;
    }
  }
  const traces = new Set(records.flatMap((record) => record.trace_id ?? []));
  return { faults, byTrace, traces, landed };
}

function approve(
  byTrace: Map<string, Set<string | null>>,
  record: ActivityRecord,
  diff: string | null,
): void {
  if (record.trace_id === null) return;
  const diffs = byTrace.get(record.trace_id) ?? new Set();
  byTrace.set(record.trace_id, diffs.add(diff));
}
