import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertAfter, insertBefore, isEndOfBlock, statementText } from "../../propose/edits.ts";
import {
  child,
  descendants,
  enclosingFunction,
  isStatement,
  isValue,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["adapt-statement"];
const MOST_VALUES = 6;
const LONGEST = 100;
const CONTAINERS: ReadonlySet<string> = new Set(["tuple", "list"]);

export const adaptStatement: Operator = {
  meta: {
    id: "adapt-statement",
    title: "Repeat a call to the same function with a different variable",
    why: "A branch that forgets what its sibling does: an item that is not collected, an event that is not reported.",
    cost: costs.prior,
    kinds: ["if", "for-each", "while", "expression-statement", "declaration", "assign", "augment", "return"],
    most: 40,
    examples: [
      {
        language: "python",
        before: 'def f(a, b, out):\n    if a:\n        out.append(("x", a[0]))\n    else:\n        g(b)',
        after:
          'def f(a, b, out):\n    if a:\n        out.append(("x", a[0]))\n    else:\n        out.append(("x", b))\n        g(b)',
      },
      {
        language: "javascript",
        before: "function f(a, b, out) {\n  if (a) out.push(a);\n  g(b);\n}",
        after: "function f(a, b, out) {\n  if (a) out.push(a);\n  out.push(b);\n  g(b);\n}",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    a = 1\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site)) return;
    const isLast = isEndOfBlock(site);
    for (const call of callsIn(owner)) {
      for (const code of adapted(call, site, context)) {
        yield insertBefore(context, site, code);
        if (isLast) yield insertAfter(context, site, code, costs.after);
      }
    }
  },
};

function callsIn(owner: SyntaxNode): readonly SyntaxNode[] {
  return descendants(owner).filter(
    (node) =>
      node.kind === "expression-statement" &&
      node.children[0]?.kind === "call" &&
      enclosingFunction(node) === owner,
  );
}

/** `out.append(("op", x))` → `out.append(("op", y))`: a different variable in one place. */
function* adapted(statement: SyntaxNode, site: SyntaxNode, context: Context): Generator<string> {
  const call = statement.children[0] ?? statement;
  const given = child(call, "arguments")?.children ?? [];
  const places = given.flatMap((each) => (CONTAINERS.has(each.kind) ? each.children : [each]));
  const names = context
    .variables(site)
    .filter((each) => each.definite && each.distance === 0 && each.kind !== "function")
    .map((each) => each.name)
    .filter((name) => !/^(?:self|this|_)$/.test(name))
    .slice(0, MOST_VALUES);
  const text = statementText(statement, context);
  if (text.length > LONGEST || text.includes("\n")) return;
  for (const place of places.filter(isValue)) {
    const [from, to] = [place.start - statement.start, place.end - statement.start];
    for (const name of names)
      if (context.text(place) !== name) yield text.slice(0, from) + name + text.slice(to);
  }
}
