import { readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Context, Scratch } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { type Git, type GitOutput, splitRecords } from "../git/git.ts";
import { signingEnvironment, whySigningFailed } from "../git/signing.ts";
import type { Identity } from "../git/user-settings.ts";
import type { Placement, Stored } from "./placement.ts";
import { signingPractice } from "./practice.ts";

export interface BuiltCommit {
  readonly commit: string;
  /** `update-index --index-info` records of the touched paths for the user's index. */
  readonly staged: string;
  /** In the form that a reflog uses for the committer. */
  readonly who: string;
}

/** For an author without a git identity. Their configuration stays unchanged. */
const bot: Identity = { name: "AgentForge", email: "agentforge@localhost" };

const durably = ["-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync"];

/**
 * A commit in the user's object store whose tree is the parent's with only these paths replaced. Nothing
 * refers to it yet.
 */
export async function buildCommit(
  context: Context,
  scratch: Scratch,
  change: {
    readonly parent: string | null;
    readonly placements: readonly Placement[];
    readonly message: string;
    /** The date of the commit; default: now. */
    readonly at?: string | undefined;
  },
): Promise<BuiltCommit> {
  const { parent } = change;
  const index = join(scratch.folder, "commit-index");
  const git = scratch.git({ index, objects: join(context.layout.commonDir, "objects") });
  const record = async (path: string, { content, storage }: Stored): Promise<string> => {
    if (content === null)
      return `0 ${"0".repeat(scratch.settings.objectFormat === "sha256" ? 64 : 40)}\t${path}\0`;
    const conversion = storage === "raw" ? "--no-filters" : `--path=${path}`;
    const blob = await git([...durably, "hash-object", "-w", conversion, "--stdin"], {
      stdin: Buffer.from(content.content_base64, "base64"),
    });
    return `${content.mode} ${blob.text}\t${path}\0`;
  };
  const committed: string[] = [];
  const staged: string[] = [];
  for (const placement of change.placements) {
    const entry = await record(placement.path, placement.committed);
    committed.push(entry);
    staged.push(
      placement.staged === placement.committed ? entry : await record(placement.path, placement.staged),
    );
  }
  await git(["read-tree", ...(parent === null ? ["--empty"] : [parent])]);
  await git(["update-index", "-z", "--index-info"], { stdin: committed.join("") });
  const tree = await git([...durably, "write-tree", "--missing-ok"]);
  const { name, email } = scratch.settings.identity ?? bot;
  const date = gitDate(change.at === undefined ? context.now() : new Date(change.at));
  const parents = parent === null ? [] : ["-p", parent];
  const options = { stdin: change.message, env: signature(name, email, date) };
  const commit = await commitTree(context, scratch, git, [tree.text, ...parents], options);
  return { commit: commit.text, staged: staged.join(""), who: `${name} <${email}> ${date}` };
}

/** A person may have to confirm with a hardware token or a passphrase dialog. */
const SIGNING_MS = 120_000;

/** Signed as the user's git would sign it, or not created: `unsupported` says why. */
async function commitTree(
  context: Context,
  { settings: { signing: wish } }: Scratch,
  git: Git,
  args: readonly string[],
  options: { readonly stdin: string; readonly env: Readonly<Record<string, string>> },
): Promise<GitOutput> {
  const practice = signingPractice(context, wish);
  if (practice.status === "refused") throw new AgentForgeError("unsupported", practice.why);
  if (wish === null || practice.status !== "signed")
    return git([...durably, "commit-tree", ...args], options);
  const configuration = wish.configuration.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  return git([...durably, ...configuration, "commit-tree", "-S", ...args], {
    ...options,
    env: { ...signingEnvironment(context.git.env), ...options.env },
    timeoutMs: SIGNING_MS,
  }).catch((cause: unknown) => {
    if (!(cause instanceof AgentForgeError) || cause.code !== "git_failed") throw cause;
    throw new AgentForgeError("unsupported", whySigningFailed(wish.format, cause.message), { cause });
  });
}

/** The reason `buildCommit` gave for not signing; rethrows any other error. */
export function whyUnsigned(error: unknown): string {
  if (error instanceof AgentForgeError && error.code === "unsupported") return error.message;
  throw error;
}

/**
 * The user's index from the scratch directory, with only the touched entries replaced and given the new files' times;
 * everything else they staged stays.
 */
export async function indexWith(
  scratch: Scratch,
  files: readonly ChangedFile[],
  entries: string,
): Promise<Uint8Array> {
  const index = join(scratch.gitDir, "index");
  const original = await readFile(index).catch(() => null);
  const paths = files.map((file) => file.path);
  const git = scratch.git();
  const unwatched = await unwatchedAmong(paths, git);
  await git(["update-index", "-z", "--add", "--remove", "--stdin"], {
    stdin: paths.map((path) => `${path}\0`).join(""),
  });
  const staged = splitRecords(await git(["ls-files", "-z", "--stage", "--", ...paths]));
  const wanted = entries.split("\0").filter((entry) => entry !== "" && !entry.startsWith("0 "));
  const same =
    staged
      .map((entry) => entry.replace(/ 0\t/, "\t"))
      .sort()
      .join("\0") === wanted.sort().join("\0");
  if (same) return readMarked(index, unwatched, git);
  // The user's conversion rules would store the file differently than HEAD does: record what was committed.
  await (original === null ? unlink(index) : writeFile(index, original));
  await git(["update-index", "-z", "--index-info"], { stdin: entries });
  return readMarked(index, unwatched, git);
}

/** Paths that the user told git to treat as unchanged, to keep edits of their own out of commits. */
async function unwatchedAmong(paths: readonly string[], git: Git): Promise<readonly string[]> {
  const listed = splitRecords(await git(["ls-files", "-z", "-v", "--", ...paths]));
  return listed.filter((entry) => /^[a-z] /.test(entry)).map((entry) => entry.slice(2));
}

/** The index with that mark, which every update of an entry removes. */
async function readMarked(index: string, unwatched: readonly string[], git: Git): Promise<Uint8Array> {
  if (unwatched.length > 0)
    await git(["update-index", "-z", "--assume-unchanged", "--stdin"], {
      stdin: unwatched.map((path) => `${path}\0`).join(""),
    });
  return readFile(index);
}

export function signature(name: string, email: string, date: string): Record<string, string> {
  const parts = { NAME: name, EMAIL: email, DATE: `@${date}` };
  return Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) =>
      Object.entries(parts).map(([part, value]) => [`GIT_${role}_${part}`, value]),
    ),
  );
}

/** Seconds and the local time zone, in git's format. */
export function gitDate(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const digits = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  const zone = `${minutes < 0 ? "-" : "+"}${digits(minutes / 60)}${digits(minutes % 60)}`;
  return `${Math.floor(date.getTime() / 1000)} ${zone}`;
}
