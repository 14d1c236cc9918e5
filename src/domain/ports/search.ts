interface CodeMatch {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface CodeSearchResult {
  readonly matches: readonly CodeMatch[];
  readonly total: number;
  /** Found, but not in `matches`. Zero means nothing was omitted. */
  readonly omitted: number;
  readonly files: number;
  readonly timedOut: boolean;
}

interface SymbolHit {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly kind: string;
  readonly signature: string;
  readonly doc: string;
  readonly snippet: string;
  readonly score: number;
}

/** Code search in one tree. */
export interface CodeSearch {
  code(
    pattern: string,
    options?: {
      readonly paths?: readonly string[];
      readonly globs?: readonly string[];
      readonly ignoreCase?: boolean;
      readonly literal?: boolean;
      readonly limit?: number;
      readonly context?: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<CodeSearchResult>;
  files(
    glob: string,
    options?: { readonly limit?: number; readonly signal?: AbortSignal },
  ): Promise<{ readonly files: readonly string[]; readonly total: number; readonly omitted: number }>;
  meaning(
    query: string,
    options?: { readonly limit?: number; readonly globs?: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<readonly SymbolHit[]>;
  context(
    requests: readonly { readonly path: string; readonly line?: number }[],
    options?: { readonly budget?: number },
  ): {
    readonly sections: readonly {
      readonly path: string;
      readonly text: string;
      readonly omittedLines: number;
    }[];
    readonly skipped: readonly { readonly path: string; readonly why: string }[];
  };
}
