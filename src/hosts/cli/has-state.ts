import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether AgentForge keeps records here. Asked before a repository is opened only to look, which would create them. */
export function hasState(folder: string): boolean {
  return isHereOrAbove(folder, join(".agentforge", "journal.db"));
}

export function isRepository(folder: string): boolean {
  return isHereOrAbove(folder, ".git");
}

function isHereOrAbove(folder: string, path: string): boolean {
  if (existsSync(join(folder, path))) return true;
  const above = dirname(folder);
  return above !== folder && isHereOrAbove(above, path);
}
