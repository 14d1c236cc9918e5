import type { PlanRecord, PlanStage } from "../../domain/entities/plan-record.ts";
import type { PlanStore } from "../../domain/ports/plans.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { REASON_MISSING } from "../plans/plan-ports.ts";
import type { InboxSection, Waiting } from "./inbox.ts";

/** Pending plans, rejections without a reason, failed requests, and, if no model writes plans, requests without a plan. */
export function planSection(plans: PlanStore, peopleWrite: boolean): InboxSection {
  const stages: PlanStage[] = ["review", "needs_reason", "error"];
  if (peopleWrite) stages.push("requested", "needs_revision");
  return {
    async waiting() {
      const every = await plans.list([...new Set([...stages, "requested", "approved"] as const)]);
      return every
        .filter(({ record }) => stages.includes(record.stage) || record.faults.length > 0)
        .map(({ record }) => waitingPlan(record));
    },
  };
}

function waitingPlan(record: PlanRecord): Waiting {
  const { request_id: id, title, stage, plan, faults, outcome, decision, created_at } = record;
  const common = { kind: "plan", id, since: outcome?.at ?? decision?.at ?? created_at } as const;
  const [fault] = faults;
  if (fault !== undefined) {
    const more = faults.length > 1 ? ` and ${counted(faults.length - 1, "more error")}` : "";
    return {
      ...common,
      title: `${title} (has errors: line ${fault.line}: ${fault.what}${more})`,
      next: [
        `plan lint ${id}`,
        `plan show ${id}`,
        ...(plan === null ? [] : [`plan reject ${id} --reason "…"`]),
      ],
    };
  }
  switch (stage) {
    case "error":
      return {
        ...common,
        title: `${title} (failed: ${outcome?.error ?? "no report"})`,
        next: [`plan show ${id}`],
      };
    case "requested":
      return { ...common, title: `${title} (has no plan yet)`, next: [`plan new ${id}`, `plan show ${id}`] };
    case "needs_reason":
      return {
        ...common,
        title: `${title} (${REASON_MISSING})`,
        next: [`plan reject ${id} --reason "…"`, `plan show ${id}`, `plan approve ${id}`],
      };
    case "needs_revision":
      return { ...common, title: `${title} (to be revised)`, next: [`plan show ${id}`] };
    default:
      return {
        ...common,
        title,
        next: [`plan approve ${id}`, `plan show ${id}`, `plan reject ${id} --reason "…"`],
      };
  }
}
