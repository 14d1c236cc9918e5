import { descendants, type SyntaxNode } from "../syntax/node.ts";
import { newNodes } from "./reading/news.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

export const comparesWithItself: DoubtRule = {
  meta: {
    id: "compares-with-itself",
    title: "A value is compared with itself",
    why: "The outcome is the same for every input. The one honest use is a check for NaN, in floating-point code.",
    examples: {
      raises: [
        {
          path: "check.py",
          before: "def same(a, b):\n    return a != b\n",
          after: "def same(a, b):\n    return a == a\n",
        },
        {
          path: "check.js",
          before: "const same = (a, b) => a.id !== b.id;\n",
          after: "const same = (a, b) => a.id === a.id;\n",
        },
        {
          path: "check.go",
          before: "package m\n\nfunc Same(a, b int) bool {\n\treturn a != b\n}\n",
          after: "package m\n\nfunc Same(a, b int) bool {\n\treturn b == b\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "fn same(a: i32, b: i32) -> bool {\n    a != b\n}\n",
          after: "fn same(a: i32, b: i32) -> bool {\n    a == a\n}\n",
        },
      ],
      honest: [
        {
          path: "check.py",
          before: "def same(a, b):\n    return a != b\n",
          after: "def same(a, b):\n    return a == b\n",
        },
        {
          path: "check.py",
          before: "def isnan(a):\n    return a != a\n\ndef f(a):\n    return a < 1\n",
          after: "def isnan(a):\n    return a != a\n\ndef f(a):\n    return a <= 1\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources)
      for (const node of newNodes(file, selfComparisons))
        yield at(file, node, `compares a value with itself: ${file.after.text(node)}`);
  },
};

function selfComparisons(side: Side): readonly SyntaxNode[] {
  return descendants(side.tree).filter((node) => {
    const [left, right] = node.kind === "comparison" ? node.children : [];
    if (left === undefined || right === undefined || left.kind === "number") return false;
    return side.text(left) === side.text(right);
  });
}
