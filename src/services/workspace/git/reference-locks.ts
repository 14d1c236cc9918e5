import { link, readdir, rename, stat, unlink } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Context } from "../context.ts";
import { codeOf } from "../paths/folder.ts";
import { currentOwner, isMarkAlive, markOf } from "../state-folder/owner.ts";
import { sameFile } from "./refs.ts";

const FOLDER = "refs/agentforge";
const PREFIX = "agentforge-reference-";
/** For a lock whose owner cannot be checked: git's own, or one from another machine. Git holds them only briefly. */
const STALE_AFTER_MS = 5 * 60_000;

/**
 * A file in the git directory that becomes the lock by hard link. Its name identifies the process that made
 * it, so that a lock of a killed process is recognized at once, and one of a live process is never removed.
 */
export async function newTicket({ layout, randomId }: Context): Promise<string> {
  return join(layout.commonDir, `${PREFIX}${markOf(await currentOwner())}-${randomId()}`);
}

/** Removes the lock if its owner is dead, or unknown and the lock is old. */
export async function removeStaleLock(context: Context, lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => null);
  if (found === null) return true;
  const ticket = await ticketOf(context, lock);
  const stale = ticket === null ? isOld(found) : !(await isMarkAlive(ownerIn(ticket), isOld(found)));
  return stale && takeAway(context, lock, found.ino);
}

/** Removes tickets and locks left by killed processes. */
export async function recoverReferenceLocks(context: Context): Promise<readonly string[]> {
  const { commonDir } = context.layout;
  const dead: string[] = [];
  for (const name of await ticketsIn(commonDir)) {
    const found = await stat(join(commonDir, name)).catch(() => null);
    if (found !== null && !(await isMarkAlive(ownerIn(name), isOld(found)))) dead.push(join(commonDir, name));
  }
  if (dead.length === 0) return [];
  const said: string[] = [];
  for (const lock of await locksIn(commonDir)) {
    const ticket = await ticketOf(context, lock);
    if (ticket === null || !dead.includes(join(commonDir, ticket))) continue;
    await removeStaleLock(context, lock);
    said.push(`removed the lock that a killed process left on ${relative(commonDir, lock).slice(0, -5)}`);
  }
  for (const ticket of dead) await unlink(ticket).catch(() => undefined);
  return said;
}

/** By renaming, so that a lock that another process took in the meantime can be restored. */
async function takeAway(context: Context, lock: string, inode: number): Promise<boolean> {
  const aside = await newTicket(context);
  try {
    await rename(lock, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return true;
    throw error;
  }
  const taken = await stat(aside);
  if (taken.ino !== inode) await link(aside, lock).catch(() => undefined);
  await unlink(aside);
  return taken.ino === inode;
}

async function ticketOf({ layout }: Context, lock: string): Promise<string | null> {
  for (const name of await ticketsIn(layout.commonDir)) {
    if (await sameFile(join(layout.commonDir, name), lock)) return name;
  }
  return null;
}

async function ticketsIn(commonDir: string): Promise<readonly string[]> {
  return (await readdir(commonDir)).filter((name) => name.startsWith(PREFIX));
}

async function locksIn(commonDir: string): Promise<readonly string[]> {
  const entries = await readdir(join(commonDir, FOLDER), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".lock"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function isOld({ mtimeMs }: { readonly mtimeMs: number }): boolean {
  return Date.now() - mtimeMs > STALE_AFTER_MS;
}

function ownerIn(ticket: string): string {
  return ticket.slice(PREFIX.length);
}
