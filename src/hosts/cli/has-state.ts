import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether AgentForge has state here. Read-only commands ask first, because opening a repository would create it. */
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
