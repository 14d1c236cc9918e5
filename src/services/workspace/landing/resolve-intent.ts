import { rename, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { type Context, openScratch } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { syncFolder } from "../files/durable.ts";
import { fileContent, namesBefore, sameContent } from "../files/file-state.ts";
import { fileOfHead, noteMove, readHead, readReference, releaseLock, sameFile } from "../git/refs.ts";
import { openParent } from "../paths/folder.ts";
import { createPathResolver } from "../paths/resolver.ts";
import type { LandingIntent } from "./landing-intent.ts";
import { ticketsOf } from "./tickets.ts";

/** Whether the branch received the commit before the landing was interrupted. */
export async function hasMoved(context: Context, intent: LandingIntent): Promise<boolean> {
  const present =
    intent.reference === null
      ? (await readHead(context.layout)).commit
      : await readReference(context.layout, intent.reference);
  if (present === intent.next) return true;
  if (present === null || present === intent.previous) return false;
  await using scratch = await openScratch(context);
  const answer = await scratch.git()(["merge-base", "--is-ancestor", intent.next, present], {
    accept: [1, 128],
  });
  return answer.exitCode === 0;
}

/**
 * The branch has the commit, and the files were written before it: only the index and the log can be missing.
 */
export async function complete(context: Context, intent: LandingIntent): Promise<void> {
  const tickets = ticketsOf(context.layout, intent.landing_id);
  const head = { commit: intent.next, reference: intent.reference };
  await releaseLock(tickets.reference, `${fileOfHead(context.layout, head)}.lock`);
  if (await sameFile(tickets.index, tickets.indexLock)) await rename(tickets.indexLock, tickets.indexFile);
  await unlink(tickets.index).catch(() => undefined);
  await syncFolder(dirname(tickets.indexFile));
  if (intent.reflog !== null) {
    await noteMove(context.layout, head, { before: intent.previous, after: intent.next, ...intent.reflog });
  }
}

/**
 * Undoes what was written: content, mode, absence, folders, locks. A file that has neither its old nor its
 * new state was edited in the meantime and is left alone; such files are returned.
 */
export async function undo(
  context: Context,
  intent: LandingIntent,
  files: readonly ChangedFile[],
): Promise<readonly string[]> {
  const resolver = createPathResolver(context.root, () => intent.landing_id, namesBefore(files));
  const left: string[] = [];
  for (const file of intent.writing ? files : []) {
    await removeTemporary(context, intent, file.path);
    const present = await resolver.read(file.path).catch(() => undefined);
    const before = fileContent(file.before);
    if (present !== undefined && sameContent(present, before)) continue;
    if (present === undefined || !sameContent(present, fileContent(file.after))) left.push(file.path);
    else if (before === null) await resolver.remove(file.path, { durable: true });
    else await resolver.replace(file.path, before, { durable: true });
  }
  for (const folder of intent.writing ? intent.missing_folders.toReversed() : [])
    await removeFolder(context, folder);
  const tickets = ticketsOf(context.layout, intent.landing_id);
  const head = { commit: intent.previous, reference: intent.reference };
  await releaseLock(tickets.reference, `${fileOfHead(context.layout, head)}.lock`);
  await releaseLock(tickets.index, tickets.indexLock);
  return left;
}

async function removeTemporary(context: Context, intent: LandingIntent, path: string): Promise<void> {
  await using parent = await openParent(context.root, path.split("/"), { create: false }).catch(() => null);
  if (parent !== null) await unlink(parent.at(`.agentforge-${intent.landing_id}.tmp`)).catch(() => undefined);
}

async function removeFolder(context: Context, folder: string): Promise<void> {
  await using parent = await openParent(context.root, folder.split("/"), { create: false }).catch(() => null);
  if (parent !== null)
    await rmdir(parent.at(folder.slice(folder.lastIndexOf("/") + 1))).catch(() => undefined);
}
