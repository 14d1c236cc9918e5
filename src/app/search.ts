import { join } from "node:path";
import type { AppOptions } from "../app.ts";
import { createSearch, findRipgrep, type Search } from "../services/search/index.ts";
import { ensureStateFolder, findRepository } from "../services/workspace/index.ts";
import { openRedactor } from "./redaction/open-redactor.ts";

/** Search over the user's own tree, with the index it keeps in `.agentforge/index`. */
export async function openSearch(options: AppOptions): Promise<Search> {
  const root = await findRepository(options.cwd);
  const stateFolder = await ensureStateFolder(root);
  const ripgrep = findRipgrep(options.environment.path);
  const redactor = options.redactor ?? openRedactor(options.environment.secrets);
  redactor.useKeyOf(stateFolder, true);
  return createSearch({ root, indexFolder: join(stateFolder, "index"), ripgrep, redact: redactor.text });
}
