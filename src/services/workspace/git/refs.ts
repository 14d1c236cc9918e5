import { constants, link, mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { syncFolder } from "../files/durable.ts";
import { codeOf, openParent } from "../paths/folder.ts";
import type { Layout } from "./layout.ts";

export interface Head {
  /** Null while there are no commits. */
  readonly commit: string | null;
  /** `refs/heads/…`, or null while HEAD is detached. */
  readonly reference: string | null;
}

/**
 * References are read and written as files, by git's own protocol (a lock file taken exclusively, then renamed):
 * git itself would read the user's configuration, and newer versions take hooks from it.
 */
export async function readHead(layout: Layout): Promise<Head> {
  const text = (await readFile(join(layout.gitDir, "HEAD"), "utf8")).trim();
  let reference = targetOf(text);
  if (reference === null) return { commit: objectName(text), reference: null };
  for (let depth = 0; depth < 5; depth += 1) {
    const next = targetOf(await readFile(join(layout.commonDir, safe(reference)), "utf8").catch(() => ""));
    if (next === null) break;
    reference = next;
  }
  return { commit: await readReference(layout, reference), reference };
}

/** The target of a symbolic reference. */
function targetOf(text: string): string | null {
  return /^ref: (refs\/.+)$/.exec(text.trim())?.[1] ?? null;
}

export async function readReference(layout: Layout, reference: string): Promise<string | null> {
  const loose = await readFile(join(layout.commonDir, safe(reference)), "utf8").catch((error: unknown) => {
    if (["ENOENT", "EISDIR", "ENOTDIR"].includes(codeOf(error) ?? "")) return null;
    throw error;
  });
  if (loose !== null) {
    const target = targetOf(loose);
    return target === null ? objectName(loose.trim()) : readReference(layout, target);
  }
  const packed = await readFile(join(layout.commonDir, "packed-refs"), "utf8").catch(() => "");
  const line = packed
    .split("\n")
    .find((candidate) => candidate.slice(candidate.indexOf(" ") + 1) === reference);
  return line === undefined ? null : objectName(line.slice(0, line.indexOf(" ")));
}

/** The target of every reference below a prefix such as `refs/heads/`, by the rest of its name. */
export async function listReferences(layout: Layout, prefix: string): Promise<ReadonlyMap<string, string>> {
  const packed = await readFile(join(layout.commonDir, "packed-refs"), "utf8").catch(() => "");
  const named = packed.split("\n").map((line) => line.slice(line.indexOf(" ") + 1));
  const folder = join(layout.commonDir, prefix);
  const loose = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = new Set([
    ...named.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
    ...loose
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  ]);
  const found = new Map<string, string>();
  for (const name of [...names].sort()) {
    const object = await readReference(layout, `${prefix}${name}`);
    if (object !== null) found.set(name, object);
  }
  return found;
}

/** The file that contains HEAD's commit: the branch's, or HEAD itself when detached. */
export function fileOfHead(layout: Layout, head: Head): string {
  return head.reference === null ? join(layout.gitDir, "HEAD") : join(layout.commonDir, safe(head.reference));
}

/**
 * Moves a reference to `next` if it has the expected value; otherwise throws `conflict` and changes nothing.
 * `ticket` is a file next to the repository's own that becomes the lock by hard link: after a crash it
 * distinguishes our lock from the user's.
 */
export async function moveReference(options: {
  readonly file: string;
  readonly ticket: string;
  readonly next: string;
  readonly isExpected: () => Promise<boolean>;
}): Promise<void> {
  await mkdir(dirname(options.file), { recursive: true });
  await writeTicket(options.ticket, `${options.next}\n`);
  const lock = `${options.file}.lock`;
  try {
    await takeLock(options.ticket, lock);
    if (!(await options.isExpected())) {
      throw new AgentForgeError("conflict", "the branch has moved in the meantime", { hint: "Try again." });
    }
    await rename(lock, options.file);
    await syncFolder(dirname(options.file));
  } finally {
    await releaseLock(options.ticket, lock);
  }
}

export async function takeLock(ticket: string, lock: string): Promise<void> {
  await link(ticket, lock).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
    throw new AgentForgeError("busy", `${lock} exists: another git process is running, or was interrupted`, {
      hint: "Wait for it to end. If none is running, remove that file.",
    });
  });
}

/** Removes a lock made from `ticket`, and the ticket. */
export async function releaseLock(ticket: string, lock: string): Promise<void> {
  if (await sameFile(ticket, lock)) await unlink(lock);
  await unlink(ticket).catch(() => undefined);
}

export async function sameFile(left: string, right: string): Promise<boolean> {
  const [first, second] = await Promise.all([left, right].map((path) => stat(path).catch(() => null)));
  return first != null && second != null && first.ino === second.ino && first.dev === second.dev;
}

export async function writeTicket(
  path: string,
  content: string | Uint8Array,
  flag: "w" | "wx" = "w",
): Promise<void> {
  await using file = await open(path, flag, 0o644);
  await file.writeFile(content);
  await file.sync();
}

export interface ReflogLine {
  readonly before: string | null;
  readonly after: string;
  readonly who: string;
  readonly message: string;
}

/** Records the move where git would: in HEAD's log and the branch's. A repeated call adds nothing. */
export async function noteMove(layout: Layout, head: Head, line: ReflogLine): Promise<void> {
  const before = line.before ?? "0".repeat(line.after.length);
  const text = `${before} ${line.after} ${line.who}\t${line.message.replace(/\s+/g, " ").trim()}\n`;
  await appendOnce(layout.gitDir, ["logs", "HEAD"], text);
  if (head.reference !== null)
    await appendOnce(layout.commonDir, ["logs", ...head.reference.split("/")], text);
}

async function appendOnce(folder: string, names: readonly string[], text: string): Promise<void> {
  await using parent = await openParent(folder, names, { create: true });
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  if (parent === null) return;
  await using log = await open(parent.at(names.at(-1) ?? ""), flags, 0o644);
  const last = (await log.readFile("utf8")).trimEnd().split("\n").at(-1) ?? "";
  const moved = text.slice(0, text.indexOf(" ", text.indexOf(" ") + 1) + 1);
  if (!last.startsWith(moved)) await log.appendFile(text);
}

function objectName(text: string): string | null {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text) ? text : null;
}

function safe(reference: string): string {
  if (
    /^refs\/[^\0\\]+$/.test(reference) &&
    !reference.split("/").some((name) => /^\.|^$|\.lock$/.test(name))
  ) {
    return reference;
  }
  throw new AgentForgeError("state_damaged", `the repository contains an invalid ref name: ${reference}`, {
    hint: "Check .git/HEAD.",
  });
}
