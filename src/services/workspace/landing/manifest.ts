import type { LandRequest } from "../../../domain/ports/workspace.ts";
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
    remote: request.to?.kind === "pull-request" ? (request.to.remote ?? "origin") : null,
    subject: subjectOf(request.message),
    files: request.change.files.map(({ path, before, after }) => ({
      path,
      before: before && { mode: before.mode, sha256: before.sha256 },
      after: after && { mode: after.mode, sha256: after.sha256 },
    })),
  };
}

export function withTrailer(message: string, traceId: string): string {
  const trailer = `[ExoTrace: ${traceId}]`;
  const text = message.trimEnd();
  return text.includes(trailer) ? `${text}\n` : `${text}\n\n${trailer}\n`;
}

export function subjectOf(message: string): string {
  return message.split("\n")[0]?.trim() ?? "";
}
