import type { Git } from "../git/git.ts";

/** How many commits back a change counts as recent. */
const COMMITS = 5;

/**
 * What the user changed recently: from each of the last commits to the opened tree, newest commit first. Only
 * files that existed before, because every line of a new file is recent. Commits that this clone lacks, and
 * commits without a difference, are skipped.
 */
export async function recentDiffs(
  git: Git,
  head: string | null,
  opening: string,
): Promise<readonly string[]> {
  if (head === null) return [];
  const { text } = await git(["rev-list", "--first-parent", `--max-count=${COMMITS + 1}`, head]);
  const diffs: string[] = [];
  for (const commit of text.split("\n").filter((line) => line !== "")) {
    const diff = await diffTo(git, commit, opening);
    if (diff !== "" && diff !== diffs.at(-1)) diffs.push(diff);
  }
  return diffs;
}

async function diffTo(git: Git, commit: string, opening: string): Promise<string> {
  const { exitCode, bytes } = await git(
    [
      ...["diff-tree", "-r", "-p", "-U1", "--diff-filter=M", "--no-renames", "--no-color", "--no-ext-diff"],
      ...["--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", commit, opening],
    ],
    { accept: [128] },
  );
  return exitCode === 0 ? new TextDecoder().decode(bytes) : "";
}
