import { createPauses } from "../attempts/pauses.ts";
import { repositoryPath } from "./repository-path.ts";

/**
 * The files, as listed by git, that may be read. The folders of a large tree are checked once, not per file.
 */
export async function readableFiles(root: string, files: readonly string[]): Promise<readonly string[]> {
  const pauses = createPauses();
  const folders = new Map<string, boolean>();
  const found: string[] = [];
  for (const path of files) {
    if (pauses.isDue()) await pauses.take();
    const at = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, at));
    const known = folders.get(folder) ?? (folder === "" || isReadable(root, folder));
    folders.set(folder, known);
    // a name that is not allowed at the start of a path may be allowed in a folder
    if (known && (isReadable(root, path.slice(at + 1)) || isReadable(root, path))) found.push(path);
  }
  return found;
}

function isReadable(root: string, path: string): boolean {
  try {
    repositoryPath(root, path, "read", true);
    return true;
  } catch {
    return false;
  }
}
