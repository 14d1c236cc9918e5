import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { AgentForgeError } from "../../../domain/errors.ts";

/** The paths of the user's repository, found by reading files; git itself is not run. */
export interface Layout {
  /** Absolute path of the root of the working tree. */
  readonly root: string;
  /** The folder with HEAD and the index; a linked worktree has its own. */
  readonly gitDir: string;
  /** References, objects and configuration, shared by all worktrees. */
  readonly commonDir: string;
}

/** The root of the repository that contains `startFolder`. */
export async function findRepository(startFolder: string): Promise<string> {
  const start = await realpath(resolve(startFolder)).catch(() => null);
  for (let folder = start; folder !== null; folder = folder === dirname(folder) ? null : dirname(folder)) {
    if ((await readLayout(folder)) !== null) return folder;
  }
  if (start === null) {
    throw new AgentForgeError("not_a_repository", `there is no folder ${startFolder}`, {
      hint: "Check the path; a relative one starts from the current folder.",
    });
  }
  throw new AgentForgeError("not_a_repository", `${startFolder} is not inside a git repository`, {
    hint: "Go to your project, or make it a repository: agentforge init --git",
  });
}

export async function layoutOf(root: string): Promise<Layout> {
  const layout = await readLayout(await realpath(root).catch(() => root));
  if (layout !== null) return layout;
  throw new AgentForgeError("not_a_repository", `${root} is not the root of a git repository`, {
    hint: "Go to your project, or make it a repository: agentforge init --git",
  });
}

async function readLayout(root: string): Promise<Layout | null> {
  const dotGit = join(root, ".git");
  const found = await stat(dotGit).catch(() => null);
  if (found === null) return null;
  const gitDir = found.isDirectory() ? dotGit : await readPointer(dotGit, /^gitdir: (.+)$/m);
  if (gitDir === null || !(await isFile(join(gitDir, "HEAD")))) return null;
  const commonDir = (await readPointer(join(gitDir, "commondir"), /^(.+)$/m)) ?? gitDir;
  const objects = await stat(join(commonDir, "objects")).catch(() => null);
  return objects?.isDirectory() ? { root, gitDir, commonDir } : null;
}

async function readPointer(file: string, pattern: RegExp): Promise<string | null> {
  const text = await readFile(file, "utf8").catch(() => "");
  const target = pattern.exec(text)?.[1]?.trim();
  return target === undefined ? null : resolve(dirname(file), target);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}
