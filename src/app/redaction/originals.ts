import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "../../domain/ports/workspace.ts";
import type { FindOriginal } from "./stored-changes.ts";

/** The user's working tree first, then their commits. A path that leads elsewhere has another hash. */
export function originalsIn(root: string, workspace: Pick<Workspace, "readCommitted">): FindOriginal {
  return async (path, sha256) => {
    const bytes = await readFile(join(root, path)).catch(() => null);
    if (bytes !== null && hash("sha256", bytes) === sha256) return bytes;
    return workspace.readCommitted(path, sha256);
  };
}
