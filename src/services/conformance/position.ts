import { lineIndexAt, lineStarts } from "../../domain/rules/text/line-starts.ts";
import type { Range } from "./range.ts";

/** Turns offsets of one text into lines and columns. */
export class LineMap {
  readonly #starts: readonly number[];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.#starts = lineStarts(text);
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
    const index = lineIndexAt(this.#starts, offset);
    return { line: index + 1, column: offset - (this.#starts[index] ?? 0) + 1 };
  }
}
