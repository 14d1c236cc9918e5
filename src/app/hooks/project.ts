import { existsSync, lstatSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** The same text that the workspace writes, so that it recognizes the file as ours. */
const HIDDEN = "# Written by AgentForge: state stays out of git.\n*\n";

export interface Project {
  readonly root: string;
  readonly cwd: string;
  /** A missing folder has no state. */
  readonly exists: boolean;
}

/**
 * The repository of a hook event: the one that contains the folder the client was started in, because a brain
 * can change its working folder and must not escape the guards that way.
 */
export function findProject(cwd: unknown, projectFolder: string | null, processFolder: string): Project {
  const stated = typeof cwd === "string" && isAbsolute(cwd) && !cwd.includes("\0") ? cwd : processFolder;
  const started = projectFolder !== null && isAbsolute(projectFolder) && isFolder(projectFolder);
  const from = started ? projectFolder : stated;
  return { root: repositoryAround(from) ?? from, cwd: stated, exists: isFolder(from) };
}

/** Creates `.agentforge`, hidden from git; throws if it is a link, because the trace would go elsewhere. */
export function prepareState(root: string): void {
  const folder = join(root, ".agentforge");
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${folder} is not a folder, and the harness state must not be stored elsewhere`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, ".gitignore"), HIDDEN, { mode: 0o600 });
}

function repositoryAround(folder: string): string | null {
  let current = folder;
  for (;;) {
    if (existsSync(join(current, ".git"))) return current;
    const parent = dirname(current);
    if (parent === current) return null;
    current = parent;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
