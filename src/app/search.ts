import { join } from "node:path";
import type { AppOptions } from "../app.ts";
import { createSearch, findRipgrep, type Search } from "../services/search/index.ts";
import { ensureStateFolder, findRepository } from "../services/workspace/index.ts";

/** Search over the user's own tree, with the index it keeps in `.agentforge/index`. */
export async function openSearch(options: AppOptions): Promise<Search> {
  const root = await findRepository(options.cwd);
  const stateFolder = await ensureStateFolder(root);
  const ripgrep = findRipgrep(options.environment.path);
  return createSearch({ root, indexFolder: join(stateFolder, "index"), ripgrep });
}
