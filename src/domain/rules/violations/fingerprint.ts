export interface FingerprintParts {
  readonly contractId: string;
  readonly checkId: string;
  /** The offending code itself. Indentation, spacing and its position in the file do not count. */
  readonly snippet: string;
  /** The name of the enclosing function or class, if known: distinguishes equal snippets across renames. */
  readonly scope: string;
  /** Which one of several equal violations in the same scope this is, counted from 0 in file order. */
  readonly occurrence: number;
}

/** The identity of a violation: stable when lines move, code is re-indented or the file is renamed. */
export function fingerprint(parts: FingerprintParts, sha256: (text: string) => string): string {
  const snippet = parts.snippet.replace(/\s+/g, " ").trim();
  return sha256(JSON.stringify([parts.contractId, parts.checkId, parts.scope, snippet, parts.occurrence]));
}

export function violationId(fingerprintHex: string): string {
  return `V-${fingerprintHex.slice(0, 12)}`;
}
