import { createHash } from "node:crypto";
import type { FileState } from "../../../domain/entities/code-change.ts";
import type { Context, Scratch } from "../context.ts";
import type { ChangedFile } from "../diff.ts";
import { fileContent, sameContent } from "../file-state.ts";
import { splitRecords } from "../git/git.ts";
import type { Head } from "../git/refs.ts";
import { PathRefused } from "../paths/refusal.ts";
import type { PathResolver } from "../paths/resolver.ts";
import { operationUnderWay, worktreesOn } from "../state.ts";

export interface Conflict {
  readonly path: string;
  readonly why: string;
}

/** How a file's bytes become the blob that git stores: as they are, or with the user's line-end rules applied. */
export type Storage = "raw" | "converted";

/** Why nothing can be committed here at present, or null. */
export async function obstacle(context: Context, head: Head): Promise<string | null> {
  const underWay = await operationUnderWay(context.layout);
  if (underWay !== null) return `a ${underWay} is under way; finish or abort it first`;
  if (head.reference === null) return null;
  const others = await worktreesOn(context.layout, head.reference);
  return others.length === 0
    ? null
    : `the branch is checked out in another worktree as well (${others.join(", ")})`;
}

interface ConflictsFound {
  readonly conflicts: readonly Conflict[];
  readonly storage: ReadonlyMap<string, Storage>;
}

/**
 * What the change would run over. A file is free only if the user's bytes are those the change began from, and HEAD
 * and the index hold exactly that content too.
 */
export async function findConflicts(
  scratch: Scratch,
  resolver: PathResolver,
  head: Head,
  files: readonly ChangedFile[],
): Promise<ConflictsFound> {
  const paths = withParents(files.map((file) => file.path));
  const staged = await scratch.git()(["ls-files", "-z", "-t", "--stage", "--", ...paths]);
  const index = Map.groupBy(splitRecords(staged).map(parseIndexEntry), (entry) => entry.path);
  return examine(
    scratch,
    head,
    files,
    "you have changes in it that are not committed",
    async (file, entry) => {
      const { path } = file;
      return (
        submoduleAbove(path, index) ??
        sparse(path, index) ??
        (await differs(resolver, file)) ??
        notStaged(entry, index.get(path) ?? [])
      );
    },
  );
}

/** For a commit that leaves the user's tree alone: only what HEAD holds counts. */
export function findCommittedConflicts(
  scratch: Scratch,
  head: Head,
  files: readonly ChangedFile[],
): Promise<ConflictsFound> {
  return examine(
    scratch,
    head,
    files,
    "the change builds on work in it that is not committed",
    async () => null,
  );
}

async function examine(
  scratch: Scratch,
  head: Head,
  files: readonly ChangedFile[],
  uncommitted: string,
  inTree: (file: ChangedFile, entry: Entry | undefined) => Promise<string | null>,
): Promise<ConflictsFound> {
  const git = scratch.git();
  const paths = files.map((file) => file.path);
  const [committed, filters] = await Promise.all([
    head.commit === null
      ? []
      : git(["ls-tree", "-z", "--full-tree", head.commit, "--", ...paths]).then(splitRecords),
    git(["check-attr", "-z", "--stdin", "filter"], { stdin: paths.map((path) => `${path}\0`).join("") }).then(
      splitRecords,
    ),
  ]);
  const inHead = new Map(committed.map(parseTreeEntry));
  const conflicts: Conflict[] = [];
  const storage = new Map<string, Storage>();
  for (const [at, file] of files.entries()) {
    const entry = inHead.get(file.path);
    const why = filtered(filters[3 * at + 2]) ?? (await inTree(file, entry));
    const stored = why === null ? await storageOf(scratch, file, entry) : null;
    if (stored === null) conflicts.push({ path: file.path, why: why ?? uncommitted });
    else storage.set(file.path, stored);
  }
  return { conflicts, storage };
}

