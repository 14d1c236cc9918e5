import { z } from "zod";
import { AgentForgeError, type ErrorCode } from "../../domain/errors.ts";
import type { Problem } from "./api/common.ts";

export type RefusedStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 429 | 500 | 503;

/** A request that is answered with an error: the status, and the problem that the client sees. */
export class Refusal extends Error {
  readonly status: RefusedStatus;
  readonly problem: Problem["error"];

  constructor(
    status: RefusedStatus,
    code: string,
    message: string,
    more: Partial<Omit<Problem["error"], "code" | "message">> = {},
  ) {
    super(message);
    this.status = status;
    this.problem = { code, message, hint: null, ...more };
  }
}

const STATUS_OF: Partial<Record<ErrorCode, RefusedStatus>> = {
  bad_input: 400,
  path_refused: 400,
  not_found: 404,
  conflict: 409,
  stale: 409,
  busy: 409,
  nothing_to_commit: 409,
  no_model: 409,
  disk_full: 503,
  read_only: 503,
};

/** Converts any thrown value to a refusal. A bug is reported as one, without details. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof AgentForgeError) {
    return new Refusal(STATUS_OF[error.code] ?? 500, error.code, error.message, { hint: error.hint ?? null });
  }
  return new Refusal(500, "bug", "this is a bug in AgentForge", {
    hint: "See the terminal where agentforge serve runs.",
  });
}

/** Lists the fields that do not match the schema. */
export function badRequest(what: string, error: z.ZodError): Refusal {
  const fields = error.issues.slice(0, 20).map((issue) => ({
    path: z.core.toDotPath(issue.path),
    message: issue.message,
  }));
  return new Refusal(400, "bad_input", `${what} is not valid`, {
    hint: "GET /api/openapi.json describes what is expected.",
    fields,
  });
}
