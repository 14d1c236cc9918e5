import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertNear } from "../../propose/edits.ts";
import { countedFields, keptFields, unmovedFields } from "../../propose/own-fields.ts";
import { descendants, enclosingFunction, isStatement, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS.accumulate;

const LARGER: Readonly<Record<string, string>> = { python: "", javascript: "Math.", typescript: "Math." };
const MOST = 4;
/** Incrementing a counter that nothing else increments is likelier than other proposals. */
const UNMOVED = costs.counterNothingMoves;

export const accumulate: Operator = {
  meta: {
    id: "accumulate",
    title: "Update a running value",
    why: "A total, a position, a maximum or an object's counter that the loop or method forgot to update.",
    cost: costs.prior,
    kinds: ["expression-statement", "declaration", "if", "for-each", "while", "return", "assign", "augment"],
    most: 60,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    total = 0\n    for x in xs:\n        g(x)\n    return total\n",
        after:
          "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n        g(x)\n    return total\n",
      },
      {
        language: "python",
        before:
          "class A:\n    def __init__(self):\n        self.at = 0\n\n    def f(self):\n        return self.at\n",
        after:
          "class A:\n    def __init__(self):\n        self.at = 0\n\n    def f(self):\n        self.at += 1\n        return self.at\n",
      },
      {
        language: "javascript",
        before:
          "function f(xs) {\n  let most = 0;\n  for (const x of xs) {\n    g(x);\n  }\n  return most;\n}",
        after:
          "function f(xs) {\n  let most = 0;\n  for (const x of xs) {\n    most = Math.max(most, x);\n    g(x);\n  }\n  return most;\n}",
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    g()" },
      { language: "javascript", code: "a.b();" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site)) return;
    const { write, id } = context.language;
    const unmoved = new Set(unmovedFields(context));
    const counted = countedFields(context);
    for (const field of new Set([...unmoved, ...counted.slice(0, MOST)])) {
      // Counting usually follows success, so the end is likelier than a place before something that may fail.
      const known = (unmoved.has(field) ? UNMOVED : 0) + (site.kind === "return" ? costs.beforeReturn : 0);
      yield* insertNear(context, site, write.statement(`${field} += 1`), known);
      yield* insertNear(context, site, write.statement(`${field} -= 1`), known + costs.stepDown);
    }
    const near = context.variables(site).filter((each) => each.distance === 0 && each.definite);
    for (const field of keptFields(context).slice(0, 2 * MOST)) {
      for (const value of near.slice(0, 2 * MOST)) {
        if (!/^(?:self|this)$/.test(value.name))
          yield* insertNear(context, site, write.assignment(field, value.name), costs.plainAssignment);
      }
    }
    const kept = written(owner, context);
    const larger = LARGER[id];
    for (const target of near) {
      if (!kept.has(target.name) || (target.kind !== "number" && target.kind !== null)) continue;
      const guess = target.kind === null ? costs.unknownTarget : 0;
      for (const value of near) {
        if (value.name === target.name || (value.kind !== "number" && value.kind !== null)) continue;
        const extra = guess + (value.kind === null ? costs.unknownValue : 0);
        yield* insertNear(context, site, write.statement(`${target.name} += ${value.name}`), extra);
        if (larger === undefined) continue;
        for (const [at, name] of ["max", "min"].entries()) {
          const call = `${larger}${name}(${target.name}, ${value.name})`;
          yield* insertNear(
            context,
            site,
            write.assignment(target.name, call),
            extra + costs.runningExtreme + at * costs.perExtreme,
          );
        }
      }
    }
  },
};

function written(owner: SyntaxNode, context: Context): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of descendants(owner)) {
    const bound = node.role === "target" || node.raw === "variable_declarator";
    if (bound && node.kind === "identifier") names.add(context.text(node));
  }
  return names;
}
