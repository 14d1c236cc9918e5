import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, infix } from "../../syntax/expression.ts";
import { child, descendants, enclosingFunction, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["from-the-end"];

export const fromTheEnd: Operator = {
  meta: {
    id: "from-the-end",
    title: "Count from the end",
    why: "Digits, places and parts that are numbered from the right, but were counted from the left.",
    cost: costs.prior,
    kinds: ["identifier"],
    most: 2,
    examples: [
      {
        language: "python",
        before: "for i in range(len(ds)):\n    if i % 2 == 0:\n        g(ds[i])\n",
        after: "for i in range(len(ds)):\n    if (len(ds) - i) % 2 == 0:\n        g(ds[i])\n",
      },
      {
        language: "python",
        before: "for i, d in enumerate(ds):\n    n += d * 10 ** i\n",
        after: "for i, d in enumerate(ds):\n    n += d * 10 ** (len(ds) - 1 - i)\n",
      },
      {
        language: "javascript",
        before: "for (let i = 0; i < ds.length; i++) g(ds[i]);",
        after: "for (let i = 0; i < ds.length; i++) g(ds[ds.length - 1 - i]);",
      },
      {
        language: "go",
        before: "package p\nfunc f() { for i := range ds { g(ds[i]) } }",
        after: "package p\nfunc f() { for i := range ds { g(ds[len(ds) - 1 - i]) } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(i):\n    return g(i)" },
      { language: "javascript", code: "function f(i) { return g(i); }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || (site.role !== "index" && site.parent?.kind !== "binary")) return;
    const sequence = countedBy(context.text(site), site, context);
    const size = sequence === null ? null : context.language.write.length(atom(sequence));
    if (size === null || context.text(site.parent ?? site).includes(size.text)) return;
    const position = atom(context.text(site));
    yield replace(site, infix("-", infix("-", size, atom("1")), position));
    if (site.role !== "index") yield replace(site, infix("-", size, position), costs.fromOne);
  },
};

/** The sequence that a loop around the site counts through with this variable. */
function countedBy(name: string, site: SyntaxNode, context: Context): string | null {
  const within = enclosingFunction(site) ?? context.tree;
  for (const loop of descendants(within)) {
    if (loop.kind !== "for-each" && loop.kind !== "for-classic") continue;
    if (loop.start > site.start || (loop.parent ?? loop).end < site.end) continue;
    const body = child(loop, "body");
    const head = context.source.slice(loop.start, body?.start ?? loop.end);
    const counted = new RegExp(
      `\\b${name}\\b.*(?:range\\(len\\(([\\w.]+)\\)\\)|enumerate\\(([\\w.]+)\\)|<\\s*([\\w.]+)\\.length|<\\s*len\\(([\\w.]+)\\)|:= range ([\\w.]+))`,
      "s",
    ).exec(head);
    const found = counted?.slice(1).find((each) => each !== undefined);
    if (found !== undefined) return found;
  }
  return null;
}
