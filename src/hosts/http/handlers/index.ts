import type { Handlers } from "../context.ts";
import { getEscalation, resolve } from "./escalations.ts";
import { listInbox } from "./inbox.ts";
import { getCertificate, getIntegrity, listJournal, startVerification } from "./journal.ts";
import { getOverview } from "./overview.ts";
import { answerPlan, editPlan, getPlan, listPlans } from "./plans.ts";
import { getProject } from "./project.ts";
import { approve, approveMany, modify, reject, requestChanges } from "./review-answers.ts";
import { getReview, listReviews } from "./reviews.ts";
import { answerReview, startRun } from "./run-starts.ts";
import { getRun, listRuns, stopRun } from "./runs.ts";
import { getStats } from "./stats.ts";
import { getTrend, getViolation, listViolations, runChecks } from "./violations.ts";

export const HANDLERS: Handlers = {
  getProject,
  getStats,
  getOverview,
  listInbox,
  listReviews,
  getReview,
  approveMany,
  approveReview: approve,
  rejectReview: reject,
  requestChanges,
  modifyReview: modify,
  answerReview,
  getEscalation,
  resolveEscalation: resolve,
  listRuns,
  getRun,
  startRun,
  stopRun,
  listViolations,
  getTrend,
  getViolation,
  check: runChecks,
  listPlans,
  getPlan,
  editPlan,
  answerPlan,
  listJournal,
  getIntegrity,
  getCertificate,
  verifyCertificate: startVerification,
};
