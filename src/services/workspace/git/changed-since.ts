import { type Context, openScratch } from "../context.ts";
import { findCommit } from "./commits.ts";
import { readHead } from "./refs.ts";

/**
 * Paths in which HEAD differs from its merge base with `name`; null if there is no such commit. If a shallow
 * clone lacks the merge base, compares with `name` itself.
 */
export async function changedSince(context: Context, name: string): Promise<readonly string[] | null> {
  const from = await findCommit(context, name);
  const head = await readHead(context.layout);
  if (from === null || head.commit === null) return null;
  await using scratch = await openScratch(context);
  const git = scratch.git();
  const left = await git(["merge-base", from.commit, head.commit], { accept: [1, 128] });
  const base = left.exitCode === 0 ? left.text : from.commit;
  const { bytes } = await git(["diff-tree", "-r", "-z", "--name-only", "--no-renames", base, head.commit]);
  return new TextDecoder()
    .decode(bytes)
    .split("\0")
    .filter((path) => path !== "");
}
