import type { Git } from "./git/git.ts";

/** How many commits back a change counts as recent. */
const COMMITS = 5;

/**
 * What the user changed lately: from some commits ago to the tree as it was opened. Only files that were there
 * before; one that came new tells nothing about its lines. Empty where there is no history, or not enough of it here.
 */
export async function recentDiff(git: Git, head: string | null, opening: string): Promise<string> {
  if (head === null) return "";
  const { text } = await git(["rev-list", "--first-parent", `--max-count=${COMMITS + 1}`, head]);
  const oldest = text.split("\n").at(-1) ?? head;
  const { exitCode, bytes } = await git(
    [
      ...["diff-tree", "-r", "-p", "-U1", "--diff-filter=M", "--no-renames", "--no-color", "--no-ext-diff"],
      ...["--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", oldest, opening],
    ],
    { accept: [128] },
  );
  return exitCode === 0 ? new TextDecoder().decode(bytes) : "";
}
