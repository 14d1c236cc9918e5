import { findBlocks } from "../line-blocks.ts";
import { trimmed } from "../line-keys.ts";
import type { Pass } from "../pass.ts";

export const indentOffset: Pass = {
  meta: {
    name: "indent-offset",
    title: "The whole block further left or right",
    why: "Blocks are often quoted from column one. One constant offset for all lines determines the indentation of the new lines.",
    examples: [
      {
        title: "dedented on both sides",
        file: "class A:\n    def f(self):\n        return 1\n",
        search: "def f(self):\n    return 1\n",
        replace: "def f(self):\n    x = 1\n    return x\n",
        result: "class A:\n    def f(self):\n        x = 1\n        return x\n",
      },
      {
        title: "not one offset",
        file: "  a\n      b\n",
        search: "a\n  b\n",
        replace: "a\n  c\n",
        result: null,
      },
    ],
  },
  find: (source, wording) =>
    findBlocks(source, wording, trimmed, { relations: ["same", "offset"], score: 0.97 }),
};
