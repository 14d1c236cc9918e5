import type { DiffFile, DiffHunk, DiffLine } from "../../src/hosts/http/api/reviews.ts";
import { languageOf } from "./languages.ts";
import { type Inside, type Segment, segmentsOf, tokenize } from "./tokenize.ts";
import { changedWords, type Span } from "./word-diff.ts";

export type Layout = "unified" | "split";

/** One row of the table: both sides if they are side by side, or a single line. */
export type Row =
  | { readonly kind: "hunk"; readonly hunk: DiffHunk }
  | {
      readonly kind: "lines";
      readonly hunk: DiffHunk;
      /** Indexes into the lines of the hunk. */
      readonly left: number | null;
      readonly right: number | null;
    };

/** The rows of a file, in the order they are read. */
export function rowsOf(file: DiffFile, layout: Layout): Row[] {
  return file.hunks.flatMap((hunk): Row[] => [
    { kind: "hunk", hunk },
    ...(layout === "split" ? splitRows(hunk) : unifiedRows(hunk)),
  ]);
}

function unifiedRows(hunk: DiffHunk): Row[] {
  return hunk.lines.map(({ kind }, index) => ({
    kind: "lines",
    hunk,
    left: kind === "added" ? null : index,
    right: kind === "removed" ? null : index,
  }));
}

function splitRows(hunk: DiffHunk): Row[] {
  const rows: Row[] = [];
  for (const block of blocksOf(hunk.lines)) {
    for (const index of block.context) rows.push({ kind: "lines", hunk, left: index, right: index });
    const height = Math.max(block.removed.length, block.added.length);
    for (let index = 0; index < height; index += 1)
      rows.push({
        kind: "lines",
        hunk,
        left: block.removed[index] ?? null,
        right: block.added[index] ?? null,
      });
  }
  return rows;
}

interface Block {
  readonly context: number[];
  readonly removed: number[];
  readonly added: number[];
}

/** Unchanged lines, then the lines removed and added in one place, as indexes. */
function blocksOf(lines: readonly DiffLine[]): Block[] {
  const blocks: Block[] = [];
  let block: Block = { context: [], removed: [], added: [] };
  for (const [index, { kind }] of lines.entries()) {
    const isOver = kind === "context" ? hasChange(block) : kind === "removed" && block.added.length > 0;
    if (isOver) {
      blocks.push(block);
      block = { context: [], removed: [], added: [] };
    }
    block[kind].push(index);
  }
  return [...blocks, block];
}

function hasChange({ removed, added }: Block): boolean {
  return removed.length + added.length > 0;
}

const prepared = new WeakMap<DiffHunk, readonly (readonly Segment[])[]>();

/** Each line of a hunk as colored and marked segments; computed once, when it is first shown. */
export function piecesOf(hunk: DiffHunk, path: string): readonly (readonly Segment[])[] {
  const known = prepared.get(hunk);
  if (known !== undefined) return known;
  const language = languageOf(path);
  const marks = marksOf(hunk.lines);
  const inside: { old: Inside; new: Inside } = { old: null, new: null };
  const pieces = hunk.lines.map(({ kind, text }, index) => {
    const side = kind === "removed" ? "old" : "new";
    const colored = tokenize(text, language, inside[side]);
    inside[side] = colored.inside;
    if (kind === "context") inside.old = colored.inside;
    return segmentsOf(text, colored.tokens, marks.get(index) ?? []);
  });
  prepared.set(hunk, pieces);
  return pieces;
}

/** The changed words of replaced lines, by line index. */
function marksOf(lines: readonly DiffLine[]): Map<number, readonly Span[]> {
  const marks = new Map<number, readonly Span[]>();
  for (const { removed, added } of blocksOf(lines)) {
    for (const [place, old] of removed.entries()) {
      const fresh = added[place];
      if (fresh === undefined) break;
      const words = changedWords(lines[old]?.text ?? "", lines[fresh]?.text ?? "");
      marks.set(old, words.old).set(fresh, words.new);
    }
  }
  return marks;
}
