import { comparePaths } from "./walk.ts";

/** One matching line. Lines and columns are 1-based; columns count UTF-16 units. */
export interface LineMatch {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/**
 * The first `limit` matches in order of path and line, regardless of the order in which they arrive, and the
 * exact number of all. Holds at most twice the limit.
 */
export class KeptMatches {
  readonly #limit: number;
  readonly #files = new Set<string>();
  #kept: LineMatch[] = [];
  #lastWanted: string | null = null;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get total(): number {
    return this.#total;
  }

  get files(): number {
    return this.#files.size;
  }

  /** Counts matches in a file that `wants` rejected. */
  count(path: string, matches: number): void {
    this.#files.add(path);
    this.#total += matches;
  }

  /** Whether a match in this file could still be among the first. */
  wants(path: string): boolean {
    return this.#limit > 0 && (this.#lastWanted === null || comparePaths(path, this.#lastWanted) <= 0);
  }

  add(match: LineMatch): void {
    this.count(match.path, 1);
    if (!this.wants(match.path)) return;
    this.#kept.push(match);
    if (this.#kept.length >= this.#limit * 2) this.#prune();
  }

  first(): readonly LineMatch[] {
    this.#prune();
    return this.#kept;
  }

  #prune(): void {
    this.#kept.sort((left, right) => comparePaths(left.path, right.path) || left.line - right.line);
    this.#kept = this.#kept.slice(0, this.#limit);
    if (this.#kept.length === this.#limit) this.#lastWanted = this.#kept.at(-1)?.path ?? null;
  }
}
