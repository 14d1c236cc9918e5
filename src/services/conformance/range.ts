/** A place in a text, first character to last. Lines and columns are 1-based; columns count UTF-16 units. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last character. */
  readonly endColumn: number;
}
