import { type Git, splitRecords } from "./git.ts";

export interface Difference {
  /** Git's letter: M, D, T or U. */
  readonly status: string;
  readonly path: string;
}

/**
 * How the working tree differs from the index that `git` uses. Files with changed times only (a copied or
 * touched tree) are refreshed first; that writes the index, which is our own copy.
 */
export async function unstagedDifferences(git: Git): Promise<readonly Difference[]> {
  const first = await differences(git);
  if (first.length === 0) return first;
  await git(["update-index", "-q", "--ignore-submodules", "--unmerged", "--refresh"], { accept: [1] });
  return differences(git);
}

async function differences(git: Git): Promise<readonly Difference[]> {
  const records = splitRecords(await git(["diff-files", "-z", "--name-status", "--ignore-submodules=all"]));
  return Array.from({ length: Math.floor(records.length / 2) }, (_, pair) => ({
    status: records[2 * pair] ?? "",
    path: records[2 * pair + 1] ?? "",
  }));
}
