import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["arithmetic-operator"];

const NEAR: Readonly<Record<string, readonly string[]>> = {
  "+": ["-", "*"],
  "-": ["+"],
  "*": ["+", "/", "**", "//"],
  "/": ["*", "//", "%", "-"],
  "//": ["/", "%", "*"],
  "%": ["/", "//", "*"],
  "**": ["*"],
  "&": ["|", "^"],
  "|": ["&", "^"],
  "^": ["&", "|", "**"],
  "<<": [">>"],
  ">>": ["<<", ">>>"],
  ">>>": [">>"],
  "..": ["..="],
  "..=": [".."],
};

/** Rarely confused with sums and products. */
const BITWISE: ReadonlySet<string> = new Set(["&", "|", "^", "<<", ">>"]);

export const arithmeticOperator: Operator = {
  meta: {
    id: "arithmetic-operator",
    title: "Change an arithmetic operator",
    why: "Plus instead of minus, division instead of remainder, one bit operation instead of another.",
    cost: costs.prior,
    kinds: ["binary"],
    most: 16,
    examples: [
      { language: "python", before: "x = a - b", after: "x = a + b" },
      { language: "python", before: "x = a / b", after: "x = a // b" },
      { language: "javascript", before: "x = a * b;", after: "x = a + b;" },
      { language: "typescript", before: "const x = a & b;", after: "const x = a | b;" },
      { language: "go", before: "package p\nvar x = a - b", after: "package p\nvar x = a + b" },
      { language: "rust", before: "fn f() { a - b; }", after: "fn f() { a + b; }" },
      { language: "java", before: "class A { int x = a - b; }", after: "class A { int x = a + b; }" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return not a" },
      { language: "javascript", code: "function f(a, b) { return a && b; }" },
    ],
  },
  *propose(site, context) {
    const token = site.operators[0];
    if (token === undefined) return;
    const family = context.language.families.arithmetic;
    const range = token.text.startsWith("..");
    const near = (NEAR[token.text] ?? []).filter((each) => range || family.includes(each));
    const textual = site.children.some((each) => ["string", "list"].includes(context.kindOf(each) ?? ""));
    const unit = site.children.some((each) => each.kind === "number" && context.text(each) === "1");
    const penalty = (textual ? costs.text : 0) + (unit && token.text !== "*" ? costs.wouldBeNoChange : 0);
    for (const [index, operator] of near.entries())
      yield put(token, operator, index * costs.perNear + penalty);
    if (range) return;
    for (const operator of family) {
      if (operator === token.text || near.includes(operator)) continue;
      const foreign = BITWISE.has(operator) && !BITWISE.has(token.text) ? costs.foreignBitwise : 0;
      yield put(token, operator, costs.distant + penalty + foreign);
    }
  },
};
