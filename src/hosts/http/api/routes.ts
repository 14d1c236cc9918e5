import { z } from "zod";
import { Escalation } from "../../../domain/entities/escalation.ts";
import { FleetTask } from "../../../domain/entities/fleet.ts";
import type { Role } from "../../../domain/entities/role.ts";
import { Violation } from "../../../domain/entities/violation.ts";
import { EscalationAnswer, ResolveBody } from "./escalations.ts";
import {
  FleetAnswered,
  FleetApproveBody,
  FleetInboxAnswer,
  FleetInboxQuery,
  FleetModeAnswer,
  FleetModeBody,
  FleetRejectBody,
  FleetReviewAnswer,
  FleetStatusAnswer,
  FleetTasksAnswer,
  FleetTasksQuery,
} from "./fleet.ts";
import { InboxAnswer, InboxQuery } from "./inbox.ts";
import { CertificateAnswer, IntegrityAnswer, JournalAnswer, JournalQuery } from "./journal.ts";
import { OverviewAnswer } from "./overview.ts";
import { AnswerPlanBody, EditPlanBody, PlanAnswered, PlanDetail, PlansAnswer, PlansQuery } from "./plans.ts";
import { Project } from "./project.ts";
import {
  AnsweredReview,
  AnswerWithTestBody,
  ApproveAnswer,
  ApproveBody,
  ApproveManyAnswer,
  ApproveManyBody,
  ModifyAnswer,
  ModifyBody,
  RejectBody,
  RequestChangesBody,
  ReviewDetail,
  ReviewsAnswer,
  ReviewsQuery,
} from "./reviews.ts";
import { LiveRun, RunDetail, RunQuery, RunsAnswer, RunsQuery, StartedRun, StartRunBody } from "./runs.ts";
import { StatsAnswer, StatsQuery } from "./stats.ts";
import { CheckAnswer, TrendAnswer, TrendQuery, ViolationsAnswer, ViolationsQuery } from "./violations.ts";

/** One operation of the API. The server, the OpenAPI document and the page's types are all derived from this table. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT";
  /** Segments that start with a colon are parameters. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly query: z.ZodObject;
  readonly body: z.ZodType | null;
  readonly response: z.ZodType;
  /** 202: it continues in the background as a run. */
  readonly status: 200 | 202;
  /** The lowest role that may use it. */
  readonly least: Role;
  /** Which site serves it: the repository page, the fleet page, or both. */
  readonly site: "repository" | "fleet" | "both";
}

const NOTHING = z.object({});
const EMPTY = z.strictObject({});

/** Every signed-in person may read. */
function get<Query extends z.ZodObject, Answer extends z.ZodType>(
  path: Route["path"],
  summary: string,
  response: Answer,
  query: Query,
) {
  const reads = { method: "GET", query, body: null, status: 200, least: "viewer" } as const;
  return { ...reads, path, summary, response, site: "repository" } as const;
}

function send<Body extends z.ZodType, Answer extends z.ZodType>(
  least: Role,
  path: Route["path"],
  summary: string,
  body: Body,
  response: Answer,
) {
  const sends = { method: "POST", query: NOTHING, status: 200, site: "repository" } as const;
  return { ...sends, least, path, summary, body, response } as const;
}

function start<Body extends z.ZodType, Answer extends z.ZodType>(
  least: Role,
  path: Route["path"],
  summary: string,
  body: Body,
  response: Answer,
) {
  const starts = { method: "POST", query: NOTHING, status: 202, site: "repository" } as const;
  return { ...starts, least, path, summary, body, response } as const;
}

function ofFleet<Given extends Route>(route: Given): Omit<Given, "site"> & { readonly site: "fleet" } {
  return { ...route, site: "fleet" };
}

function ofBoth<Given extends Route>(route: Given): Omit<Given, "site"> & { readonly site: "both" } {
  return { ...route, site: "both" };
}

