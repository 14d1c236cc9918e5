import { lineIndexAt } from "../../../domain/rules/text/line-starts.ts";
import { indentOf, isBlank } from "../lines.ts";
import { merge } from "../merge.ts";
import type { Candidate, OutputLine, Pass, Wording } from "../pass.ts";
import type { SourceIndex } from "../source-index.ts";

export const exact: Pass = {
  meta: {
    name: "exact",
    title: "The text as given",
    why: "Text that matches exactly needs no interpretation. Every match counts: two matches are refused.",
    examples: [
      {
        title: "part of a line",
        file: "a = 1\nb = 2\n",
        search: "= 2",
        replace: "= 3",
        result: "a = 1\nb = 3\n",
      },
      { title: "a $ is only a $", file: "cost\n", search: "cost", replace: "$& $1 $$", result: "$& $1 $$\n" },
      { title: "two places", file: "x\nx\n", search: "x", replace: "y", result: null },
      { title: "not inside a word", file: "index\n}\n", search: "dex\n}", replace: "y\n}", result: null },
      {
        title: "one line that lost its indentation, replaced by several",
        file: "def f():\n    go()\n",
        search: "go()\n",
        replace: "if ready:\n    go()\n",
        result: "def f():\n    if ready:\n        go()\n",
      },
    ],
  },

  find(source, wording) {
    const { text, starts } = source.joined();
    const candidates: Candidate[] = [];
    let at = text.indexOf(wording.search);
    while (at !== -1) {
      if (!wording.search.includes("\n") || isWhole(text, at, wording.search)) {
        candidates.push(spliceAt(source, starts, at, wording));
      }
      at = text.indexOf(wording.search, at + 1);
    }
    return candidates;
  },
};

const WORD = /[\p{L}\p{N}_]/u;

/** Lines that start or end inside a word of the file are not the same lines. */
function isWhole(text: string, at: number, search: string): boolean {
  const splits = (left: string, right: string) => WORD.test(left) && WORD.test(right);
  const end = at + search.length;
  return (
    !splits(text.charAt(at - 1), search.charAt(0)) &&
    !splits(search.charAt(search.length - 1), text.charAt(end))
  );
}

function spliceAt(source: SourceIndex, starts: readonly number[], at: number, wording: Wording): Candidate {
  const from = lineIndexAt(starts, at);
  const head = (source.lines[from] ?? "").slice(0, at - (starts[from] ?? 0));
  const closed = wording.search.endsWith("\n") && (wording.replace === "" || wording.replace.endsWith("\n"));
  const wholeLines = closed && (head === "" || wording.replace !== "");
  const end = at + wording.search.length - (wholeLines ? 1 : 0);
  const last = lineIndexAt(starts, end);
  const tail = (source.lines[last] ?? "").slice(end - (starts[last] ?? 0));
  const search = source.lines.slice(from, last + 1);
  const outputs = replacements(head, wording).map((replacement) => {
    if (wholeLines && replacement === "") return [];
    const text = wholeLines ? replacement.slice(0, -1) : replacement;
    return splice(source, from, search, (head + text + tail).split("\n"));
  });
  return { from, to: last + 1, outputs, reindented: outputs.length > 1, score: 1, runnerUp: null };
}

function splice(
  source: SourceIndex,
  from: number,
  search: readonly string[],
  replace: readonly string[],
): readonly OutputLine[] {
  const alignment = { from, to: from + search.length, at: search.map((_, index) => from + index) };
  return merge(source.lines, alignment, search, replace, (line) => line) ?? replace;
}

/**
 * The replacement as given; or, if a single line was given without its indentation, with that indentation
 * added to the following lines too. The likelier one comes first.
 */
function replacements(head: string, wording: Wording): readonly string[] {
  const given = wording.replace;
  if (head === "" || !isBlank(head) || wording.search.trim().includes("\n")) return [given];
  const [first = "", ...others] = given.split("\n");
  const next = others.find((line) => !isBlank(line));
  if (next === undefined || isBlank(first)) return [given];
  const shifted = [first, ...others.map((line) => (line === "" ? "" : head + line))].join("\n");
  const deeper = indentOf(next).length;
  const opens = /[:{([]\s*(?:#.*|\/\/.*)?$/.test(first);
  const fitsAsGiven = opens ? deeper > head.length : deeper > 0 && deeper <= head.length;
  return fitsAsGiven ? [given, shifted] : [shifted, given];
}
