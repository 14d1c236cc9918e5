import { atom, grouped, infix } from "../syntax/expression.ts";
import type { OpenNode, Shape, Writer } from "./language.ts";

/** A writer for languages with braces and C-like operators; each language overrides what differs. */
export function bracesWriter(nothing: string, changes: Partial<Writer>): Writer {
  return {
    null: nothing,
    true: "true",
    false: "false",
    and: "&&",
    or: "||",
    equal: "==",
    notEqual: "!=",
    emptyList: null,
    not: (operand) => ({ text: `!${grouped(operand, 11)}`, level: 11 }),
    isNull: (operand) => infix("==", operand, atom(nothing)),
    isNotNull: (operand) => infix("!=", operand, atom(nothing)),
    length: () => null,
    isEmpty: () => null,
    least: () => null,
    greatest: () => null,
    slice: () => null,
    conditional: () => null,
    list: () => null,
    statement: (expression) => `${expression};`,
    assignment: (target, value) => `${target} = ${value};`,
    returning: (value) => (value === "" ? "return;" : `return ${value};`),
    breaking: "break;",
    continuing: "continue;",
    when: (condition, body, indent, step) => `if (${condition}) {\n${indent}${step}${body}\n${indent}}`,
    ...changes,
  };
}

const COMPARISONS = new Set(["<", "<=", ">", ">=", "==", "!="]);

/** For grammars with one kind for all infix operators: separates comparisons and logic from arithmetic. */
function sortInfix(node: OpenNode): void {
  const operator = node.operators[0]?.text ?? "";
  if (COMPARISONS.has(operator)) node.kind = "comparison";
  if (operator === "&&" || operator === "||") node.kind = "logical";
}

export function sortPrefix(node: OpenNode): void {
  if (node.operators[0]?.text === "!") node.kind = "not";
}

/** For grammars with one kind for `=` and `+=`. */
export function sortAssignment(node: OpenNode): void {
  node.operators = node.operators.filter((each) => each.text.endsWith("="));
  if (node.operators[0]?.text !== "=") node.kind = "augment";
}

/** For statements with one operand: `n++`. */
export function onlyTarget(node: OpenNode): void {
  const [only] = node.children as { role: string | null }[];
  if (only !== undefined) only.role = "target";
}

export const BRANCH: Shape = {
  kind: "if",
  roles: { condition: "condition", body: "consequence", alternative: "alternative" },
};

/** What the grammars of Go, Java and Rust have in common. */
export const COMMON_SHAPES: Readonly<Record<string, Shape>> = {
  expression_statement: { kind: "expression-statement" },
  binary_expression: {
    kind: "binary",
    roles: { left: "left", right: "right" },
    operators: true,
    finish: sortInfix,
  },
  identifier: { kind: "identifier" },
  parenthesized_expression: { kind: "group" },
};
