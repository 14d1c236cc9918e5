import type { z } from "zod";
import type { Problem as ProblemAnswer } from "../../src/hosts/http/api/common.ts";
import type { AnswerOf, QueryOf, ROUTES, RouteName } from "../../src/hosts/http/api/routes.ts";
import { setAllowed } from "./may.ts";

/** The address of each API route. A test compares it with the server's route table. */
export const ADDRESSES = {
  getProject: "GET /api/project",
  getStats: "GET /api/stats",
  getOverview: "GET /api/overview",
  listInbox: "GET /api/inbox",
  listReviews: "GET /api/reviews",
  getReview: "GET /api/reviews/:id",
  approveMany: "POST /api/reviews/approve-many",
  approveReview: "POST /api/reviews/:id/approve",
  rejectReview: "POST /api/reviews/:id/reject",
  requestChanges: "POST /api/reviews/:id/request-changes",
  modifyReview: "POST /api/reviews/:id/modify",
  answerReview: "POST /api/reviews/:id/answer",
  getEscalation: "GET /api/escalations/:id",
  resolveEscalation: "POST /api/escalations/:id/resolve",
  listRuns: "GET /api/runs",
  getRun: "GET /api/runs/:id",
  startRun: "POST /api/runs",
  stopRun: "POST /api/runs/:id/stop",
  listViolations: "GET /api/violations",
  getTrend: "GET /api/violations/trend",
  getViolation: "GET /api/violations/:id",
  check: "POST /api/check",
  listPlans: "GET /api/plans",
  getPlan: "GET /api/plans/:id",
  editPlan: "PUT /api/plans/:id",
  answerPlan: "POST /api/plans/:id/answer",
  listJournal: "GET /api/journal",
  getIntegrity: "GET /api/journal/integrity",
  getCertificate: "GET /api/certificates/:name",
  verifyCertificate: "POST /api/certificates/:name/verify",
  listFleetInbox: "GET /api/fleet/inbox",
  getFleetReview: "GET /api/fleet/reviews/:id",
  approveFleetReview: "POST /api/fleet/reviews/:id/approve",
  rejectFleetReview: "POST /api/fleet/reviews/:id/reject",
  listFleetTasks: "GET /api/fleet/tasks",
  retryFleetTask: "POST /api/fleet/tasks/:id/retry",
  cancelFleetTask: "POST /api/fleet/tasks/:id/cancel",
  getFleetStatus: "GET /api/fleet/status",
  setFleetMode: "POST /api/fleet/mode",
} satisfies Record<RouteName, `${string} /api/${string}`>;

type SentTo<Name extends RouteName> = (typeof ROUTES)[Name]["body"] extends z.ZodType
  ? z.input<(typeof ROUTES)[Name]["body"]>
  : undefined;

export interface Question<Name extends RouteName> {
  /** The id or name in the address. */
  readonly id?: string | undefined;
  readonly query?: { readonly [Key in keyof QueryOf<Name>]?: QueryOf<Name>[Key] | undefined } | undefined;
  readonly body?: SentTo<Name> | undefined;
}

/** The server rejected the request, or could not be reached (`status` 0). */
export class Problem extends Error {
  readonly status: number;
  readonly details: ProblemAnswer["error"];

  constructor(status: number, details: ProblemAnswer["error"]) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

let token = "";

export async function ask<Name extends RouteName>(
  name: Name,
  question: Question<Name> = {},
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  try {
    if (isSent(name) && token === "") await askOnce("getProject", {}, signal);
    return await askOnce(name, question, signal);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 403 || !isSent(name)) throw error;
    await askOnce("getProject", {}, signal);
    return askOnce(name, question, signal);
  }
}

/** The address of a request, which is also the cache key of its answer. */
export function addressOf<Name extends RouteName>(name: Name, { id, query }: Question<Name>): string {
  const path = ADDRESSES[name].replace(/^\S+ /, "").replace(/:\w+/, () => encodeURIComponent(id ?? ""));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== "") search.set(key, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

async function askOnce<Name extends RouteName>(
  name: Name,
  question: Question<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const [method = "GET"] = ADDRESSES[name].split(" ");
  const sent = isSent(name)
    ? {
        headers: { "content-type": "application/json", "x-agentforge-token": token },
        body: JSON.stringify(question.body ?? {}),
      }
    : {};
  const response = await fetch(addressOf(name, question), {
    method,
    credentials: "same-origin",
    cache: "no-store",
    ...sent,
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Problem(0, {
      code: "unreachable",
      message: "The server is not responding.",
      hint: "Start it again with: agentforge serve",
    });
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Problem(response.status, detailsOf(answer, response.status));
  if (name === "getProject") {
    const { csrf_token, may } = answer as AnswerOf<"getProject">;
    token = csrf_token;
    setAllowed(may);
  }
  return answer as AnswerOf<Name>;
}

function isSent(name: RouteName): boolean {
  return !ADDRESSES[name].startsWith("GET ");
}

function detailsOf(answer: unknown, status: number): ProblemAnswer["error"] {
  const details = (answer as ProblemAnswer | null)?.error;
  if (typeof details?.message === "string") return details;
  return { code: "unreadable", message: `The server answered with status ${status}.`, hint: null };
}
