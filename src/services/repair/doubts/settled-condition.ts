import { child, descendants, type SyntaxNode, unwrap } from "../syntax/node.ts";
import { literalAt } from "./reading/literals.ts";
import { newNodes } from "./reading/news.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

export const settledCondition: DoubtRule = {
  meta: {
    id: "settled-condition",
    title: "A condition is always true or always false",
    why: "It keeps the code but disables it.",
    examples: {
      raises: [
        {
          path: "check.py",
          before: "def valid(x):\n    if x.ok:\n        return check(x)\n    return x\n",
          after: "def valid(x):\n    if x.ok and False:\n        return check(x)\n    return x\n",
        },
        {
          path: "check.py",
          before: "def valid(x):\n    return x.ok\n",
          after: "def valid(x):\n    return x.ok or True\n",
        },
        {
          path: "check.js",
          before: "export function valid(x) {\n  if (x.ok) return check(x);\n  return x;\n}\n",
          after: "export function valid(x) {\n  if (1 === 2) return check(x);\n  return x;\n}\n",
        },
        {
          path: "check.go",
          before:
            "package m\n\nfunc Valid(x int) bool {\n\tif x > 3 {\n\t\treturn check(x)\n\t}\n\treturn x > 1\n}\n",
          after:
            "package m\n\nfunc Valid(x int) bool {\n\tif false {\n\t\treturn check(x)\n\t}\n\treturn x > 1\n}\n",
        },
        {
          path: "src/lib.rs",
          before: "fn valid(x: i32) -> bool {\n    x > 3\n}\n",
          after: "fn valid(x: i32) -> bool {\n    x > 3 || true\n}\n",
        },
      ],
      honest: [
        {
          path: "loop.py",
          before: "def read(f):\n    while f.more:\n        f.step()\n",
          after: "def read(f):\n    while True:\n        if not f.step():\n            break\n",
        },
        {
          path: "flag.js",
          before: "export const flag = (o) => o.flag;\n",
          after: "export const flag = (o) => o.flag ?? true;\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      for (const node of newNodes(file, settled)) {
        const written = file.after.text(node).slice(0, 60);
        if (file.isTouched(node)) yield at(file, node, `has a condition with only one outcome: ${written}`);
      }
    }
  },
};

function settled(side: Side): readonly SyntaxNode[] {
  return descendants(side.tree).filter((node) => {
    if (node.kind === "comparison")
      return (
        node.children.length === 2 && node.children.every((each) => literalAt(unwrap(each), side) !== null)
      );
    if (node.kind === "logical") return absorbs(node, side);
    const condition = node.kind === "if" || node.kind === "conditional" ? child(node, "condition") : null;
    return condition !== null && unwrap(condition).kind === "boolean";
  });
}

/** `x or True`, `x and False`. */
function absorbs(node: SyntaxNode, side: Side): boolean {
  const [operator] = node.operators;
  const absorbing = operator?.text === "or" || operator?.text === "||" ? "true" : "false";
  if (operator?.text === "??") return false;
  return node.children.some(
    (each) => literalAt(unwrap(each), side)?.value === absorbing && each.kind === "boolean",
  );
}
