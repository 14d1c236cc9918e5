import { asBlock, isBlank, wholeLines } from "../lines.ts";
import { merge } from "../merge.ts";
import type { Candidate, OutputLine, Pass } from "../pass.ts";
import type { SourceIndex } from "../source-index.ts";

export const elision: Pass = {
  meta: {
    name: "elision",
    title: "Lines left out with three dots",
    why: "Long blocks are abbreviated on both sides. Each piece must occur once, in order; the omitted lines stay unchanged.",
    examples: [
      {
        title: "both sides abbreviated",
        file: "def f():\n    a()\n    b()\n    c()\n    return 1\n",
        search: "def f():\n    ...\n    return 1\n",
        replace: "def f(x):\n    ...\n    return x\n",
        result: "def f(x):\n    a()\n    b()\n    c()\n    return x\n",
      },
      {
        title: "a piece that occurs twice",
        file: "def f():\n    a()\n    return 1\n    b()\n    return 1\n",
        search: "def f():\n    ...\n    return 1\n",
        replace: "def f(x):\n    ...\n    return x\n",
        result: null,
      },
      {
        title: "the replacement is not abbreviated",
        file: "def f():\n    a()\n    return 1\n",
        search: "def f():\n    ...\n    return 1\n",
        replace: "def f():\n    return 2\n",
        result: null,
      },
    ],
  },

  find(source, wording) {
    const searched = pieces(wholeLines(wording.search));
    const replaced = pieces(asBlock(wording.search, wording.replace).replace);
    if (searched.length < 2 || searched.length !== replaced.length) return [];
    if (searched.some((piece) => piece.every(isBlank))) return [];
    const starts = searched.map((piece) => onlyPlace(source, piece));
    return joinPieces(source, searched, replaced, starts);
  },
};

const DOTS = /^(?:#|\/\/|--|;|\/\*|<!--)?[ \t]?(?:\.{3}|…)[^"'`()=]*$/u;

function pieces(lines: readonly string[]): string[][] {
  const result: string[][] = [[]];
  for (const line of lines) {
    if (DOTS.test(line.trim())) result.push([]);
    else result.at(-1)?.push(line);
  }
  return result;
}

function onlyPlace(source: SourceIndex, piece: readonly string[]): number | null {
  const places: number[] = [];
  for (let from = 0; from + piece.length <= source.lineCount; from += 1) {
    if (piece.every((line, index) => source.lines[from + index]?.trimEnd() === line.trimEnd()))
      places.push(from);
  }
  return places.length === 1 ? (places[0] ?? null) : null;
}

function joinPieces(
  source: SourceIndex,
  searched: readonly string[][],
  replaced: readonly string[][],
  starts: readonly (number | null)[],
): readonly Candidate[] {
  const output: OutputLine[] = [];
  let end: number | null = null;
  for (const [order, piece] of searched.entries()) {
    const from = starts[order] ?? null;
    if (from === null || (end !== null && from < end)) return [];
    for (let line = end ?? from; line < from; line += 1) output.push(line);
    end = from + piece.length;
    const alignment = { from, to: end, at: piece.map((_, index) => from + index) };
    const merged = merge(source.lines, alignment, piece, replaced[order] ?? [], (line) => line);
    if (merged === null) return [];
    output.push(...merged);
  }
  const from = starts[0] ?? 0;
  return [{ from, to: end ?? from, outputs: [output], reindented: false, score: 0.9, runnerUp: null }];
}
