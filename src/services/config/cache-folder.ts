import { join } from "node:path";

/** Where the hook keeps its compiled code for this user, wherever it is installed; null if the user has no home. */
export function hookCacheFolder(variables: NodeJS.ProcessEnv = process.env): string | null {
  const base = variables.XDG_CACHE_HOME || (variables.HOME ? join(variables.HOME, ".cache") : null);
  return base === null ? null : join(base, "agentforge", "compiled-hook");
}
