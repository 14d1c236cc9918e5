import { COSTS } from "../../costs.ts";
import { fits } from "../../propose/context.ts";
import { swap } from "../../propose/edits.ts";
import { descendants, isStatement, type Role } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["exchange-names"];

const MOST_NAMES = 8;
const FIXED: ReadonlySet<Role> = new Set<Role>(["property", "callee", "name", "type", "key"]);

export const exchangeNames: Operator = {
  meta: {
    id: "exchange-names",
    title: "Swap two names in a statement",
    why: "Two variables of a statement are swapped: unpacked, passed or assigned in the wrong order.",
    cost: costs.prior,
    kinds: ["expression-statement", "declaration", "return", "assign", "augment"],
    most: 40,
    examples: [
      { language: "python", before: "name, rest = split(x)", after: "rest, name = split(x)" },
      {
        language: "python",
        before: "free.append((first, min(at, end)))",
        after: "free.append((at, min(first, end)))",
      },
      { language: "javascript", before: "const [key, value] = pair;", after: "const [value, key] = pair;" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a + a" },
      { language: "javascript", code: "function f(a) { return a * 2; }" },
    ],
  },
  *propose(site, context) {
    if (!isStatement(site)) return;
    const places = descendants(site).filter(
      (node) => node.kind === "identifier" && !FIXED.has(node.role ?? "value"),
    );
    if (places.length > MOST_NAMES) return;
    for (const [index, first] of places.entries()) {
      for (const second of places.slice(index + 1)) {
        if (context.text(first) === context.text(second)) continue;
        if (!fits(context.kindOf(first), context.kindOf(second))) continue;
        yield swap(context, first, second);
      }
    }
  },
};
