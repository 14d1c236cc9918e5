import { blockStarts } from "../line-blocks.ts";
import { trimmed } from "../line-keys.ts";
import { asBlock, indentOf, isBlank } from "../lines.ts";
import { merge } from "../merge.ts";
import { pairLines } from "../pair-lines.ts";
import type { Candidate, OutputLine, Pass } from "../pass.ts";
import type { SourceIndex } from "../source-index.ts";

export const lostIndentation: Pass = {
  meta: {
    name: "lost-indentation",
    title: "No indentation at all",
    why: "Every line starts at the same column, as after a careless paste. A line that replaces another gets its indentation. An added line may get that of the line before or after it, and the syntax check must leave only one of the two.",
    examples: [
      {
        title: "one line replaced by one line",
        file: "if a:\n    b()\n    c()\n",
        search: "if a:\nb()\nc()\n",
        replace: "if a:\nd()\nc()\n",
        result: "if a:\n    d()\n    c()\n",
      },
      {
        title: "an added line between two of the same depth",
        file: "if a:\n    b()\n    c()\n",
        search: "if a:\nb()\nc()\n",
        replace: "if a:\nb()\nd()\nc()\n",
        result: "if a:\n    b()\n    d()\n    c()\n",
      },
      {
        title: "lines that have some indentation",
        file: "if a:\n    b()\n    c()\n",
        search: "if a:\nb()\nc()\n",
        replace: "if a:\n  d()\nc()\n",
        result: null,
      },
    ],
  },

  find(source, wording) {
    const block = asBlock(wording.search, wording.replace);
    if (!isFlat([...block.search, ...block.replace])) return [];
    return blockStarts(source, block.search, trimmed).map((from): Candidate => {
      const outputs = [reindented(source, from, block, "before"), reindented(source, from, block, "after")];
      const [first = [], second = []] = outputs;
      const open = JSON.stringify(first) !== JSON.stringify(second);
      return {
        from,
        to: from + block.search.length,
        outputs: open ? outputs : [first],
        reindented: true,
        open,
        score: 0.86,
        runnerUp: null,
      };
    });
  },
};

function isFlat(lines: readonly string[]): boolean {
  const indents = new Set(lines.filter((line) => !isBlank(line)).map(indentOf));
  return indents.size === 1;
}

function reindented(
  source: SourceIndex,
  from: number,
  block: { readonly search: readonly string[]; readonly replace: readonly string[] },
  neighbor: "before" | "after",
): readonly OutputLine[] {
  const pairs = pairLines(block.search, block.replace);
  const depth = (index: number) => indentOf(source.lines[from + index] ?? "");
  const indents = block.replace.map((_, position) => {
    const [start, end] = runAround(pairs, position);
    const before = start === 0 ? -1 : (pairs[start - 1] ?? -1);
    const after = end === pairs.length ? block.search.length : (pairs[end] ?? block.search.length);
    if (after - before - 1 === end - start) return depth(before + 1 + position - start);
    if (before === -1) return depth(after === block.search.length ? 0 : after);
    if (after === block.search.length) return depth(before);
    return depth(neighbor === "before" ? before : after);
  });
  const alignment = {
    from,
    to: from + block.search.length,
    at: block.search.map((_, index) => from + index),
  };
  const reindent = (line: string, position: number) =>
    isBlank(line) ? line : (indents[position] ?? "") + line.trimStart();
  return merge(source.lines, alignment, block.search, block.replace, reindent) ?? [];
}

/** The range of new lines around a position, end exclusive. */
function runAround(pairs: readonly number[], position: number): [number, number] {
  let start = position;
  while (start > 0 && pairs[start - 1] === -1) start -= 1;
  let end = position;
  while (end < pairs.length && pairs[end] === -1) end += 1;
  return [start, end];
}
