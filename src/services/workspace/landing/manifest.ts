import type { LandRequest, LandTarget } from "../../../domain/ports/workspace.ts";
import type { Context } from "../context.ts";
import type { Manifest } from "./backup.ts";

export function manifestOf(
  context: Context,
  request: LandRequest,
  landing: { readonly commit: string; readonly branch: string | null; readonly headBefore: string | null },
): Manifest {
  return {
    landing_id: request.landingId,
    trace_id: request.traceId,
    created_at: context.now().toISOString(),
    status: "landing",
    to: request.to?.kind ?? "current-branch",
    branch: landing.branch,
    head_before: landing.headBefore,
    commit: landing.commit,
    revert_commit: null,
    pull_request: null,
    remote: isPushed(request.to) ? (request.to.remote ?? "origin") : null,
    subject: subjectOf(request.message),
    files: request.change.files.map(({ path, before, after }) => ({
      path,
      before: before && { mode: before.mode, sha256: before.sha256 },
      after: after && { mode: after.mode, sha256: after.sha256 },
    })),
  };
}

type PushedTarget = Extract<LandTarget, { readonly kind: "pushed-branch" | "pull-request" }>;

export function isPushed(to: LandTarget | undefined): to is PushedTarget {
  return to?.kind === "pushed-branch" || to?.kind === "pull-request";
}

/**
 * A line for people, and the same text as a trailer in the last paragraph, where `git interpret-trailers`
 * looks.
 */
export function withTrailer(message: string, traceId: string, coAuthor: string | null = null): string {
  const line = `[ExoTrace: ${traceId}]`;
  const text = message.trimEnd();
  return `${text.includes(line) ? text : `${text}\n\n${line}`}\n\nExoTrace: ${traceId}\n${coAuthor === null ? "" : `Co-authored-by: ${coAuthor}\n`}`;
}

export function subjectOf(message: string): string {
  return message.split("\n")[0]?.trim() ?? "";
}
