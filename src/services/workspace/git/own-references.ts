import { link, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { References } from "../../../domain/ports/workspace.ts";
import { type Context, openScratch, type Scratch } from "../context.ts";
import { syncFolder } from "../files/durable.ts";
import { openRemote } from "../hosting/remote.ts";
import { codeOf } from "../paths/folder.ts";
import { newTicket, removeStaleLock } from "./reference-locks.ts";
import { listReferences, readReference, releaseLock, sameFile, writeTicket } from "./refs.ts";

const UNWRITABLE = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT"];

const FOLDER = "refs/agentforge";
const TRIES = 20;

/** Each reference points to a blob with the text. Only our own references; the user's are never moved. */
export function createReferences(context: Context): References {
  const { layout } = context;
  const readFrom = async (scratch: Scratch, reference: string) => {
    const object = await readReference(layout, reference);
    if (object === null) return { object, text: null };
    const { bytes } = await scratch.git()(["cat-file", "blob", object]);
    return { object, text: Buffer.from(bytes).toString("utf8") };
  };

  return {
    async read(name) {
      const reference = named(name);
      if ((await readReference(layout, reference)) === null) return null;
      await using scratch = await openScratch(context);
      return (await readFrom(scratch, reference)).text;
    },

    async update(name, change) {
      const reference = named(name);
      await using scratch = await openScratch(context);
      const objects = join(layout.commonDir, "objects");
      const git = scratch.git({ objects });
      for (let tries = 0; tries < TRIES; tries += 1) {
        const present = await readFrom(scratch, reference);
        const next = change(present.text);
        if (next === null || next === present.text) return;
        const blob = await git(["-c", "core.fsync=all", "hash-object", "-w", "--stdin"], { stdin: next });
        if (await exchange(context, reference, present.object, blob.text)) return;
        await pause(25 + tries * 5);
      }
      throw locked(reference, join(layout.commonDir, `${reference}.lock`));
    },

    async push(name, remote = "origin") {
      const reference = named(name);
      const object = await readReference(layout, reference);
      if (object === null) throw new AgentForgeError("not_found", `there is no ${reference}`);
      await using scratch = await openScratch(context);
      await openRemote(context, scratch, remote).pushReference(reference, object);
    },

    async readAll(folder) {
      const found = await listReferences(layout, `${named(folder)}/`);
      if (found.size === 0) return new Map();
      await using scratch = await openScratch(context);
      return await readTexts(scratch, found);
    },
  };
}

async function readTexts(scratch: Scratch, objects: ReadonlyMap<string, string>) {
  const git = scratch.git();
  const texts = new Map<string, string>();
  for (const [name, object] of objects) {
    const { bytes } = await git(["cat-file", "blob", object]);
    texts.set(name, Buffer.from(bytes).toString("utf8"));
  }
  return texts;
}

/** Follows git's own protocol: the lock file becomes the new content. False if another process was faster. */
async function exchange(
  context: Context,
  reference: string,
  expected: string | null,
  next: string,
): Promise<boolean> {
  const { layout } = context;
  const file = join(layout.commonDir, reference);
  const lock = `${file}.lock`;
  const ticket = await newTicket(context);
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeTicket(ticket, `${next}\n`, "wx");
    await link(ticket, lock);
    if ((await readReference(layout, reference)) !== expected || !(await sameFile(ticket, lock)))
      return false;
    await rename(lock, file);
    await syncFolder(dirname(file));
    return true;
  } catch (error) {
    // Git may remove an empty folder at exactly that moment.
    if (codeOf(error) === "ENOENT") return false;
    if (UNWRITABLE.includes(codeOf(error) ?? "")) throw unwritable(reference, error);
    if (codeOf(error) !== "EEXIST") throw error;
    await removeStaleLock(context, lock);
    return false;
  } finally {
    await releaseLock(ticket, lock);
  }
}

function locked(reference: string, lock: string): AgentForgeError {
  return new AgentForgeError("busy", `${reference} cannot be written: ${lock} exists`, {
    hint: "Wait for other git processes to end. If none is running, remove that file.",
  });
}

function unwritable(reference: string, cause: unknown): AgentForgeError {
  const isFull = ["ENOSPC", "EDQUOT"].includes(codeOf(cause) ?? "");
  return new AgentForgeError(
    isFull ? "disk_full" : "read_only",
    `${reference} cannot be written (${codeOf(cause)})`,
    {
      hint: isFull ? "Free some space." : "Check who owns the repository's git directory.",
      cause,
    },
  );
}

function named(name: string): string {
  if (/^[0-9A-Za-z][0-9A-Za-z-]*(?:\/[0-9A-Za-z][0-9A-Za-z-]*)*$/.test(name)) return `${FOLDER}/${name}`;
  throw new AgentForgeError("bad_input", `"${name}" is not a valid ref name`, {
    hint: "Use letters, digits and dashes.",
  });
}
