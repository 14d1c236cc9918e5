/** Replaces [start, end) of the file under repair. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
