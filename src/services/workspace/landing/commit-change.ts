import { chmod, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import { type Context, openScratch, type Scratch } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { syncFolder } from "../files/durable.ts";
import { fileContent, namesBefore, sha256 } from "../files/file-state.ts";
import {
  fileOfHead,
  type Head,
  moveReference,
  noteMove,
  readHead,
  takeLock,
  writeTicket,
} from "../git/refs.ts";
import { codeOf } from "../paths/folder.ts";
import { createPathResolver, type PathResolver } from "../paths/resolver.ts";
import { currentOwner } from "../state-folder/owner.ts";
import { type BuiltCommit, buildCommit, indexWith, whyUnsigned } from "./build-commit.ts";
import { type Conflict, differs, findConflicts, obstacle } from "./conflicts.ts";
import { createLandingIntents, type LandingIntent } from "./landing-intent.ts";
import { asIs, ontoPresent, withLines } from "./later-edits.ts";
import { subjectOf } from "./manifest.ts";
import { complete, hasMoved, undo } from "./resolve-intent.ts";
import { ticketsOf } from "./tickets.ts";

export interface CommitRequest {
  readonly landingId: string;
  readonly direction: "land" | "rollback";
  readonly files: readonly ChangedFile[];
  /** Whether the user's own edits elsewhere in the files may be left out of the commit. */
  readonly allowOwnEdits: boolean;
  readonly message: string;
  /** Called when the commit is known and none of the user's files has been written yet. Must be durable. */
  readonly prepare: (commit: string, head: Head, files: readonly ChangedFile[]) => Promise<void>;
  /** Called when nothing was landed after all. */
  readonly abandon: () => Promise<void>;
}

export type CommitOutcome =
  | {
      readonly status: "committed";
      readonly commit: string;
      readonly head: Head;
      /** Files that the user has edited since the change was made, in places the change does not touch. */
      readonly merged: readonly string[];
    }
  | { readonly status: "conflict"; readonly conflicts: readonly Conflict[]; readonly why: string };

/**
 * Puts a change into the user's tree, index and branch atomically. The intent is written first, then the
 * files, the branch and the index. The branch decides: after a crash, the change is undone if the branch has
 * not moved, and completed if it has. The intent stays until the caller has recorded the outcome.
 */
export async function commitChange(context: Context, asked: CommitRequest): Promise<CommitOutcome> {
  await using scratch = await openScratch(context);
  const resolver = createPathResolver(context.root, () => asked.landingId, namesBefore(asked.files));
  const head = await readHead(context.layout);
  const index = await hashOf(join(scratch.gitDir, "index"));

  const why = await obstacle(context, head);
  if (why !== null) return { status: "conflict", conflicts: [], why };
  const isMergeable = asked.allowOwnEdits && asked.direction === "land";
  const present = isMergeable ? await ontoPresent(scratch, resolver, asked.files) : asIs(asked.files);
  const request = { ...asked, files: present.files };
  const { conflicts, placements } = await findConflicts(scratch, resolver, head, request);
  if (conflicts.length > 0) return refuse(conflicts.map((conflict) => withLines(conflict, present)));

  const { files, message } = request;
  const built = await buildCommit(context, scratch, { parent: head.commit, placements, message }).catch(
    whyUnsigned,
  );
  if (typeof built === "string") return { status: "conflict", conflicts: [], why: built };
  const intents = createLandingIntents(context.stateFolder);
  const intent = await describeLandingIntent(context, scratch, request, head, built);
  await intents.claim(intent, scratch.folder);
  const failure = await perform({ context, scratch, resolver, request, head, index, built, intent }).catch(
    async (error: unknown) => {
      if (!(await hasMoved(context, intent))) return { error };
      await complete(context, intent);
      return null;
    },
  );
  if (failure === null) return { status: "committed", commit: built.commit, head, merged: present.merged };
  await undo(context, (await intents.read(request.landingId)) ?? intent, files);
  await request.abandon();
  await intents.remove(request.landingId);
  if ("error" in failure) throw recoverable(failure.error);
  return failure;
}

interface Run {
  readonly context: Context;
  readonly scratch: Scratch;
  readonly resolver: PathResolver;
  readonly request: CommitRequest;
  readonly head: Head;
  /** Hash of the user's index when the scratch copy was made. */
  readonly index: string | null;
  readonly built: BuiltCommit;
  readonly intent: LandingIntent;
}

/** Null if the change landed. A conflict if the user changed something first; then nothing was written. */
async function perform(run: Run): Promise<CommitOutcome | null> {
  const { context, resolver, request, built } = run;
  const { layout } = context;
  const tickets = ticketsOf(layout, request.landingId);
  await request.prepare(built.commit, run.head, request.files);
  await writeTicket(tickets.index, "", "wx");
  await takeLock(tickets.index, tickets.indexLock);
  const late = await recheck(run, tickets.indexFile);
  if (late !== null) return late;

  await createLandingIntents(context.stateFolder).update({ ...run.intent, writing: true });
  for (const file of request.files) {
    const content = fileContent(file.after);
    if (content === null) await resolver.remove(file.path, { durable: true });
    else await resolver.replace(file.path, content, { durable: true });
  }
  await writeTicket(tickets.index, await indexWith(run.scratch, request.files, built.staged));
  const permissions = await stat(tickets.indexFile).catch(() => null);
  if (permissions !== null) await chmod(tickets.index, permissions.mode & 0o777);
  await moveReference({
    file: fileOfHead(layout, run.head),
    ticket: tickets.reference,
    next: built.commit,
    isExpected: async () => sameHead(await readHead(layout), run.head),
  });
  await rename(tickets.indexLock, tickets.indexFile);
  await unlink(tickets.index);
  await syncFolder(dirname(tickets.indexFile));
  const { reflog } = run.intent;
  if (reflog !== null)
    await noteMove(layout, run.head, { before: run.head.commit, after: built.commit, ...reflog });
  return null;
}

/** While holding the lock: is everything unchanged since the commit was built? */
async function recheck(run: Run, indexFile: string): Promise<CommitOutcome | null> {
  const head = await readHead(run.context.layout);
  if (!sameHead(head, run.head) || (await hashOf(indexFile)) !== run.index) {
    const why = "the repository changed while the change was landing; try again";
    return { status: "conflict", conflicts: [], why };
  }
  const conflicts: Conflict[] = [];
  for (const file of run.request.files) {
    const why = await differs(run.resolver, file);
    if (why !== null) conflicts.push({ path: file.path, why });
  }
  return conflicts.length > 0 ? refuse(conflicts) : null;
}

async function describeLandingIntent(
  context: Context,
  scratch: Scratch,
  request: CommitRequest,
  head: Head,
  built: BuiltCommit,
): Promise<LandingIntent> {
  return {
    landing_id: request.landingId,
    direction: request.direction,
    owner: await currentOwner(),
    writing: false,
    reference: head.reference,
    previous: head.commit,
    next: built.commit,
    reflog: scratch.settings.reflog
      ? { who: built.who, message: `agentforge: ${subjectOf(request.message)}` }
      : null,
    missing_folders: await missingFolders(context.root, request.files),
  };
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

function refuse(conflicts: readonly Conflict[]): CommitOutcome {
  const reasons = [...new Set(conflicts.map((conflict) => conflict.why))];
  const each = conflicts.map((conflict) => `${conflict.path}: ${conflict.why}`);
  const isShared = conflicts.length > 1 && reasons.length === 1;
  return { status: "conflict", conflicts, why: isShared ? reasons.join() : each.join("; ") };
}

function sameHead(left: Head, right: Head): boolean {
  return left.commit === right.commit && left.reference === right.reference;
}

async function hashOf(path: string): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null);
  return bytes === null ? null : sha256(bytes);
}

function recoverable(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AgentForgeError("disk_full", "the disk is full; nothing was landed", {
      hint: "Free some space.",
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
