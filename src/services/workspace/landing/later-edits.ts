import type { Scratch } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { type FileContent, fileContent, fileState, sameContent } from "../files/file-state.ts";
import { PathRefused } from "../paths/refusal.ts";
import type { PathResolver } from "../paths/resolver.ts";
import { CHANGED_MEANWHILE, type Conflict } from "./conflicts.ts";
import { merge } from "./own-edits.ts";

/** A change adapted to the user's current files. */
export interface OntoPresent {
  readonly files: readonly ChangedFile[];
  /** Files that the user has edited since, in places the change does not touch. */
  readonly merged: readonly string[];
  /** Why the other files that were edited since cannot be merged, by path. */
  readonly overlaps: ReadonlyMap<string, string>;
}

/**
 * Applies a change to files that the user edited after it was made: their edits are kept, and the change is
 * merged in. A file that cannot be merged is left unchanged, so that landing refuses it as changed. Nothing
 * is written.
 */
export async function ontoPresent(
  scratch: Scratch,
  resolver: PathResolver,
  files: readonly ChangedFile[],
): Promise<OntoPresent> {
  const [merged, overlaps]: [string[], Map<string, string>] = [[], new Map()];
  const moved: ChangedFile[] = [];
  for (const file of files) {
    const present = await readPresent(resolver, file);
    const outcome = present === null ? file : await mergeInto(scratch, file, present);
    if (typeof outcome === "string") overlaps.set(file.path, outcome);
    else if (outcome !== file) merged.push(file.path);
    moved.push(typeof outcome === "string" ? file : outcome);
  }
  return { files: moved, merged, overlaps };
}

/** Null if there is nothing to merge with. */
async function readPresent(resolver: PathResolver, { path }: ChangedFile): Promise<FileContent | null> {
  try {
    return await resolver.read(path);
  } catch (error) {
    if (error instanceof PathRefused) return null;
    throw error;
  }
}

async function mergeInto(
  scratch: Scratch,
  file: ChangedFile,
  present: FileContent,
): Promise<ChangedFile | string> {
  const [before, after] = [fileContent(file.before), fileContent(file.after)];
  if (before === null || after === null || sameContent(present, before)) return file;
  if (present.executable !== before.executable) return "its mode has changed";
  if (sameContent(present, after)) return "it already contains the change";
  if ([present, before, after].some(({ bytes }) => Buffer.from(bytes).includes(0)))
    return "it is not a text file";
  const git = scratch.git();
  const [ours = "", base = "", theirs = ""] = await Promise.all(
    [present, before, after].map(
      async ({ bytes }) =>
        (await git(["hash-object", "-w", "--no-filters", "--stdin"], { stdin: bytes })).text,
    ),
  );
  const bytes = await merge(scratch, { ours, base, theirs });
  if (typeof bytes === "string") return bytes;
  const next = { bytes, executable: after.executable };
  if (sameContent(present, next)) return "it already contains the change";
  return { path: file.path, before: fileState(present), after: fileState(next) };
}

/** Regions that the user's later edits must not be merged into. */
export function asIs(files: readonly ChangedFile[]): OntoPresent {
  return { files, merged: [], overlaps: new Map() };
}

/** The conflict of a file that was edited since, with the lines if they are known. */
export function withLines(conflict: Conflict, { overlaps }: OntoPresent): Conflict {
  const lines = overlaps.get(conflict.path);
  if (lines === undefined || conflict.why !== CHANGED_MEANWHILE) return conflict;
  return { path: conflict.path, why: `${conflict.why}: ${lines}` };
}
