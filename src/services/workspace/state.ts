import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryState } from "../../domain/ports/workspace.ts";
import { type Context, openScratch } from "./context.ts";
import { unstagedDifferences } from "./git/differences.ts";
import { splitRecords } from "./git/git.ts";
import type { Layout } from "./git/layout.ts";
import { readHead } from "./git/refs.ts";

export async function readState(context: Context): Promise<RepositoryState> {
  const head = await readHead(context.layout);
  await using scratch = await openScratch(context);
  const git = scratch.git();
  const [staged, unstaged, untracked] = await Promise.all([
    head.commit === null
      ? git(["ls-files", "-z", "--cached"])
      : git(["diff-index", "-z", "--cached", "--name-only", "--ignore-submodules=all", head.commit]),
    unstagedDifferences(git),
    git(["ls-files", "-z", "--others", "--exclude-standard"]),
  ]);
  return {
    head: head.commit,
    branch: head.reference?.replace(/^refs\/heads\//, "") ?? null,
    dirty: [
      ...new Set([...splitRecords(staged), ...unstaged.map(({ path }) => path), ...splitRecords(untracked)]),
    ].sort(),
    underWay: await operationUnderWay(context.layout),
  };
}

const operations: readonly (readonly [string, string])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_LOG", "bisect"],
];

export async function operationUnderWay(layout: Layout): Promise<string | null> {
  for (const [file, name] of operations) {
    if (await stat(join(layout.gitDir, file)).catch(() => null)) return name;
  }
  return null;
}

export async function countOtherTrees({ commonDir }: Layout): Promise<number> {
  const linked = await readdir(join(commonDir, "worktrees")).catch(() => []);
  return linked.length;
}

/** Other worktrees of the repository that have the same branch checked out. */
export async function worktreesOn(layout: Layout, reference: string): Promise<readonly string[]> {
  const linked = await readdir(join(layout.commonDir, "worktrees")).catch(() => []);
  const gitDirs = [layout.commonDir, ...linked.map((name) => join(layout.commonDir, "worktrees", name))];
  const found: string[] = [];
  for (const gitDir of gitDirs) {
    if (gitDir === layout.gitDir) continue;
    const head = await readFile(join(gitDir, "HEAD"), "utf8").catch(() => "");
    if (head.trim() === `ref: ${reference}`) found.push(gitDir);
  }
  return found;
}
