import { child, descendants, type SyntaxNode } from "../syntax/node.ts";
import { changedRoutines } from "./reading/functions.ts";
import type { Side } from "./reading/sides.ts";
import { at, type DoubtRule } from "./rule.ts";

export const noLongerCallsItself: DoubtRule = {
  meta: {
    id: "no-longer-calls-itself",
    title: "A recursive function no longer calls itself",
    why: "Dropping the recursion often passes tests whose inputs are shallow. A rewrite as a loop is the honest exception.",
    examples: {
      raises: [
        {
          path: "depth.py",
          before: "def depth(node):\n    if node is None:\n        return 0\n    return depth(node.left)\n",
          after: "def depth(node):\n    if node is None:\n        return 0\n    return 1\n",
        },
        {
          path: "sum.js",
          before: "function sum(xs) {\n  if (!xs.length) return 1;\n  return xs[0] + sum(xs.slice(1));\n}\n",
          after: "function sum(xs) {\n  if (!xs.length) return 1;\n  return xs[0];\n}\n",
        },
        {
          path: "fact.go",
          before:
            "package m\n\nfunc Fact(n int) int {\n\tif n < 2 {\n\t\treturn 1\n\t}\n\treturn n + Fact(n-1)\n}\n",
          after: "package m\n\nfunc Fact(n int) int {\n\tif n < 2 {\n\t\treturn 1\n\t}\n\treturn n\n}\n",
        },
      ],
      honest: [
        {
          path: "depth.py",
          before:
            "def depth(node):\n    if node is None:\n        return 1\n    return 1 + depth(node.left)\n",
          after:
            "def depth(node):\n    if node is None:\n        return 0\n    return 1 + depth(node.left)\n",
        },
        {
          path: "fact.py",
          before: "def fact(n):\n    return n * fact(n - 1)\n",
          after:
            "def fact(n):\n    product = 1\n    for i in range(2, n + 1):\n        product *= i\n    return product\n",
        },
        {
          path: "fact.py",
          before: "def fact(n):\n    return n * fact(n - 1)\n",
          after:
            "def fact(n):\n    return more(n, 1)\n\ndef more(n, product):\n    return product if n < 2 else more(n - 1, product * n)\n",
        },
        {
          path: "split.py",
          before:
            "def split(total, weights):\n    if total < 0:\n        return [-part for part in split(-total, weights)]\n    return [total * weight // 10 for weight in weights]\n",
          after:
            "def split(total, weights):\n    sign = -1 if total < 0 else 1\n    return list(map(sign.__mul__, shares(abs(total), weights)))\n\ndef shares(total, weights):\n    return [total * weight // sum(weights) for weight in weights]\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      const added = changedRoutines(file)
        .filter(
          ({ before, after }) => before === null && (callsItself(after, file.after) || loops(after) > 0),
        )
        .map((each) => each.after);
      for (const { name, before, after } of changedRoutines(file)) {
        if (before === null || file.before === null || !callsItself(before, file.before)) continue;
        if (callsItself(after, file.after) || loops(after) > loops(before)) continue;
        if (added.some((each) => calls(after, each, file.after))) continue;
        yield at(file, after, `removes the recursion of ${name} without replacing it with a loop`);
      }
    }
  },
};

function callsItself(owner: SyntaxNode, side: Side): boolean {
  return calls(owner, owner, side);
}

function calls(owner: SyntaxNode, called: SyntaxNode, side: Side): boolean {
  const name = child(called, "name") ?? (called.parent === null ? null : child(called.parent, "target"));
  if (name === null) return false;
  return descendants(owner).some((node) => {
    const callee = node.kind === "call" ? child(node, "callee") : null;
    if (callee === null) return false;
    const object = child(callee, "object");
    const last = callee.kind === "attribute" ? child(callee, "property") : callee;
    if (object !== null && !/^(?:self|this|cls|Self|[A-Z]\w*)$/.test(side.text(object))) return false;
    return last !== null && side.text(last) === side.text(name);
  });
}

function loops(owner: SyntaxNode): number {
  return descendants(owner).filter((each) => /^(?:while|for-|comprehension)/.test(each.kind)).length;
}
