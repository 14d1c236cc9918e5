import { readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { type Context, openScratch, type Scratch } from "../context.ts";
import type { ChangedFile } from "../diff.ts";
import { syncFolder } from "../durable.ts";
import { fileContent, sha256 } from "../file-state.ts";
import {
  fileOfHead,
  type Head,
  moveReference,
  noteMove,
  readHead,
  takeLock,
  writeTicket,
} from "../git/refs.ts";
import type { Identity } from "../git/user-settings.ts";
import { currentOwner } from "../owner.ts";
import { codeOf } from "../paths/folder.ts";
import { createPathResolver, type PathResolver } from "../paths/resolver.ts";
import { type Conflict, findConflicts, obstacle, type Storage } from "./conflicts.ts";
import { createIntents, type Intent } from "./intent.ts";
import { complete, hasMoved, undo } from "./settle-intent.ts";
import { ticketsOf } from "./tickets.ts";

export interface CommitRequest {
  readonly landingId: string;
  readonly direction: "land" | "rollback";
  readonly files: readonly ChangedFile[];
  readonly message: string;
  /** Called when the commit is known and nothing of the user's has been written yet. Must be durable. */
  readonly prepare: (commit: string, head: Head) => Promise<void>;
}

export type CommitOutcome =
  | { readonly status: "committed"; readonly commit: string; readonly head: Head }
  | { readonly status: "conflict"; readonly conflicts: readonly Conflict[]; readonly why: string };

const bot: Identity = { name: "AgentForge", email: "agentforge@localhost" };

/**
 * Puts a change into the user's tree, index and branch in one piece. The intent is on disk first; the branch moves
 * last but one, and that move decides: before it a crash is undone, after it it is completed.
 */
export async function commitChange(context: Context, request: CommitRequest): Promise<CommitOutcome> {
  const { landingId, files } = request;
  await using scratch = await openScratch(context);
  const resolver = createPathResolver(context.root, () => landingId);
  const head = await readHead(context.layout);
  const indexBefore = await indexHash(join(scratch.gitDir, "index"));

  const why = await obstacle(context, head);
  if (why !== null) return { status: "conflict", conflicts: [], why };
  const { conflicts, storage } = await findConflicts(scratch, resolver, head, files);
  if (conflicts.length > 0) return refuse(conflicts);

  const built = await buildCommit(context, scratch, head, request, storage);
  await request.prepare(built.commit, head);
  const intent: Intent = {
    landing_id: landingId,
    direction: request.direction,
    owner: await currentOwner(),
    reference: head.reference,
    previous: head.commit,
    next: built.commit,
    reflog: scratch.settings.reflog
      ? { who: built.who, message: `agentforge: ${subjectOf(request.message)}` }
      : null,
    missing_folders: await missingFolders(context.root, files),
  };
  const intents = createIntents(context.stateFolder);
  await intents.save(intent);
  const late = await perform(context, scratch, resolver, intent, request, indexBefore, built.entries).catch(
    async (error: unknown) => {
      if (!(await hasMoved(context, intent))) return error;
      await complete(context, intent);
      return null;
    },
  );
  if (late === null) return { status: "committed", commit: built.commit, head };
  await undo(context, intent, files);
  await intents.remove(landingId);
  if (isOutcome(late)) return late;
  throw mendable(late);
}

function isOutcome(value: unknown): value is CommitOutcome {
  return typeof value === "object" && value !== null && !(value instanceof Error) && "status" in value;
}

async function perform(
  context: Context,
  scratch: Scratch,
  resolver: PathResolver,
  intent: Intent,
  request: CommitRequest,
  indexBefore: string | null,
  entries: string,
): Promise<CommitOutcome | null> {
  const { layout } = context;
  const tickets = ticketsOf(layout, request.landingId);
  await writeTicket(tickets.index, "");
  await takeLock(tickets.index, tickets.indexLock);

  const head = await readHead(layout);
  const moved = head.commit !== intent.previous || head.reference !== intent.reference;
  if (moved || (await indexHash(tickets.indexFile)) !== indexBefore) {
    return {
      status: "conflict",
      conflicts: [],
      why: "the repository changed while the change was landing; try again",
    };
  }
  const { conflicts } = await findConflicts(scratch, resolver, head, request.files);
  if (conflicts.length > 0) return refuse(conflicts);

  for (const file of request.files) {
    const content = fileContent(file.after);
    if (content === null) await resolver.remove(file.path, { durable: true });
    else await resolver.replace(file.path, content, { durable: true });
  }
  await writeTicket(tickets.index, await indexWith(scratch, request.files, entries));
  await moveReference({
    file: fileOfHead(layout, head),
    ticket: tickets.reference,
    next: intent.next,
    isExpected: async () => (await readHead(layout)).commit === intent.previous,
  });
  await rename(tickets.indexLock, tickets.indexFile);
  await unlink(tickets.index);
  await syncFolder(dirname(tickets.indexFile));
  if (intent.reflog !== null) {
    await noteMove(layout, head, { before: intent.previous, after: intent.next, ...intent.reflog });
  }
  return null;
}

interface Built {
  readonly commit: string;
  /** `update-index --index-info` lines of the touched paths. */
  readonly entries: string;
  /** As a reflog names the committer. */
  readonly who: string;
}

/** HEAD's tree with only these paths exchanged, as a commit in the user's object store; nothing refers to it yet. */
async function buildCommit(
  context: Context,
  scratch: Scratch,
  head: Head,
  request: CommitRequest,
  storage: ReadonlyMap<string, Storage>,
): Promise<Built> {
  const index = join(scratch.folder, "commit-index");
  const git = scratch.git({ index, objects: join(context.layout.commonDir, "objects") });
  const durably = ["-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync"];
  const lines: string[] = [];
  for (const { path, after } of request.files) {
    if (after === null) {
      lines.push(`0 ${"0".repeat(scratch.settings.objectFormat === "sha256" ? 64 : 40)}\t${path}\0`);
      continue;
    }
    const conversion = storage.get(path) === "raw" ? "--no-filters" : `--path=${path}`;
    const blob = await git([...durably, "hash-object", "-w", conversion, "--stdin"], {
      stdin: Buffer.from(after.content_base64, "base64"),
    });
    lines.push(`${after.mode} ${blob.text}\t${path}\0`);
  }
  const entries = lines.join("");
  await git(["read-tree", ...(head.commit === null ? ["--empty"] : [head.commit])]);
  await git(["update-index", "-z", "--index-info"], { stdin: entries });
  const tree = await git([...durably, "write-tree", "--missing-ok"]);

  const identity = scratch.settings.identity ?? bot;
  const date = gitDate(context.now());
  const parents = head.commit === null ? [] : ["-p", head.commit];
  const commit = await git([...durably, "commit-tree", tree.text, ...parents], {
    stdin: request.message,
    env: {
      GIT_AUTHOR_NAME: identity.name,
      GIT_AUTHOR_EMAIL: identity.email,
      GIT_AUTHOR_DATE: `@${date}`,
      GIT_COMMITTER_NAME: identity.name,
      GIT_COMMITTER_EMAIL: identity.email,
      GIT_COMMITTER_DATE: `@${date}`,
    },
  });
  return { commit: commit.text, entries, who: `${identity.name} <${identity.email}> ${date}` };
}

/** The user's index with only the touched entries exchanged; everything else they staged stays as it is. */
async function indexWith(
  scratch: Scratch,
  files: readonly ChangedFile[],
  entries: string,
): Promise<Uint8Array> {
  const git = scratch.git();
  await git(["update-index", "-z", "--index-info"], { stdin: entries });
  const written = files.filter((file) => file.after !== null).map((file) => file.path);
  const before = await git(["ls-files", "-z", "--stage", "--", ...written]);
  const index = join(scratch.gitDir, "index");
  const plain = await readFile(index);
  await git(["update-index", "-z", "--stdin"], { stdin: written.map((path) => `${path}\0`).join("") });
  const after = await git(["ls-files", "-z", "--stage", "--", ...written]);
  return after.text === before.text ? readFile(index) : plain;
}

function refuse(conflicts: readonly Conflict[]): CommitOutcome {
  const [first] = conflicts;
  const reasons = new Set(conflicts.map((conflict) => conflict.why));
  const why =
    reasons.size === 1 && first !== undefined
      ? first.why
      : conflicts.map((conflict) => `${conflict.path}: ${conflict.why}`).join("; ");
  return { status: "conflict", conflicts, why };
}

async function indexHash(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes === null ? null : sha256(bytes);
}

async function missingFolders(root: string, files: readonly ChangedFile[]): Promise<string[]> {
  const folders = new Set(
    files.flatMap((file) => {
      const names = file.path.split("/").slice(0, -1);
      return names.map((_, depth) => names.slice(0, depth + 1).join("/"));
    }),
  );
  const missing: string[] = [];
  for (const folder of [...folders].sort()) {
    if ((await stat(join(root, folder)).catch(() => null)) === null) missing.push(folder);
  }
  return missing;
}

export function subjectOf(message: string): string {
  return message.split("\n")[0]?.trim() ?? "";
}

/** Seconds and the local zone, as git writes them. */
function gitDate(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const clock = `${String(Math.trunc(Math.abs(offset) / 60)).padStart(2, "0")}${String(Math.abs(offset) % 60).padStart(2, "0")}`;
  return `${Math.floor(date.getTime() / 1000)} ${offset < 0 ? "-" : "+"}${clock}`;
}

function mendable(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AgentForgeError("disk_full", "the disk is full; nothing was landed", {
      hint: "Free some space and approve the change again.",
      cause: error,
    });
  }
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") {
    return new AgentForgeError("read_only", "the repository cannot be written; nothing was landed", {
      hint: "Check who owns the files, and whether the disk is mounted read-only.",
      cause: error,
    });
  }
  return error;
}
