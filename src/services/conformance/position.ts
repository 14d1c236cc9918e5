import type { Range } from "./range.ts";

/** Turns offsets of one text into lines and columns. */
export class LineMap {
  readonly #starts: number[] = [0];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  get lines(): number {
    return this.#starts.length;
  }

  rangeOf(start: number, end: number): Range {
    const from = this.#place(start);
    const to = this.#place(end);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** A column beyond the line's end means its end. */
  offsetOf(line: number, column: number): number {
    const start = this.#starts[line - 1];
    if (start === undefined) return this.#text.length;
    const next = this.#starts[line];
    return Math.min(start + column - 1, next === undefined ? this.#text.length : next - 1);
  }

  /** Without its line ending; empty beyond the last line. */
  textOf(line: number): string {
    const start = this.#starts[line - 1];
    if (start === undefined) return "";
    const end = this.#starts[line];
    return this.#text.slice(start, end === undefined ? undefined : end - 1).replace(/\r$/, "");
  }

  #place(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
