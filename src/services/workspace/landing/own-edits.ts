import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileState } from "../../../domain/entities/code-change.ts";
import type { Scratch } from "../context.ts";
import type { ChangedFile } from "../files/diff.ts";
import { fileState } from "../files/file-state.ts";

export type Transfer =
  /** As git stores it, after the conversion of line endings. */
  | { readonly status: "clean"; readonly content: FileState }
  | { readonly status: "overlaps"; readonly why: string };

/**
 * The same change applied to another version of a file: the one in HEAD or the index, so that the user's own
 * edits are left out of the commit. Changes to the same or adjacent lines are a conflict.
 */
export async function transfer(scratch: Scratch, file: ChangedFile, object: string): Promise<Transfer> {
  const { before, after, path } = file;
  if (before === null || after === null) return overlaps("the change creates or removes it");
  const git = scratch.git();
  const { bytes: ours } = await git(["cat-file", "blob", object]);
  const conversion = Buffer.from(ours).includes("\r\n") ? "--no-filters" : `--path=${path}`;
  const store = async (content: Uint8Array) =>
    (await git(["hash-object", "-w", conversion, "--stdin"], { stdin: content })).text;
  const sides = [before, after].map((side) => Buffer.from(side.content_base64, "base64"));
  if ([ours, ...sides].some((side) => Buffer.from(side).includes(0)))
    return overlaps("it is not a text file");
  const [base = "", theirs = ""] = await Promise.all(sides.map(store));
  const merged = await merge(scratch, { ours: object, base, theirs });
  if (typeof merged === "string") return overlaps(merged);
  return {
    status: "clean",
    content: fileState({ bytes: merged, executable: after.mode === "100755" }),
  };
}

interface Versions {
  readonly ours: string;
  readonly base: string;
  readonly theirs: string;
}

/** The merge of three git objects, or why they cannot be merged. */
export async function merge(
  scratch: Scratch,
  { ours, base, theirs }: Versions,
): Promise<Uint8Array | string> {
  const git = scratch.git();
  const versions = await Promise.all(
    [ours, base, theirs].map(async (blob, at) => {
      const place = join(scratch.folder, `merge-${at}`);
      await writeFile(place, (await git(["cat-file", "blob", blob])).bytes);
      return place;
    }),
  );
  const merged = await git(["merge-file", "-p", "-q", ...versions], { accept: MERGE_CONFLICTS });
  return merged.exitCode === 0 ? merged.bytes : overlapping(scratch, ours, base, theirs);
}

/** The exit code of `git merge-file` is the number of conflicts, up to 127. */
const MERGE_CONFLICTS = Array.from({ length: 127 }, (_, at) => at + 1);

/** The user's lines and the change's, numbered as in the user's file. */
async function overlapping(scratch: Scratch, object: string, base: string, theirs: string): Promise<string> {
  const own = (await hunks(scratch, object, base)).map(({ after }) => after);
  const changed = (await hunks(scratch, base, theirs)).map(({ before }) => before);
  const pairs = changed.flatMap((range) => {
    const near = own.filter((each) => each.first <= range.last + 1 && range.first <= each.last + 1);
    return near.map((each) => `your edit to ${linesOf(each)} overlaps the change to ${linesOf(range)}`);
  });
  return pairs.length > 0 ? pairs.join("; ") : "your edits overlap the change";
}

interface Range {
  readonly first: number;
  readonly last: number;
}

async function hunks(scratch: Scratch, from: string, to: string) {
  const diff = await scratch.git()(["diff", "--no-color", "--no-ext-diff", "--no-textconv", "-U0", from, to]);
  return [...diff.text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
    ([, from = "", fromCount, to = "", toCount]) => ({
      before: rangeOf(Number(from), Number(fromCount ?? 1)),
      after: rangeOf(Number(to), Number(toCount ?? 1)),
    }),
  );
}

/** For an empty range, git names the line before it. */
function rangeOf(first: number, count: number): Range {
  return { first, last: first + Math.max(count, 1) - 1 };
}

function linesOf({ first, last }: Range): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

function overlaps(why: string): Transfer {
  return { status: "overlaps", why };
}
