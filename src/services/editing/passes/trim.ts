import { findBlocks } from "../line-blocks.ts";
import { trimmed } from "../line-keys.ts";
import type { Pass } from "../pass.ts";

export const trim: Pass = {
  meta: {
    name: "trim",
    title: "Any indentation, if it can be translated",
    why: "Two spaces per level instead of four, or irregular: accepted only if each indentation in the search text maps to exactly one in the file.",
    examples: [
      {
        title: "four spaces per level instead of two",
        file: "f(() => {\n  if (a) {\n    b();\n  }\n});\n",
        search: "f(() => {\n    if (a) {\n        b();\n    }\n",
        replace: "f(() => {\n    if (a) {\n        c();\n    }\n",
        result: "f(() => {\n  if (a) {\n    c();\n  }\n});\n",
      },
      {
        title: "no way to tell where the new line goes",
        file: "a\n   b\n  c\n",
        search: "a\n b\n b2\nc\n",
        replace: "a\n  d\nc\n",
        result: null,
      },
    ],
  },
  find: (source, wording) =>
    findBlocks(source, wording, trimmed, { relations: ["scale", "map"], score: 0.93 }),
};
