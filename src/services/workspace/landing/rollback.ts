import { AgentForgeError } from "../../../domain/errors.ts";
import type { Rollback } from "../../../domain/ports/workspace.ts";
import type { Context } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { createBackups, safeName } from "./backup.ts";
import { commitChange } from "./commit-change.ts";
import { createLandingIntents } from "./landing-intent.ts";
import { withTrailer } from "./manifest.ts";
import { withdrawBranch } from "./withdraw-branch.ts";

/**
 * Reverts a landing with a new commit: content, mode and absence. If a file has changed since, the rollback
 * is refused, and nothing is written.
 */
export async function rollback(context: Context, id: string): Promise<Rollback> {
  const landingId = safeName(id);
  const backups = createBackups(context.stateFolder);
  const manifest = await backups.load(landingId);
  if (manifest === null || manifest.status === "landing") {
    throw new AgentForgeError("not_found", `there is no landing ${landingId}`, {
      hint: "Run `agentforge status` to see what has landed.",
    });
  }
  if (manifest.status === "restored") return { status: "already_restored" };
  if (manifest.to !== "current-branch") return withdrawBranch(context, manifest);

  const message = `revert: ${manifest.subject}\n\nThis reverts ${manifest.commit}.`;
  const outcome = await commitChange(context, {
    landingId,
    direction: "rollback",
    files: inverse(await backups.files(manifest)),
    allowOwnEdits: true,
    message: withTrailer(message, manifest.trace_id),
    prepare: async () => undefined,
    abandon: async () => undefined,
  });
  if (outcome.status === "conflict") {
    const whole = manifest.files.map(({ path }) => ({ path, why: outcome.why }));
    return { status: "refused", files: outcome.conflicts.length > 0 ? outcome.conflicts : whole };
  }
  await markRestored(context, landingId, outcome.commit);
  return { status: "restored", commit: outcome.commit, files: manifest.files.map(({ path }) => path) };
}

/** The last step of a rollback, in any process. */
export async function markRestored(context: Context, landingId: string, commit: string): Promise<void> {
  const backups = createBackups(context.stateFolder);
  const manifest = await backups.load(landingId);
  if (manifest !== null) await backups.update({ ...manifest, status: "restored", revert_commit: commit });
  await createLandingIntents(context.stateFolder).remove(landingId);
}

export function inverse(files: readonly ChangedFile[]): readonly ChangedFile[] {
  return files.map(({ path, before, after }) => ({ path, before: after, after: before }));
}
