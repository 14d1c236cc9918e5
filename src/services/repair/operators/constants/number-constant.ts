import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { ancestors, operatorBefore, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["number-constant"];

export const numberConstant: Operator = {
  meta: {
    id: "number-constant",
    title: "Change a number",
    why: "Off by one, a wrong start value, a wrong base or factor.",
    cost: costs.prior,
    kinds: ["number"],
    most: 40,
    examples: [
      { language: "python", before: "x = 1", after: "x = 0" },
      { language: "python", before: "x = a[1]", after: "x = a[2]" },
      { language: "python", before: "x = a[-1]", after: "x = a[0]" },
      { language: "python", before: "h = s // 3600 % 60", after: "h = s // 3600 % 24" },
      { language: "javascript", before: "let i = 0;", after: "let i = 1;" },
      { language: "typescript", before: "let i = 0;", after: "let i = -1;" },
      { language: "go", before: "package p\nvar i = 0", after: "package p\nvar i = 1" },
      { language: "rust", before: "fn f() { let i = 0; }", after: "fn f() { let i = 1; }" },
      { language: "java", before: "class A { int i = 0; }", after: "class A { int i = 1; }" },
    ],
    leaves: [
      { language: "python", code: "n = 1j" },
      { language: "javascript", code: "n = 10n;" },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    const value = Number(text.replaceAll("_", ""));
    if (!Number.isFinite(value)) return;
    const negative = site.parent?.kind === "unary" && operatorOf(site.parent) === "-";
    if (negative) yield replace(site.parent, text, costs.dropSign);
    const whole = Number.isInteger(value) && /^[\d_]+$/.test(text);
    const tried = new Set([text]);
    const twin = hasTwin(site, context) ? costs.twin : 0;
    // `x + -1` is what another operator proposes: `x - 1`.
    const takesSign = !negative && !["+", "-"].includes(operatorBefore(site) ?? "");
    const offer = (candidate: number, more: number) => {
      const extra = more + twin;
      const printed = String(candidate);
      if (tried.has(printed) || (candidate < 0 && !takesSign) || isIdentity(site, candidate)) return [];
      if (makesBranchesEqual(site, candidate, context)) return [];
      tried.add(printed);
      if (negative && candidate === 0) return [replace(site.parent, "0", extra)];
      return [candidate < 0 ? replace(site, { text: printed, level: 11 }, extra) : put(site, printed, extra)];
    };
    if (whole) {
      yield* offer(value + 1, 0);
      yield* offer(value - 1, 0);
      yield* offer(0, costs.toZero);
      yield* offer(1, costs.toOne);
      yield* offer(-value, costs.negate);
      yield* offer(value + 2, costs.plusTwo);
      yield* offer(value - 2, costs.minusTwo);
      yield* offer(value + 3, costs.plusThree);
      yield* offer(value - 3, costs.minusThree);
      yield* offer(value * 10, costs.tenTimes);
      if (value % 10 === 0) yield* offer(value / 10, costs.tenth);
      yield* offer(value * 2, costs.twice);
      yield* offer(2, costs.toTwo);
      if (UNITS.includes(value)) for (const each of UNITS) yield* offer(each, costs.otherUnit);
    } else {
      yield* offer(1, costs.ofFraction);
      yield* offer(0, costs.ofFraction);
      yield* offer(Number((1 - value).toPrecision(12)), costs.ofFraction);
      yield* offer(Number((1 + value).toPrecision(12)), costs.ofFraction);
      yield* offer(Number((value * 10).toPrecision(12)), costs.fractionTenTimes);
      yield* offer(Number((value / 10).toPrecision(12)), costs.fractionTenth);
    }
    for (const other of context.ingredients.numbers) {
      if (tried.has(other)) continue;
      tried.add(other);
      yield put(site, other, costs.elsewhere);
    }
  },
};

/** Conversion factors between units of time, of memory and of percentages. */
const UNITS = [60, 24, 7, 12, 365, 3600, 86400, 1000, 1024, 100];

/** `x + 0` and `x * 1` are equivalent to dropping the operand. */
function isIdentity(site: SyntaxNode, value: number): boolean {
  const operator = site.parent?.kind === "binary" ? operatorOf(site.parent) : undefined;
  if (operator === "+" || operator === "-") return value === 0;
  return (operator === "*" || operator === "/" || operator === "**") && value === 1;
}

/** `c ? 28 : 28` makes its condition useless. */
function makesBranchesEqual(site: SyntaxNode, value: number, context: Context): boolean {
  if (site.parent?.kind !== "conditional" || site.role === "condition") return false;
  return site.parent.children.some(
    (each) => each !== site && each.role !== "condition" && context.text(each) === String(value),
  );
}

/** In `a[1] - b[1]` a number appears twice for a reason, so changing only one is unlikely. */
function hasTwin(site: SyntaxNode, context: Context): boolean {
  const whole = [...ancestors(site)].find((each) => each.kind === "binary" || each.kind === "comparison");
  if (whole === undefined || site.parent === whole || whole.children.length !== 2) return false;
  const [left, right] = whole.children.map((each) => context.text(each).replace(/^[A-Za-z_]\w*/, ""));
  return left === right;
}
