import { link, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Landing, LandRequest } from "../../../domain/ports/workspace.ts";
import { type Context, openScratch, type Scratch } from "../context.ts";
import { type Head, readHead, readReference, writeTicket } from "../git/refs.ts";
import { openRemote, type Remote } from "../hosting/remote.ts";
import { codeOf } from "../paths/folder.ts";
import { createBackups, type Manifest } from "./backup.ts";
import { buildCommit, whyUnsigned } from "./build-commit.ts";
import { type Conflict, findCommittedConflicts } from "./conflicts.ts";
import { isPushed, manifestOf, withTrailer } from "./manifest.ts";

type Conflicted = Extract<Landing, { readonly status: "conflict" }>;

/**
 * Lands on a new branch on top of HEAD. The user's tree and index stay unchanged. A landing that was
 * interrupted, or could not be pushed, continues where it stopped when it is requested again.
 */
export async function landOnBranch(
  context: Context,
  request: LandRequest,
  known: Manifest | null,
): Promise<Landing> {
  const to = request.to;
  if (to === undefined || to.kind === "current-branch")
    throw new TypeError("not a landing on its own branch");
  await using scratch = await openScratch(context);
  const backups = createBackups(context.stateFolder);
  const head = await readHead(context.layout);
  const remote = isPushed(to) ? openRemote(context, scratch, to.remote ?? "origin") : null;
  if (to.kind === "pull-request") remote?.forge();

  let manifest = known;
  if (manifest === null) {
    const built = await buildOn(context, scratch, head, request);
    if ("status" in built) return built;
    const place = await findPlace(context, request.traceId, {
      wanted: safeBranch(to.branch),
      commit: built.commit,
      head,
      remote,
    });
    const own = manifestOf(context, request, { ...place, headBefore: head.commit });
    manifest = await backups.claim(own, request.change.files);
  }
  const { commit } = manifest;
  const branch = manifest.branch ?? safeBranch(to.branch);
  await createBranch(context, scratch, branch, commit);
  if (to.kind === "branch" || remote === null) {
    await backups.update({ ...manifest, status: "landed" });
    return { status: "landed", commit, branch };
  }
  await remote.push(branch, commit);
  if (to.kind === "pushed-branch") {
    await backups.update({ ...manifest, status: "landed" });
    return { status: "landed", commit, branch };
  }
  const { title, body, draft = false } = to;
  const { url: pullRequest } = await remote.forge().propose({
    title,
    body,
    draft,
    head: branch,
    base: baseOf(to, head),
  });
  await backups.update({ ...manifest, status: "landed", pull_request: pullRequest });
  return { status: "landed", commit, branch, pullRequest };
}

/** The commit of the change on top of HEAD, or why it cannot be made. */
async function buildOn(
  context: Context,
  scratch: Scratch,
  head: Head,
  request: LandRequest,
): Promise<{ readonly commit: string } | Conflicted> {
  const { conflicts, placements } = await findCommittedConflicts(scratch, head, {
    files: request.change.files,
    allowOwnEdits: request.allowOwnEdits ?? false,
  });
  if (conflicts.length > 0) return refuse(conflicts);
  const built = await buildCommit(context, scratch, {
    parent: head.commit,
    placements,
    message: withTrailer(request.message, request.traceId, context.commits?.coAuthor),
    at: request.at,
  }).catch(whyUnsigned);
  return typeof built === "string" ? { status: "conflict", paths: [], why: built } : built;
}

/** The branch that was pushed for this task before, or a free name for the new commit. */
async function findPlace(
  context: Context,
  traceId: string,
  {
    wanted,
    commit,
    head,
    remote,
  }: {
    readonly wanted: string;
    readonly commit: string;
    readonly head: Head;
    readonly remote: Remote | null;
  },
): Promise<{ readonly commit: string; readonly branch: string }> {
  // The remote is read only once. With a second read, a branch pushed for this task in the meantime would
  // look like someone else's.
  const tip = (await remote?.tipOf(wanted)) ?? null;
  const pushed = await pushedBefore(remote, wanted, tip, traceId);
  if (pushed !== null) return pushed;
  return { commit, branch: await freeName(context, wanted, head, { remote, isTaken: tip !== null }) };
}

/** Keeps what a process on any machine pushed for the same task before it died. */
async function pushedBefore(
  remote: Remote | null,
  branch: string,
  tip: string | null,
  traceId: string,
): Promise<{ readonly commit: string; readonly branch: string } | null> {
  if (remote === null || tip === null) return null;
  const message = await remote.fetch(branch);
  return message.includes(`[ExoTrace: ${traceId}]`) ? { commit: tip, branch } : null;
}

function baseOf(to: { readonly base?: string }, head: Head): string {
  const base = to.base ?? head.reference?.replace(/^refs\/heads\//, "");
  if (base !== undefined) return base;
  throw new AgentForgeError("bad_input", "HEAD is detached, so the pull request has no base", {
    hint: "Name the base branch.",
  });
}

function refuse(conflicts: readonly Conflict[]): Conflicted {
  const why = [...new Set(conflicts.map((conflict) => conflict.why))].join("; ");
  return { status: "conflict", paths: conflicts.map((conflict) => conflict.path), why };
}

/** An existing branch with that name, local or remote, is kept; the new one gets a timestamp. */
async function freeName(
  context: Context,
  wanted: string,
  head: Head,
  { remote, isTaken }: { readonly remote: Remote | null; readonly isTaken: boolean },
): Promise<string> {
  const isHere = async (name: string) => {
    const reference = `refs/heads/${name}`;
    return head.reference === reference || (await readReference(context.layout, reference)) !== null;
  };
  if (!isTaken && !(await isHere(wanted))) return wanted;
  const later = `${wanted}-${context.now().toISOString().replace(/\D/g, "").slice(0, 14)}`;
  const isFree = !(await isHere(later)) && (remote === null || (await remote.tipOf(later)) === null);
  return isFree ? later : `${later}-${context.randomId()}`;
}

async function createBranch(
  context: Context,
  scratch: Scratch,
  branch: string,
  commit: string,
): Promise<void> {
  const reference = `refs/heads/${branch}`;
  const present = await readReference(context.layout, reference);
  if (present === commit) return;
  const file = join(context.layout.commonDir, reference);
  const ticket = join(scratch.folder, "branch");
  await writeTicket(ticket, `${commit}\n`);
  try {
    if (present !== null) throw taken(branch);
    await mkdir(dirname(file), { recursive: true });
    await link(ticket, file).catch((error: unknown) => {
      if (codeOf(error) !== "EXDEV") throw error;
      return writeTicket(file, `${commit}\n`, "wx");
    });
  } catch (error) {
    if (["EEXIST", "ENOTDIR", "EISDIR"].includes(codeOf(error) ?? "")) throw taken(branch);
    throw error;
  }
}

function taken(branch: string): AgentForgeError {
  return new AgentForgeError(
    "conflict",
    `the branch ${branch} cannot be created: its name, or a part of it, is taken`,
    {
      hint: "Rename or delete the other branch, or choose another name.",
    },
  );
}

/** Git's rules for branch names, without characters that are special to a shell. */
export function safeBranch(name: string): string {
  const parts = name.split("/");
  const fine = parts.every(
    (part) => /^[0-9A-Za-z_][0-9A-Za-z._-]*$/.test(part) && !/\.\.|\.$|\.lock$/i.test(part),
  );
  if (fine && name.length <= 200 && name !== "HEAD") return name;
  throw new AgentForgeError("bad_input", `"${name}" is not a valid branch name`, {
    hint: "Use letters, digits, dots, dashes and underscores, in parts separated by slashes.",
  });
}
