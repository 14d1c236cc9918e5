import { alignBlankLines } from "../align-blank-lines.ts";
import { alignedCandidate } from "../line-blocks.ts";
import { trimmed } from "../line-keys.ts";
import { asBlock, isBlank } from "../lines.ts";
import type { Pass } from "../pass.ts";
import type { SourceIndex } from "../source-index.ts";

export const blankLines: Pass = {
  meta: {
    name: "blank-lines",
    title: "Blank lines left out or added",
    why: "A blank line has no meaning in most languages and is easily lost when code is quoted.",
    examples: [
      {
        title: "left out of the search",
        file: "a\n\nb\nc\n",
        search: "a\nb\n",
        replace: "a\n\nd\n",
        result: "a\n\nd\nc\n",
      },
      {
        title: "left out of both sides: the file's own stays",
        file: "a\n\nb\nc\n",
        search: "a\nb\nc\n",
        replace: "a\nb\nd\n",
        result: "a\n\nb\nd\n",
      },
      { title: "added", file: "x\na\nb\n", search: "\na\n\nb\n", replace: "\na\n\nc\n", result: "x\na\nc\n" },
    ],
  },

  find(source, wording) {
    const block = asBlock(wording.search, wording.replace);
    const filled = block.search.flatMap((line, index) => (isBlank(line) ? [] : [index]));
    return places(source, block.search, filled).flatMap((lines) => {
      const at = alignBlankLines(source, block.search, filled, lines);
      const numbers = at.filter((line) => line !== null);
      const alignment = { from: Math.min(...numbers), to: Math.max(...numbers) + 1, at };
      const candidate = alignedCandidate(source, alignment, block, {
        relations: ["same", "offset", "tabs", "first_line"],
        score: 0.92,
      });
      return candidate === null ? [] : [candidate];
    });
  },
};

/**
 * The file lines of the nonblank search lines, for every place that has them with only blank lines in
 * between.
 */
function places(source: SourceIndex, search: readonly string[], filled: readonly number[]): number[][] {
  const [first, ...rest] = filled;
  if (first === undefined) return [];
  const starts = source.linesBy(trimmed).get(trimmed(search[first] ?? "")) ?? [];
  return starts.flatMap((start) => {
    const lines = [start];
    for (const index of rest) {
      const next = nextFilled(source, (lines.at(-1) ?? 0) + 1);
      if (next === null || trimmed(source.lines[next] ?? "") !== trimmed(search[index] ?? "")) return [];
      lines.push(next);
    }
    return [lines];
  });
}

function nextFilled(source: SourceIndex, from: number): number | null {
  for (let line = from; line < source.lineCount; line += 1)
    if (!isBlank(source.lines[line] ?? "")) return line;
  return null;
}