interface Entry {
  readonly mode: string;
  readonly object: string;
}

/** `100644 blob <object>\t<path>` */
function parseTreeEntry(record: string): readonly [string, Entry] {
  const tab = record.indexOf("\t");
  const [mode = "", , object = ""] = record.slice(0, tab).split(" ");
  return [record.slice(tab + 1), { mode, object }];
}

/** `H 100644 <object> 0\t<path>` */
function parseIndexEntry(record: string) {
  const tab = record.indexOf("\t");
  const [tag = "", mode = "", object = "", stage = ""] = record.slice(0, tab).split(" ");
  return { path: record.slice(tab + 1), tag, mode, object, stage };
}

type IndexEntries = ReadonlyMap<string, readonly ReturnType<typeof parseIndexEntry>[]>;

function withParents(paths: readonly string[]): readonly string[] {
  const parents = paths.flatMap((path) => {
    const names = path.split("/");
    return names.map((_, depth) => names.slice(0, depth + 1).join("/"));
  });
  return [...new Set(parents)];
}

function submoduleAbove(path: string, index: IndexEntries): string | null {
  const above = withParents([path]).find((parent) =>
    index.get(parent)?.some((entry) => entry.mode === "160000"),
  );
  return above === undefined ? null : `it is inside the submodule ${above}`;
}

function sparse(path: string, index: IndexEntries): string | null {
  const skipped = index.get(path)?.some((entry) => entry.tag.toUpperCase() === "S") ?? false;
  return skipped ? "it is outside the sparse checkout" : null;
}

function filtered(filter: string | undefined): string | null {
  if (filter === undefined || filter === "unspecified" || filter === "unset") return null;
  return `git stores it through the filter "${filter}", which AgentForge does not run`;
}

/** Why the file is not as the change found it, or null. */
export async function differs(resolver: PathResolver, file: ChangedFile): Promise<string | null> {
  try {
    const present = await resolver.read(file.path);
    if (sameContent(present, fileContent(file.before))) return null;
    if (file.before === null) return "it exists in your tree and did not before";
    if (present === null) return "it is gone from your tree";
    return "it has changed in your tree meanwhile";
  } catch (error) {
    if (error instanceof PathRefused && error.rule === "not-a-file") return "something else is in its place";
    if (error instanceof PathRefused && error.rule === "symbolic-link")
      return "a symbolic link is in its place";
    throw error;
  }
}

function notStaged(
  entry: Entry | undefined,
  staged: readonly { mode: string; object: string; stage: string }[],
): string | null {
  const [only] = staged;
  if (entry === undefined && only === undefined) return null;
  const same =
    staged.length === 1 && only?.stage === "0" && only.object === entry?.object && only?.mode === entry?.mode;
  return same ? null : "you have staged changes in it";
}

/** Null where HEAD holds something else than the file's present bytes. */
async function storageOf(
  scratch: Scratch,
  file: ChangedFile,
  entry: Entry | undefined,
): Promise<Storage | null> {
  if (entry === undefined) return file.before === null ? "converted" : null;
  if (file.before === null || !sameMode(entry.mode, file.before, scratch)) return null;
  const bytes = Buffer.from(file.before.content_base64, "base64");
  // A file that HEAD holds with CRLF is one git does not convert, whatever the rules say.
  if (blobName(bytes, scratch.settings.objectFormat) === entry.object)
    return bytes.includes("\r\n") ? "raw" : "converted";
  const converted = await scratch.git()(["hash-object", `--path=${file.path}`, "--stdin"], { stdin: bytes });
  return converted.text === entry.object ? "converted" : null;
}

function blobName(bytes: Uint8Array, format: "sha1" | "sha256"): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function sameMode(mode: string, before: NonNullable<FileState>, scratch: Scratch): boolean {
  if (scratch.settings.content.get("core.filemode") === "false") return mode !== "120000";
  return mode === before.mode;
}
