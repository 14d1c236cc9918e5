import { lstat, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AgentForgeError } from "../../domain/errors.ts";
import { asPersonError, syncFolder } from "./durable.ts";

const SEGMENT = /^[0-9A-Za-z][0-9A-Za-z._-]{0,127}$/;

/** Names may come from outside: each segment is plain letters, digits, dots, dashes and underscores. */
export function exportPath(root: string, path: string): string {
  for (const segment of path.split("/")) {
    if (!SEGMENT.test(segment) || segment.includes("..")) throw refused(path, "is not a plain relative path");
  }
  return join(root, path);
}

/** Creates the folders between root and file. A link among them would redirect the write, so it is refused. */
export async function ensureFolder(root: string, file: string): Promise<void> {
  const folder = dirname(file);
  const between = folder.slice(root.length).split("/").filter(Boolean);
  let current = root;
  for (const segment of between) {
    const parent = current;
    current = join(parent, segment);
    if (!(await isFolder(current))) {
      await mkdir(current, { recursive: true, mode: 0o700 }).catch((error) => {
        throw asPersonError(error, current);
      });
      await syncFolder(parent);
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    if (found.isDirectory()) return true;
    throw refused(path, "is not a folder");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function refused(path: string, why: string): AgentForgeError {
  return new AgentForgeError("path_refused", `${path} is not written, because it ${why}`);
}
