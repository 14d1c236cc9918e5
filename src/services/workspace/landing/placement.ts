import { createHash } from "node:crypto";
import type { FileState } from "../../../domain/entities/code-change.ts";
import type { Scratch } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { transfer } from "./own-edits.ts";

/**
 * How a file's bytes become the blob that git stores: unchanged, or with the user's line-ending rules
 * applied.
 */
type Storage = "raw" | "converted";

/** What git stores for a file. */
export interface Stored {
  readonly content: FileState;
  readonly storage: Storage;
}

/** The content of a file in the commit and in the index after the change. They differ if the user has edits. */
export interface Placement {
  readonly path: string;
  readonly committed: Stored;
  readonly staged: Stored;
}

/** A file in HEAD. */
export interface Entry {
  readonly mode: string;
  readonly object: string;
}

export interface IndexEntry extends Entry {
  readonly path: string;
  readonly tag: string;
  readonly stage: string;
}

interface Present {
  readonly entry: Entry | undefined;
  /** Null if the index is left alone. */
  readonly staged: readonly IndexEntry[] | null;
  /** Whether the user's own edits elsewhere in the file may be left out of the commit. */
  readonly allowOwnEdits: boolean;
  /** Why a file that differs in HEAD cannot land. */
  readonly uncommitted: string;
}

/** The content that git should store, or why that cannot be determined. */
export async function placeFile(
  scratch: Scratch,
  file: ChangedFile,
  { entry, staged, allowOwnEdits, uncommitted }: Present,
): Promise<Placement | string> {
  const { path, before } = file;
  const isStaged = staged !== null && !isSame(staged, entry);
  const why = isStaged ? "you have staged changes in it" : uncommitted;
  const committed = (await asFound(scratch, file, entry)) ?? (await beside(entry));
  if (typeof committed === "string") return committed;
  if (!isStaged) return { path, committed, staged: committed };
  const [only, ...others] = staged;
  const next = only?.stage === "0" && others.length === 0 ? await beside(only) : why;
  return typeof next === "string" ? next : { path, committed, staged: next };

  async function beside(present: Entry | undefined): Promise<Stored | string> {
    if (present === undefined) return before === null ? why : "it has never been committed; commit it first";
    if (!allowOwnEdits || before === null || !sameMode(present.mode, before, scratch)) return why;
    const transferred = await transfer(scratch, file, present.object);
    if (transferred.status === "overlaps") return `${why}: ${transferred.why}`;
    return { content: transferred.content, storage: "raw" };
  }
}

function isSame(staged: readonly IndexEntry[], entry: Entry | undefined): boolean {
  const [only, ...others] = staged;
  if (entry === undefined || only === undefined) return entry === only;
  return (
    others.length === 0 && only.stage === "0" && only.object === entry.object && only.mode === entry.mode
  );
}

/** Null if HEAD differs from the file's current bytes. */
async function asFound(
  scratch: Scratch,
  file: ChangedFile,
  entry: Entry | undefined,
): Promise<Stored | null> {
  const { before, after: content } = file;
  if (entry === undefined) return before === null ? { content, storage: "converted" } : null;
  if (before === null || !sameMode(entry.mode, before, scratch)) return null;
  const bytes = Buffer.from(before.content_base64, "base64");
  // Git does not convert a file that has CRLF in HEAD, regardless of the rules.
  if (blobName(bytes, scratch.settings.objectFormat) === entry.object)
    return { content, storage: bytes.includes("\r\n") ? "raw" : "converted" };
  const converted = await scratch.git()(["hash-object", `--path=${file.path}`, "--stdin"], { stdin: bytes });
  return converted.text === entry.object ? { content, storage: "converted" } : null;
}

function blobName(bytes: Uint8Array, format: "sha1" | "sha256"): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

function sameMode(mode: string, before: NonNullable<FileState>, scratch: Scratch): boolean {
  if (scratch.settings.content.get("core.filemode") === "false") return mode !== "120000";
  return mode === before.mode;
}
