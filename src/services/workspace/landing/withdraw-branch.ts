import { stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Rollback } from "../../../domain/ports/workspace.ts";
import { type Context, openScratch } from "../context.ts";
import { readHead, readReference, releaseLock, takeLock, writeTicket } from "../git/refs.ts";
import { openRemote } from "../hosting/remote.ts";
import { worktreesOn } from "../state.ts";
import { createBackups, type Manifest } from "./backup.ts";

/**
 * Reverts a landing on its own branch: closes the pull request and removes the local branch, as long as
 * nobody has committed on top of it. The pushed branch stays, because other people may be using it.
 */
export async function withdrawBranch(context: Context, manifest: Manifest): Promise<Rollback> {
  const reference = `refs/heads/${manifest.branch}`;
  const present = await readReference(context.layout, reference);
  const why = present === null ? null : await reasonToKeep(context, manifest, reference, present);
  if (why !== null) return { status: "refused", files: manifest.files.map(({ path }) => ({ path, why })) };
  if (manifest.pull_request !== null && context.hosting !== undefined) {
    await using scratch = await openScratch(context);
    const remote = openRemote(context, scratch, manifest.remote ?? "origin");
    await remote.forge().close(manifest.pull_request);
  }
  if (present !== null) await removeBranch(context, manifest, reference);
  await createBackups(context.stateFolder).update({ ...manifest, status: "restored" });
  return { status: "restored", commit: null, files: manifest.files.map(({ path }) => path) };
}

async function reasonToKeep(
  context: Context,
  manifest: Manifest,
  reference: string,
  present: string,
): Promise<string | null> {
  const { branch } = manifest;
  if (present !== manifest.commit) return `the branch ${branch} has new commits`;
  const here = (await readHead(context.layout)).reference === reference;
  if (here || (await worktreesOn(context.layout, reference)).length > 0)
    return `the branch ${branch} is checked out`;
  const packed = await stat(join(context.layout.commonDir, reference)).catch(() => null);
  return packed === null ? `git has packed the branch; remove it with \`git branch -D ${branch}\`` : null;
}

async function removeBranch(context: Context, manifest: Manifest, reference: string): Promise<void> {
  const file = join(context.layout.commonDir, reference);
  const ticket = join(context.layout.commonDir, `agentforge-${manifest.landing_id}.ref`);
  await releaseLock(ticket, `${file}.lock`);
  await writeTicket(ticket, "", "wx");
  try {
    await takeLock(ticket, `${file}.lock`);
    if ((await readReference(context.layout, reference)) === manifest.commit) await unlink(file);
  } finally {
    await releaseLock(ticket, `${file}.lock`);
  }
}
