import { findBlocks } from "../line-blocks.ts";
import { trimmed } from "../line-keys.ts";
import type { Pass } from "../pass.ts";

export const firstLine: Pass = {
  meta: {
    name: "first-line",
    title: "The first line without its indentation",
    why: "The quoted text starts at the first non-space character; the other lines show the real indentation.",
    examples: [
      {
        title: "first line unindented, the rest as in the file except for trailing space",
        file: "    if a:\n        b()\n",
        search: "if a: \n        b()\n",
        replace: "if a and c:\n        b()\n",
        result: "    if a and c:\n        b()\n",
      },
    ],
  },
  find: (source, wording) => findBlocks(source, wording, trimmed, { relations: ["first_line"], score: 0.96 }),
};
