import { AgentForgeError } from "../../../domain/errors.ts";
import type { Landing, LandRequest } from "../../../domain/ports/workspace.ts";
import type { Context } from "../context.ts";
import { verifyDiff } from "../diff.ts";
import type { Head } from "../git/refs.ts";
import { createPathResolver } from "../paths/resolver.ts";
import { createBackups, type Manifest, safeName } from "./backup.ts";
import { commitChange, subjectOf } from "./commit-change.ts";
import { createIntents } from "./intent.ts";

/** Lands on the branch the user is on. The same landing id a second time gives the first answer again. */
export async function land(context: Context, request: LandRequest): Promise<Landing> {
  const landingId = safeName(request.landingId);
  const backups = createBackups(context.stateFolder);
  const known = await backups.load(landingId);
  if (known?.status === "landed") return { status: "landed", commit: known.commit, branch: known.branch };
  if (known?.status === "restored") throw rolledBack(landingId);
  await checkChange(context, request);

  const outcome = await commitChange(context, {
    landingId,
    direction: "land",
    files: request.change.files,
    message: withTrailer(request.message, request.traceId),
    prepare: async (commit, head) => {
      if ((await backups.load(landingId)) !== null) throw landedMeanwhile(landingId);
      await backups.save(manifestOf(context, request, commit, head), request.change.files);
    },
    abandon: async () => {
      const manifest = await backups.load(landingId);
      if (manifest?.status === "landing") await backups.discard(landingId);
    },
  });
  if (outcome.status === "conflict") {
    return { status: "conflict", paths: outcome.conflicts.map(({ path }) => path), why: outcome.why };
  }
  await markLanded(context, landingId);
  return { status: "landed", commit: outcome.commit, branch: branchOf(outcome.head) };
}

/** The last step of a landing, whoever takes it: the manifest says so, then the intent goes. */
export async function markLanded(context: Context, landingId: string): Promise<void> {
  const backups = createBackups(context.stateFolder);
  const manifest = await backups.load(landingId);
  if (manifest !== null) await backups.update({ ...manifest, status: "landed" });
  await createIntents(context.stateFolder).remove(landingId);
}

export function withTrailer(message: string, traceId: string): string {
  const trailer = `[ExoTrace: ${traceId}]`;
  const text = message.trimEnd();
  return text.includes(trailer) ? `${text}\n` : `${text}\n\n${trailer}\n`;
}

async function checkChange(context: Context, { change }: LandRequest): Promise<void> {
  if (change.files.length === 0) {
    throw new AgentForgeError("nothing_to_commit", "the change is empty; there is nothing to commit", {
      hint: "Nothing needs to be done.",
    });
  }
  const resolver = createPathResolver(context.root, context.randomId);
  for (const file of change.files) resolver.check(file.path, "write");
  await verifyDiff(context, change);
}

function manifestOf(context: Context, request: LandRequest, commit: string, head: Head): Manifest {
  return {
    landing_id: request.landingId,
    trace_id: request.traceId,
    created_at: context.now().toISOString(),
    status: "landing",
    to: "current-branch",
    branch: branchOf(head),
    head_before: head.commit,
    commit,
    revert_commit: null,
    pull_request: null,
    subject: subjectOf(request.message),
    files: request.change.files.map(({ path, before, after }) => ({
      path,
      before: before && { mode: before.mode, sha256: before.sha256 },
      after: after && { mode: after.mode, sha256: after.sha256 },
    })),
  };
}

function branchOf(head: Head): string | null {
  return head.reference?.replace(/^refs\/heads\//, "") ?? null;
}

function landedMeanwhile(landingId: string): AgentForgeError {
  return new AgentForgeError("busy", `another process has just landed ${landingId}`, {
    hint: "Look at `git log`.",
  });
}

function rolledBack(landingId: string): AgentForgeError {
  return new AgentForgeError("conflict", `landing ${landingId} was rolled back`, {
    hint: "Run the repair again to land it anew.",
  });
}
