import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { ancestors, descendants, enclosingFunction, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["same-change"];
const MOST_PLACES = 4;
const MOST_OTHERS = 5;

export const sameChange: Operator = {
  meta: {
    id: "same-change",
    title: "Make the same change in several places",
    why: "A branch that was copied and adapted only in part: a name or literal is wrong wherever the branch uses it.",
    cost: costs.prior,
    kinds: ["identifier", "string", "number"],
    most: 8,
    examples: [
      {
        language: "python",
        before: 'def f(c):\n    if c < "A":\n        x = ord("a")\n        return chr(x + ord("a"))\n',
        after: 'def f(c):\n    if c < "A":\n        x = ord("A")\n        return chr(x + ord("A"))\n',
      },
      {
        language: "javascript",
        before: "function f(a, b) { if (a.n > 0) { g(a); h(a); } }",
        after: "function f(a, b) { if (a.n > 0) { g(b); h(b); } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.role === "callee") return;
    const text = context.text(site);
    for (const [depth, scope] of scopesOf(site).entries()) {
      const places = descendants(scope).filter(
        (node) =>
          node.kind === site.kind && isValue(node) && node.role !== "callee" && context.text(node) === text,
      );
      if (places[0] !== site || places.length < 2 || places.length > MOST_PLACES) continue;
      for (const [at, other] of othersFor(site, context).entries())
        yield everywhere(places, other, depth * costs.perScope + at * costs.perOther);
    }
  },
};

/** The innermost block, then the whole function. */
function scopesOf(site: SyntaxNode): readonly SyntaxNode[] {
  const owner = enclosingFunction(site);
  const block = [...ancestors(site)].find(({ kind }) => kind === "block");
  return [...new Set([block, owner].flatMap((each) => (each === undefined || each === null ? [] : [each])))];
}

function othersFor(site: SyntaxNode, context: Context): readonly string[] {
  const text = context.text(site);
  const owner = enclosingFunction(site) ?? context.tree;
  if (site.kind !== "identifier") {
    const literals = descendants(owner).filter((node) => node.kind === site.kind && isValue(node));
    return [...new Set(literals.map((node) => context.text(node)))]
      .filter((other) => other !== text)
      .slice(0, MOST_OTHERS);
  }
  const variables = context.variables(site);
  const own = variables.find(({ name }) => name === text);
  if (own === undefined || own.distance > 0) return [];
  return variables
    .filter(
      (each) =>
        each.name !== text &&
        each.distance === 0 &&
        each.definite &&
        (each.kind === own.kind || each.kind === null || own.kind === null) &&
        !/^(?:self|this)$/.test(each.name),
    )
    .map(({ name }) => name)
    .slice(0, MOST_OTHERS);
}

function everywhere(places: readonly SyntaxNode[], text: string, extra: number): SitePatch {
  return { edits: places.map(({ start, end }) => ({ start, end, text })), extra };
}
