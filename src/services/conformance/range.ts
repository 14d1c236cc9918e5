/** A stretch of a file, 1-based. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last character. */
  readonly endColumn: number;
}
