import { findBlocks } from "../line-blocks.ts";
import type { Pass } from "../pass.ts";

const withoutTrailingSpace = (line: string): string => line.trimEnd();

export const trailingSpace: Pass = {
  meta: {
    name: "trailing-space",
    title: "Spaces at the ends of lines",
    why: "Nobody sees them, editors strip them, and models add or drop them.",
    examples: [
      { title: "in the search", file: "a\nb\n", search: "a  \nb  \n", replace: "a\nc\n", result: "a\nc\n" },
      { title: "in the file, kept", file: "a \nb\n", search: "a\nb\n", replace: "a\nc\n", result: "a \nc\n" },
      { title: "no final line ending", file: "a\nb", search: "b\n", replace: "c\n", result: "a\nc" },
    ],
  },
  find: (source, wording) =>
    findBlocks(source, wording, withoutTrailingSpace, { relations: ["same"], score: 0.99 }),
};
