import { join } from "node:path";
import { CodeIndex, type RefreshReport } from "./code-index.ts";
import type { EmbeddingProvider } from "./embeddings.ts";
import { type FileSearchResult, searchFiles } from "./list-files.ts";
import { type ContextOptions, type ContextRequest, type LoadedContext, loadContext } from "./load-context.ts";
import { type CodeSearchOptions, type CodeSearchResult, searchCode } from "./search-code.ts";
import { type MeaningSearchOptions, type SymbolHit, searchWords } from "./search-meaning.ts";
import { embedSymbols, searchWordsAndVectors } from "./search-vectors.ts";

export { httpEmbeddings } from "./embeddings.ts";
export { foreignBelow, ownBelow } from "./foreign.ts";
export { listFiles } from "./list-files.ts";

export { findRipgrep } from "./ripgrep.ts";

export interface SearchSettings {
  /** The folder to search; nothing outside it is read. */
  readonly root: string;
  /** The folder of the index, usually `.agentforge/index`; created when it is first needed. */
  readonly indexFolder: string;
  /** From `findRipgrep`; null uses the built-in engine. */
  readonly ripgrep: string | null;
  /** Null to disable. */
  readonly embeddings?: EmbeddingProvider | null;
  /** Removes secrets from the text that the index stores. */
  readonly redact?: (text: string) => string;
}

/** Code search in one folder. */
export interface Search extends Disposable {
  code(pattern: string, options?: Omit<CodeSearchOptions, "root" | "ripgrep">): Promise<CodeSearchResult>;
  files(
    glob: string | readonly string[],
    options?: { readonly limit?: number; readonly signal?: AbortSignal },
  ): Promise<FileSearchResult>;
  /** Brings the index up to date: only files whose content changed are parsed again. */
  refresh(options?: { readonly signal?: AbortSignal }): Promise<RefreshReport>;
  /** Refreshes the index, then ranks functions and types by a description. */
  meaning(
    query: string,
    options?: MeaningSearchOptions & { readonly signal?: AbortSignal },
  ): Promise<readonly SymbolHit[]>;
  context(requests: readonly ContextRequest[], options?: Omit<ContextOptions, "root">): LoadedContext;
  close(): void;
}

export function createSearch(settings: SearchSettings): Search {
  const { root, ripgrep, embeddings = null } = settings;
  let opened: CodeIndex | null = null;
  const openIndex = () => {
    opened ??= new CodeIndex(join(settings.indexFolder, "code.db"), settings.redact);
    return opened;
  };
  const refresh: Search["refresh"] = async (options = {}) => {
    const index = openIndex();
    const report = await index.refresh({ root, ...options });
    if (embeddings !== null) await embedSymbols(index, embeddings, options.signal);
    return report;
  };
  const close = () => {
    opened?.close();
    opened = null;
  };
  return {
    code: (pattern, options = {}) => searchCode(pattern, { ...options, root, ripgrep }),
    files: (glob, options = {}) => searchFiles(glob, { ...options, root }),
    refresh,
    meaning: async (query, options = {}) => {
      await refresh(options.signal === undefined ? {} : { signal: options.signal });
      if (embeddings === null) return searchWords(openIndex(), query, options);
      return searchWordsAndVectors(openIndex(), embeddings, query, options);
    },
    context: (requests, options = {}) => loadContext(requests, { ...options, root }),
    close,
    [Symbol.dispose]: close,
  };
}
