import { isAbsolute, join } from "node:path";

/**
 * Where the hook keeps its compiled code for this user, no matter where it is installed; null if the user has
 * no home.
 */
export function hookCacheFolder(variables: NodeJS.ProcessEnv = process.env): string | null {
  const home = absolute(variables.HOME);
  const base = absolute(variables.XDG_CACHE_HOME) ?? (home === null ? null : join(home, ".cache"));
  return base === null ? null : join(base, "agentforge", "compiled-hook");
}

/** The user's folders are absolute: an empty or relative path would lead into the repository. */
export function absolute(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}
