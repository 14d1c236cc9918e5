import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, infix } from "../../syntax/expression.ts";
import { child, isValue, operatorBefore, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["add-term"];

export const addTerm: Operator = {
  meta: {
    id: "add-term",
    title: "Add a term",
    why: "A sum, difference, power or concatenation with a missing part.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "binary", "subscript", "comprehension", "list"],
    most: 60,
    examples: [
      {
        language: "python",
        before: "def f(k, n):\n    return g(k)",
        after: "def f(k, n):\n    return g(k - n)",
      },
      {
        language: "python",
        before: "def f(rest):\n    return [x for x in rest]",
        after: "def f(rest):\n    return rest + [x for x in rest]",
      },
      { language: "python", before: "x = abs(y - z)", after: "x = abs(y - z ** 2)" },
      {
        language: "javascript",
        before: "function f(base, n) { return base; }",
        after: "function f(base, n) { return base + n; }",
      },
      {
        language: "typescript",
        before: "function f(price: number, count: number) { return price; }",
        after: "function f(price: number, count: number) { return price * count; }",
      },
      {
        language: "go",
        before: "package p\nfunc f(k int, n int) int { return k }",
        after: "package p\nfunc f(k int, n int) int { return k - n }",
      },
      {
        language: "javascript",
        before: "const cut = (text, room, mark) => mark.trim() && text.slice(0, room);",
        after: "const cut = (text, room, mark) => mark.trim() && text.slice(0, room - mark.length);",
      },
      {
        language: "javascript",
        before: "const DAY = 24 * 60 * 60;",
        after: "const DAY = 24 * 60 * 60 * 1000;",
      },
      {
        language: "java",
        before: "class A { int f(int k, int n) { return k; } }",
        after: "class A { int f(int k, int n) { return k - n; } }",
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    return 1" },
      { language: "javascript", code: 'function f() { const s = "a"; return s; }' },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.role === "callee" || site.role === "object") return;
    const kind = context.kindOf(site);
    const whole = context.expression(site);
    const { families } = context.language;
    const inner = site.parent?.kind === "binary" ? costs.insideBinary : 0;
    const unsure = kind === null ? costs.unknownKind : 0;
    if (kind === "list" || kind === "string") {
      if (context.language.id !== "python") return;
      for (const each of context.variables(site)) {
        if (each.kind !== kind || each.distance > 0 || !each.definite) continue;
        yield replace(site, infix("+", atom(each.name), whole), inner);
        yield replace(site, infix("+", whole, atom(each.name)), inner);
      }
      return;
    }
    if (kind !== "number" && kind !== null) return;
    if (site.kind === "attribute") yield* siblingFields(site, context);
    for (const each of context.variables(site)) {
      if ((each.kind !== "number" && each.kind !== null) || each.distance > 0 || each.name === whole.text)
        continue;
      if (isComparedWith(site, each.name, context)) continue;
      const far =
        (each.unused ? costs.unusedParameter : 0) +
        (each.definite ? 0 : costs.indefinite) +
        (each.kind === null ? costs.unknownOperand : 0) +
        inner +
        unsure;
      for (const [index, operator] of ["-", "+", "*"].entries()) {
        yield replace(site, infix(operator, whole, atom(each.name)), far + index * costs.perOperator);
      }
      yield replace(site, infix("-", atom(each.name), whole), far + costs.reversed);
      for (const operator of ["%", families.arithmetic.includes("//") ? "//" : "/"]) {
        yield replace(
          site,
          infix(operator, whole, atom(each.name)),
          far + costs.otherOperator + (operator === "%" ? costs.remainder : 0),
        );
      }
    }
    yield* lengths(site, context, inner + unsure);
    yield* units(site, context);
    if (site.kind === "list" || site.kind === "comprehension") return;
    if (families.arithmetic.includes("**"))
      yield replace(site, infix("**", whole, atom("2")), costs.square + unsure);
    else yield replace(site, infix("*", whole, whole), costs.squareByProduct + unsure);
    yield replace(site, infix("*", whole, atom("2")), costs.double + unsure);
    yield replace(
      site,
      infix(families.arithmetic.includes("//") ? "//" : "/", whole, atom("2")),
      costs.half + unsure,
    );
    // Only Python counts from the end if an index is negative.
    const isPosition = site.role === "index" && context.language.id !== "python";
    if (site.kind !== "binary" && !isPosition && !TAKES_NO_SIGN.includes(operatorBefore(site) ?? ""))
      yield replace(site, { text: `-${whole.text}`, level: 11 }, costs.negation + unsure);
  },
};

/** Nobody means a remainder by a negative number, and `a - -b` is another operator. */
const TAKES_NO_SIGN = ["%", "+", "-"];

/** `a == b - a` is equivalent to comparing `b` with twice `a`. */
function isComparedWith(site: SyntaxNode, name: string, context: Context): boolean {
  return (
    site.parent?.kind === "comparison" && site.parent.children.some((each) => context.text(each) === name)
  );
}

/** `room` → `room - mark.length`: the inserted text takes up space too. */
function* lengths(site: SyntaxNode, context: Context, far: number): Generator<SitePatch> {
  if (site.parent?.kind !== "arguments" && site.parent?.kind !== "slice") return;
  const whole = context.expression(site);
  for (const each of context.variables(site)) {
    if ((each.kind !== "string" && each.kind !== "list") || each.distance > 0 || !each.definite) continue;
    const length = context.language.write.length(atom(each.name));
    if (length === null || whole.text.includes(length.text)) continue;
    yield replace(site, infix("-", whole, length), far + costs.minusLength);
    yield replace(site, infix("+", whole, length), far + costs.plusLength);
  }
}

/**
 * Seconds for milliseconds, a fraction for a percentage: a product of plain numbers that lacks such a factor.
 */
const UNITS = ["1000", "100", "60", "24", "10"];

function* units(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const whole = context.expression(site);
  const isNamed = site.role === "value" && /^[\d\s*_.]+$/.test(whole.text) && /\d\d/.test(whole.text);
  if (!isNamed) return;
  for (const [index, unit] of UNITS.entries())
    yield replace(site, infix("*", whole, atom(unit)), costs.unitFactor + index * costs.perUnit);
}

/** `item.price` → `item.price * item.count`: the object's other number. */
function* siblingFields(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const object = child(site, "object");
  const property = child(site, "property");
  if (object === null || property === null) return;
  const whole = context.expression(site);
  for (const [index, field] of context.ingredients.fields.entries()) {
    if (field === context.text(property) || index > 16) continue;
    const other = atom(`${context.text(object)}.${field}`);
    for (const [at, operator] of ["*", "+", "-"].entries()) {
      yield replace(
        site,
        infix(operator, whole, other),
        costs.neighbor + index * costs.perNeighbor + at * costs.perNeighborOperator,
      );
    }
  }
}
