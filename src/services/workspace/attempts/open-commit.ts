import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import { type Context, readSettings } from "../context.ts";
import { removeFolder } from "../files/durable.ts";
import { createGit, type Git, splitRecords } from "../git/git.ts";
import { createOwnGitDir } from "../git/own-git-dir.ts";
import { readableFiles } from "../paths/readable.ts";
import { createAttemptTree } from "./attempt-tree.ts";
import { copyTree } from "./copy-tree.ts";
import { claimFolder } from "./open-attempt.ts";
import { listWorkingFiles } from "./working-files.ts";

/** One of the user's commits in a separate tree, as `git clone` would show it; dependencies are lent as usual. */
export async function openCommit(context: Context, id: string, commit: string): Promise<AttemptTree> {
  const folder = await claimFolder(context, id);
  try {
    const path = join(folder, "tree");
    const gitDir = join(folder, "git");
    await mkdir(path);
    await createOwnGitDir(gitDir, context.layout, await readSettings(context));
    const working = await listWorkingFiles(
      createGit(context.git, { gitDir, workTree: context.root }),
      context.root,
    );
    const git = createGit(context.git, { gitDir, workTree: path });
    await git(["read-tree", commit]);
    const opening = (await git(["write-tree"])).text;
    await git(["checkout-index", "--all", "--force", "--quiet"]);
    await writeFile(join(gitDir, "refs", "heads", "attempt"), `${commit}\n`);
    const files = await regularFiles(git);
    const known = new Set(files);
    await copyTree(
      context.root,
      path,
      working.generated.filter((generated) => !known.has(generated)),
    );
    return createAttemptTree(context, {
      id,
      folder,
      path,
      baseCommit: commit,
      opening,
      lent: working.lent,
      uncommitted: [],
      files: await readableFiles(path, files),
    });
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

async function regularFiles(git: Git): Promise<string[]> {
  const entries = splitRecords(await git(["ls-files", "-z", "--stage"]));
  return entries
    .filter((entry) => entry.startsWith("100"))
    .map((entry) => entry.slice(entry.indexOf("\t") + 1))
    .sort();
}
