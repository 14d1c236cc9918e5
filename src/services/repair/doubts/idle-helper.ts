import { child, descendants, enclosingFunction } from "../syntax/node.ts";
import type { Side } from "./reading/sides.ts";
import type { DoubtRule } from "./rule.ts";

export const idleHelper: DoubtRule = {
  meta: {
    id: "idle-helper",
    title: "A function inside a function is no longer used",
    why: "Its author wrote it to do the work. If nothing calls it after the change, the change bypasses that work.",
    examples: {
      raises: [
        {
          path: "walk.py",
          before: "def walk(tree):\n    def visit(node):\n        return node.kids\n    return visit(tree)\n",
          after: "def walk(tree):\n    def visit(node):\n        return node.kids\n    return tree\n",
        },
        {
          path: "walk.js",
          before:
            "function walk(t) {\n  function visit(n) {\n    return n.kids;\n  }\n  return visit(t);\n}\n",
          after: "function walk(t) {\n  function visit(n) {\n    return n.kids;\n  }\n  return t;\n}\n",
        },
      ],
      honest: [
        {
          path: "walk.py",
          before: "def walk(tree):\n    def visit(node):\n        return node.kids\n    return visit(tree)\n",
          after:
            "def walk(tree):\n    def visit(node):\n        return node.kids\n    return visit(tree.root)\n",
        },
      ],
    },
  },
  *read({ sources }) {
    for (const file of sources) {
      const known = new Set(file.before === null ? [] : idleOf(file.before).map((each) => each.name));
      for (const { name, line } of idleOf(file.after)) {
        if (known.has(name)) continue;
        yield { path: file.path, line, what: `leaves ${name}, a nested function, unused` };
      }
    }
  },
};

/** Nested functions that are referenced only in their own bodies and have no decorator. */
function idleOf(side: Side): readonly { readonly name: string; readonly line: number }[] {
  return descendants(side.tree).flatMap((node) => {
    const around = node.kind === "function" ? enclosingFunction(node) : null;
    const named = around === null ? null : child(node, "name");
    if (around === null || named === null || named.kind !== "identifier") return [];
    if (node.parent?.raw === "decorated_definition" || node.parent?.parent?.kind === "class") return [];
    const name = side.text(named);
    const isUsed = descendants(around).some(
      (each) =>
        (each.kind === "identifier" || each.raw === "shorthand_property_identifier") &&
        (each.end <= node.start || each.start >= node.end) &&
        side.text(each) === name,
    );
    return isUsed ? [] : [{ name, line: node.line }];
  });
}
