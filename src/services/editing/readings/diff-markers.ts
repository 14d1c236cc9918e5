import { wholeLines } from "../lines.ts";
import type { Reading } from "../pass.ts";

export const diffMarkers: Reading = {
  meta: {
    name: "diff-markers",
    title: "The marks of a diff before every line",
    why: "The two sides of a hunk, pasted with their margins. Applies only if every line has a margin and at least one has a mark.",
    examples: [
      {
        before: { search: " a\n-b\n", replace: " a\n+c\n" },
        after: { search: "a\nb\n", replace: "a\nc\n" },
      },
      { before: { search: "- item\n", replace: "- other\n" }, after: null },
    ],
  },
  read({ search, replace }) {
    const searched = stripMargin(search, "-");
    const replaced = stripMargin(replace, "+");
    if (searched === null || replaced === null || searched.marks + replaced.marks === 0) return null;
    if (searched.marks === 0 || (replaced.marks === 0 && replaced.text === replace)) return null;
    return { search: searched.text, replace: replaced.text };
  },
};

function stripMargin(text: string, mark: string): { text: string; marks: number } | null {
  const lines = wholeLines(text);
  if (!lines.every((line) => line === "" || line.startsWith(" ") || line.startsWith(mark))) return null;
  return {
    text: lines.map((line) => line.slice(1)).join("\n") + (text.endsWith("\n") ? "\n" : ""),
    marks: lines.filter((line) => line.startsWith(mark)).length,
  };
}
