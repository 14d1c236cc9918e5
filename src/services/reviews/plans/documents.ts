import type { PlanDocuments } from "../../../domain/ports/plans.ts";
import { setFields } from "./front-matter.ts";
import { withNotice, withoutNotice } from "./notice.ts";
import { readPlan } from "./plan-document.ts";
import { failureReport, missionReport, withdrawalReport } from "./reports.ts";
import { readRequest, requestIdFrom } from "./request-document.ts";
import { planTemplate, withComments, withDifference, writePlan, writeRequest } from "./write-plan.ts";

/** `difference` returns a unified diff. */
export function createPlanDocuments(options: {
  readonly difference: (before: string, after: string) => string;
}): PlanDocuments {
  return {
    readRequest,
    readPlan,
    writeRequest,
    writePlan,
    template: planTemplate,
    setFields,
    withNotice,
    withoutNotice,
    withComments,
    withDifference: (text, previous, revision) =>
      withDifference(text, previous, revision, options.difference),
    requestIdFrom,
    missionReport,
    failureReport,
    withdrawalReport,
  };
}
