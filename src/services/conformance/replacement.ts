import type { ToldPath } from "./report-paths.ts";

/** A part of a fix as a linter reports it. Lines and columns are 1-based; columns count UTF-16 units. */
export interface Replacement extends ToldPath {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
  readonly text: string;
}