export const ROUTES = {
  getProject: ofBoth(get("/api/project", "Data the page needs at startup", Project, NOTHING)),
  getStats: ofBoth(get("/api/stats", "Completed work and its cost", StatsAnswer, StatsQuery)),
  getOverview: get("/api/overview", "Project metrics", OverviewAnswer, NOTHING),
  listInbox: get("/api/inbox", "Everything waiting for a person", InboxAnswer, InboxQuery),

  listReviews: get("/api/reviews", "Proven changes, newest first", ReviewsAnswer, ReviewsQuery),
  getReview: get("/api/reviews/:id", "One change with its evidence", ReviewDetail, NOTHING),
  approveMany: send(
    "reviewer",
    "/api/reviews/approve-many",
    "Approve several changes up to a risk level; each one succeeds or fails independently",
    ApproveManyBody,
    ApproveManyAnswer,
  ),
  approveReview: send(
    "reviewer",
    "/api/reviews/:id/approve",
    "Approve a change and land it",
    ApproveBody,
    ApproveAnswer,
  ),
  rejectReview: send(
    "reviewer",
    "/api/reviews/:id/reject",
    "Reject a change, with the reason",
    RejectBody,
    AnsweredReview,
  ),
  requestChanges: send(
    "reviewer",
    "/api/reviews/:id/request-changes",
    "Send a change back, with comments",
    RequestChangesBody,
    AnsweredReview,
  ),
  modifyReview: start(
    "reviewer",
    "/api/reviews/:id/modify",
    "Verify your own version of a change, as a run",
    ModifyBody,
    ModifyAnswer,
  ),
  answerReview: start(
    "reviewer",
    "/api/reviews/:id/answer",
    "Write the test that decides between a change and its alternative, then repair again, as a run",
    AnswerWithTestBody,
    ModifyAnswer,
  ),

  getEscalation: get("/api/escalations/:id", "One escalation", EscalationAnswer, NOTHING),
  resolveEscalation: send(
    "reviewer",
    "/api/escalations/:id/resolve",
    "Answer an escalation",
    ResolveBody,
    Escalation,
  ),

  listRuns: get("/api/runs", "Runs, newest first", RunsAnswer, RunsQuery),
  getRun: get("/api/runs/:id", "One run with its steps", RunDetail, RunQuery),
  startRun: start("admin", "/api/runs", "Start a repair, a fix or a request", StartRunBody, StartedRun),
  stopRun: send("admin", "/api/runs/:id/stop", "Stop a run that was started here", EMPTY, LiveRun),

  listViolations: get("/api/violations", "Violations, most severe first", ViolationsAnswer, ViolationsQuery),
  getTrend: get("/api/violations/trend", "Open violations over time", TrendAnswer, TrendQuery),
  getViolation: get("/api/violations/:id", "One violation with its history", Violation, NOTHING),
  check: send("reviewer", "/api/check", "Run the checks and record the violations", EMPTY, CheckAnswer),

  listPlans: get("/api/plans", "Requests and their plans, newest first", PlansAnswer, PlansQuery),
  getPlan: get("/api/plans/:id", "One plan with its text", PlanDetail, NOTHING),
  editPlan: {
    ...send("reviewer", "/api/plans/:id", "Save an edited plan", EditPlanBody, PlanAnswered),
    method: "PUT",
  } as const,
  answerPlan: send("reviewer", "/api/plans/:id/answer", "Answer a plan", AnswerPlanBody, PlanAnswered),

  listJournal: get("/api/journal", "What happened, newest first", JournalAnswer, JournalQuery),
  getIntegrity: get("/api/journal/integrity", "Whether the journal is intact", IntegrityAnswer, NOTHING),
  getCertificate: get("/api/certificates/:name", "The certificate of a commit", CertificateAnswer, NOTHING),
  verifyCertificate: start(
    "reviewer",
    "/api/certificates/:name/verify",
    "Repeat the proof that a certificate records, as a run",
    EMPTY,
    StartedRun,
  ),

  listFleetInbox: ofFleet(
    get("/api/fleet/inbox", "Changes in all repositories, oldest first", FleetInboxAnswer, FleetInboxQuery),
  ),
  getFleetReview: ofFleet(
    get("/api/fleet/reviews/:id", "One change with its diff", FleetReviewAnswer, NOTHING),
  ),
  approveFleetReview: ofFleet(
    send(
      "reviewer",
      "/api/fleet/reviews/:id/approve",
      "Approve a change; a worker pushes it",
      FleetApproveBody,
      FleetAnswered,
    ),
  ),
  rejectFleetReview: ofFleet(
    send(
      "reviewer",
      "/api/fleet/reviews/:id/reject",
      "Reject a change, with the reason",
      FleetRejectBody,
      FleetAnswered,
    ),
  ),
  listFleetTasks: ofFleet(get("/api/fleet/tasks", "Tasks, newest first", FleetTasksAnswer, FleetTasksQuery)),
  retryFleetTask: ofFleet(
    send("admin", "/api/fleet/tasks/:id/retry", "Queue a task again", EMPTY, FleetTask),
  ),
  cancelFleetTask: ofFleet(send("admin", "/api/fleet/tasks/:id/cancel", "Cancel a task", EMPTY, FleetTask)),
  getFleetStatus: ofFleet(get("/api/fleet/status", "Workers and queue", FleetStatusAnswer, NOTHING)),
  setFleetMode: ofFleet(
    send("admin", "/api/fleet/mode", "Pause, resume or drain", FleetModeBody, FleetModeAnswer),
  ),
} satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;
/** The routes of one kind of site. */
export type RouteOf<Site extends "repository" | "fleet"> = {
  [Name in RouteName]: (typeof ROUTES)[Name]["site"] extends Site | "both" ? Name : never;
}[RouteName];
export type QueryOf<Name extends RouteName> = z.output<(typeof ROUTES)[Name]["query"]>;
export type BodyOf<Name extends RouteName> = (typeof ROUTES)[Name]["body"] extends z.ZodType
  ? z.output<(typeof ROUTES)[Name]["body"]>
  : null;
export type AnswerOf<Name extends RouteName> = z.output<(typeof ROUTES)[Name]["response"]>;
