import { alignBlankLines } from "../align-blank-lines.ts";
import { alignedCandidate } from "../line-blocks.ts";
import { trimmed } from "../line-keys.ts";
import { asBlock, isBlank } from "../lines.ts";
import type { Pass } from "../pass.ts";
import type { SourceIndex } from "../source-index.ts";

const LEAST_LINES = 3;
const LEAST_SHARE = 0.8;

export const skippedLines: Pass = {
  meta: {
    name: "skipped-lines",
    title: "A line in the file that the search text lacks",
    why: "Someone added a comment in the meantime. Every line of the search text must be present, it must cover four fifths of the place, and the extra lines must not be next to the change.",
    examples: [
      {
        title: "away from the change",
        file: "a()\n# why\nb()\nc()\nd()\ne()\n",
        search: "a()\nb()\nc()\nd()\ne()\n",
        replace: "a()\nb()\nc()\nd()\nf()\n",
        result: "a()\n# why\nb()\nc()\nd()\nf()\n",
      },
      {
        title: "in the middle of the change",
        file: "a()\n# why\nb()\nc()\nd()\ne()\n",
        search: "a()\nb()\nc()\nd()\ne()\n",
        replace: "a()\nx()\nb()\nc()\nd()\ne()\n",
        result: null,
      },
    ],
  },

  find(source, wording) {
    const block = asBlock(wording.search, wording.replace);
    const filled = block.search.flatMap((line, index) => (isBlank(line) ? [] : [index]));
    if (filled.length < LEAST_LINES) return [];
    const keys = filled.map((index) => trimmed(block.search[index] ?? ""));
    return alignments(source, keys).flatMap((lines) => {
      const at = alignBlankLines(source, block.search, filled, lines);
      const numbers = at.filter((line) => line !== null);
      const alignment = { from: Math.min(...numbers), to: Math.max(...numbers) + 1, at };
      const candidate = alignedCandidate(source, alignment, block, {
        relations: ["same", "offset", "tabs"],
        score: 0.85,
      });
      return candidate === null || candidate.outputs.length === 0 ? [] : [candidate];
    });
  },
};

function alignments(source: SourceIndex, filled: readonly string[]): number[][] {
  const unknownAllowed = Math.floor(filled.length / LEAST_SHARE) - filled.length;
  if (unknownAllowed === 0) return [];
  const starts = source.linesBy(trimmed).get(filled[0] ?? "") ?? [];
  return starts.flatMap((start) => {
    const at = [start];
    let unknown = 0;
    for (let line = start + 1; at.length < filled.length && line < source.lineCount; line += 1) {
      const text = trimmed(source.lines[line] ?? "");
      if (text === filled[at.length]) at.push(line);
      else if (text !== "") unknown += 1;
      if (unknown > unknownAllowed) return [];
    }
    return at.length === filled.length ? [at] : [];
  });
}
