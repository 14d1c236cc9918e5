import type { Context, Scratch } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { fileContent, sameContent } from "../files/file-state.ts";
import { splitRecords } from "../git/git.ts";
import type { Head } from "../git/refs.ts";
import { PathRefused } from "../paths/refusal.ts";
import type { PathResolver } from "../paths/resolver.ts";
import { operationUnderWay, worktreesOn } from "../state.ts";
import { type Entry, type IndexEntry, type Placement, placeFile } from "./placement.ts";

export interface Conflict {
  readonly path: string;
  readonly why: string;
}

/** Why nothing can be committed here at present, or null. */
export async function obstacle(context: Context, head: Head): Promise<string | null> {
  const underWay = await operationUnderWay(context.layout);
  if (underWay !== null) return `a ${underWay} is in progress; finish or abort it first`;
  if (head.reference === null) return null;
  const others = await worktreesOn(context.layout, head.reference);
  return others.length === 0
    ? null
    : `the branch is also checked out in another worktree (${others.join(", ")})`;
}

interface ConflictsFound {
  readonly conflicts: readonly Conflict[];
  readonly placements: readonly Placement[];
}

/** The change, and whether the user's own edits elsewhere in its files may be left out of the commit. */
interface Examined {
  readonly files: readonly ChangedFile[];
  readonly allowOwnEdits: boolean;
}

/**
 * What the change would overwrite. A file can land only if the user's bytes are the base of the change, and
 * HEAD and the index have exactly that content too, or content to which the change also applies.
 */
export async function findConflicts(
  scratch: Scratch,
  resolver: PathResolver,
  head: Head,
  change: Examined,
): Promise<ConflictsFound> {
  const paths = withParents(change.files.map((file) => file.path));
  const staged = await scratch.git()(["ls-files", "-z", "-t", "--stage", "--", ...paths]);
  const index = Map.groupBy(splitRecords(staged).map(parseIndexEntry), (entry) => entry.path);
  return examine(scratch, head, change, "it has your uncommitted changes", {
    inTree: async (file) =>
      submoduleAbove(file.path, index) ?? sparse(file.path, index) ?? (await differs(resolver, file)),
    inIndex: (path) => index.get(path) ?? [],
  });
}

/** For a commit that does not touch the user's tree: only the content of HEAD counts. */
export function findCommittedConflicts(
  scratch: Scratch,
  head: Head,
  change: Examined,
): Promise<ConflictsFound> {
  return examine(scratch, head, change, "the change builds on uncommitted work in it", {
    inTree: async () => null,
    inIndex: null,
  });
}

async function examine(
  scratch: Scratch,
  head: Head,
  { files, allowOwnEdits }: Examined,
  uncommitted: string,
  look: {
    readonly inTree: (file: ChangedFile) => Promise<string | null>;
    /** Null if the index is left alone. */
    readonly inIndex: ((path: string) => readonly IndexEntry[]) | null;
  },
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
  const placements: Placement[] = [];
  for (const [at, file] of files.entries()) {
    const { path } = file;
    const entry = inHead.get(path);
    const why = filtered(filters[3 * at + 2]) ?? (await look.inTree(file));
    const staged = look.inIndex?.(path) ?? null;
    const placement = why ?? (await placeFile(scratch, file, { entry, staged, allowOwnEdits, uncommitted }));
    if (typeof placement === "string") conflicts.push({ path, why: placement });
    else placements.push(placement);
  }
  return { conflicts, placements };
}

/** `100644 blob <object>\t<path>` */
function parseTreeEntry(record: string): readonly [string, Entry] {
  const tab = record.indexOf("\t");
  const [mode = "", , object = ""] = record.slice(0, tab).split(" ");
  return [record.slice(tab + 1), { mode, object }];
}

/** `H 100644 <object> 0\t<path>` */
function parseIndexEntry(record: string): IndexEntry {
  const tab = record.indexOf("\t");
  const [tag = "", mode = "", object = "", stage = ""] = record.slice(0, tab).split(" ");
  return { path: record.slice(tab + 1), tag, mode, object, stage };
}

type IndexEntries = ReadonlyMap<string, readonly IndexEntry[]>;

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

export const CHANGED_MEANWHILE = "it has changed in your tree in the meantime";

/** Why the file differs from what the change was based on, or null. */
export async function differs(resolver: PathResolver, file: ChangedFile): Promise<string | null> {
  try {
    const present = await resolver.read(file.path);
    if (sameContent(present, fileContent(file.before))) return null;
    if (file.before === null) return "it is new in your tree";
    if (present === null) return "it was removed from your tree";
    return CHANGED_MEANWHILE;
  } catch (error) {
    if (error instanceof PathRefused && error.rule === "not-a-file") return "something else is in its place";
    if (error instanceof PathRefused && error.rule === "symbolic-link")
      return "a symbolic link is in its place";
    throw error;
  }
}
