import { chown, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { AttemptOptions, AttemptTree } from "../../../domain/ports/workspace.ts";
import { type Context, createScratchFolder, readSettings } from "../context.ts";
import { removeFolder } from "../files/durable.ts";
import { createGit, type Git, splitRecords } from "../git/git.ts";
import { createOwnGitDir } from "../git/own-git-dir.ts";
import { readHead } from "../git/refs.ts";
import { signature } from "../landing/build-commit.ts";
import { codeOf } from "../paths/folder.ts";
import { readableFiles } from "../paths/readable.ts";
import { currentOwner } from "../state-folder/owner.ts";
import { createAttemptTree } from "./attempt-tree.ts";
import { copyTree } from "./copy-tree.ts";
import { findDataFolders, isBelowOne } from "./data-folders.ts";
import { discardFolder } from "./discard.ts";
import { listWorkingFiles, type WorkingFiles } from "./working-files.ts";

/**
 * Copies the user's working tree (HEAD, staged, unstaged, untracked; not ignored files) to
 * `attempts/<id>/tree`, with a git directory next to it whose one commit on top of the user's HEAD is that
 * content.
 */
export async function openAttempt(
  context: Context,
  id: string,
  options: AttemptOptions = {},
): Promise<AttemptTree> {
  const folder = await claimFolder(context, id);
  try {
    const path = join(folder, "tree");
    const gitDir = join(folder, "git");
    const { treeOwner: owner } = context;
    await mkdir(path);
    if (owner !== undefined) await chown(path, owner, owner);
    const head = await readHead(context.layout);
    await createOwnGitDir(gitDir, context.layout, await readSettings(context));
    const git = createGit(context.git, { gitDir, workTree: context.root }, options.signal);
    const working = await listWorkingFiles(git, context.root);
    options.signal?.throwIfAborted();
    const data = await findDataFolders(context.root, working.files);
    const { lent = [], own = [] } = Object.groupBy(working.files, (file) =>
      isBelowOne(data, file) ? "lent" : "own",
    );
    const copied = await copyTree(context.root, path, own, { owner, ...options });
    const files = lent.length === 0 ? copied : [...copied, ...lent].sort();
    await copyTree(context.root, path, working.generated, { owner, signal: options.signal });
    const { opening, uncommitted } = await commitSnapshot(git, gitDir, working, head.commit);
    return createAttemptTree(context, {
      id,
      folder,
      path,
      baseCommit: head.commit,
      opening,
      lent: [...working.lent, ...data.map((at) => ({ source: join(context.root, at), at, isOwn: true }))],
      data,
      uncommitted,
      files: await readableFiles(path, files),
      signal: options.signal,
    });
  } catch (error) {
    await discardFolder(context, folder, { signal: options.signal });
    throw error;
  }
}

/**
 * The owner is recorded before the folder gets its final name, so that a new attempt is not mistaken for a
 * dead one.
 */
export async function claimFolder(context: Context, id: string): Promise<string> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id)) {
    throw new AgentForgeError("bad_input", `"${id}" is not a valid attempt id`, {
      hint: "Use letters, digits, dots, dashes and underscores.",
    });
  }
  const attempts = join(context.stateFolder, "attempts");
  await mkdir(attempts, { recursive: true, mode: 0o700 });
  const young = await createScratchFolder(context);
  await writeFile(join(young, "owner.json"), JSON.stringify(await currentOwner()));
  const folder = join(attempts, id);
  await rename(young, folder).catch(async (error: unknown) => {
    await removeFolder(young);
    if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") throw error;
    throw new AgentForgeError("busy", `attempt ${id} already exists`, {
      hint: "Choose another id, or close it.",
    });
  });
  return folder;
}

/** `opening` is git's hash of the content, `uncommitted` the paths in which it differs from HEAD. */
async function commitSnapshot(
  git: Git,
  gitDir: string,
  working: WorkingFiles,
  head: string | null,
): Promise<{ readonly opening: string; readonly uncommitted: readonly string[] }> {
  const stage = async (mode: readonly string[], paths: readonly string[]) => {
    if (paths.length === 0) return;
    await git(["update-index", "-z", ...mode, "--stdin"], {
      stdin: paths.map((path) => `${path}\0`).join(""),
    });
  };
  await stage(["--force-remove"], working.removed);
  await stage(["--add", "--remove", "--replace"], working.changed);
  const tree = await git(["write-tree", "--missing-ok"]);
  const env = signature("AgentForge", "agentforge@localhost", "0 +0000");
  const parents = head === null ? [] : ["-p", head];
  const commit = await git(["commit-tree", tree.text, ...parents, "-m", "The user's working tree"], { env });
  await writeFile(join(gitDir, "refs", "heads", "attempt"), `${commit.text}\n`);
  if (head === null) return { opening: tree.text, uncommitted: working.files };
  const compare = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", head, tree.text];
  return { opening: tree.text, uncommitted: splitRecords(await git(compare)) };
}
