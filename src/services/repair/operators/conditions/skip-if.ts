import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { insertBefore, under } from "../../propose/edits.ts";
import { conditionsAt } from "../../propose/experiments/conditions.ts";
import { NOTHING_EXPECTED } from "../../propose/experiments/expected.ts";
import { freshNames, isDocumentation } from "../../propose/experiments/places.ts";
import {
  child,
  descendants,
  enclosingFunction,
  isLoop,
  isStatement,
  returnsOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";
import { PLACES } from "../places.ts";

const costs = COSTS["skip-if"];

export const skipIf: Operator = {
  meta: {
    id: "skip-if",
    title: "Skip an iteration or the rest of a procedure",
    why: "Items that must be ignored, work that was done already, a loop that should end early.",
    cost: costs.prior,
    kinds: PLACES,
    most: 80,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    for x in xs:\n        g(x)",
        after: "def f(xs):\n    for x in xs:\n        if x is None:\n            continue\n        g(x)",
      },
      {
        language: "python",
        before: "def f(x, seen):\n    seen = set(seen)\n    g(x)",
        after: "def f(x, seen):\n    seen = set(seen)\n    if x in seen:\n        return\n    g(x)",
      },
      {
        language: "javascript",
        before: "function f(xs) {\n  for (const x of xs) {\n    g(x);\n  }\n}",
        after:
          "function f(xs) {\n  for (const x of xs) {\n    if (x == null) {\n      continue;\n    }\n    g(x);\n  }\n}",
      },
      {
        language: "go",
        before: "package p\nfunc f(xs []int) {\n\tfor _, x := range xs {\n\t\tg(x)\n\t}\n}",
        after:
          "package p\nfunc f(xs []int) {\n\tfor _, x := range xs {\n\t\tif x < 0 {\n\t\t\tcontinue\n\t\t}\n\t\tg(x)\n\t}\n}",
      },
    ],
    leaves: [
      { language: "python", code: "def f(x):\n    return x" },
      { language: "javascript", code: "function f(x) { return x; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    if (owner === null || !isStatement(site) || isDocumentation(site)) return;
    const { write } = context.language;
    const loop = loopOf(site);
    const exits = loop === null ? [] : [write.continuing, write.breaking];
    if (site.kind !== "return" && !hasResult(owner)) exits.push(write.returning(""));
    if (exits.length === 0) return;
    const fresh = freshNames(site, context);
    const late = fresh === null ? 0 : costs.notFirst;
    const changing = loop === null ? null : namesBoundIn(loop, context);
    for (const { expression, extra, names } of conditionsAt(site, context, NOTHING_EXPECTED)) {
      const some = [...names];
      if (fresh !== null && !some.some((name) => fresh.has(name))) continue;
      for (const [at, exit] of exits.entries()) {
        const isOfLoop = exit !== write.returning("");
        if (isOfLoop && changing !== null && !some.some((name) => changing.has(name))) continue;
        const code = under(expression.text, exit, site, context);
        yield insertBefore(context, site, code, late + extra + at * costs.perExit);
      }
    }
  },
};

function loopOf(site: SyntaxNode): SyntaxNode | null {
  const around = site.parent?.parent ?? null;
  return around !== null && isLoop(around) ? around : null;
}

function hasResult(owner: SyntaxNode): boolean {
  return (
    descendants(owner).some(({ kind }) => kind === "yield") ||
    returnsOf(owner).some(({ children }) => children.length > 0)
  );
}

function namesBoundIn(loop: SyntaxNode, context: Context): ReadonlySet<string> {
  const targets = descendants(loop).flatMap((node) => child(node, "target") ?? []);
  const names = targets.flatMap((target) => descendants(target)).filter(({ kind }) => kind === "identifier");
  return new Set(names.map((node) => context.text(node)));
}
