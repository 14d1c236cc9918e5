import type { SyntaxNode } from "./node.ts";
import { operatorOf, unwrap } from "./node.ts";

/** An expression's code and precedence; callers add parentheses if it binds too loosely. */
export interface Expression {
  readonly text: string;
  readonly level: number;
}

const LOOSEST = 0;
const TIGHTEST = 13;

const LEVELS: Readonly<Record<string, number>> = {
  or: 1,
  "||": 1,
  "??": 1,
  and: 2,
  "&&": 2,
  not: 3,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "//": 10,
  "%": 10,
  "@": 10,
  "**": 12,
};
const COMPARISONS = new Set([
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "===",
  "!==",
  "is",
  "is not",
  "in",
  "not in",
  "instanceof",
]);

/** Operators that need no parentheses when they are repeated; `??` must not be mixed with them. */
const LOGICAL = new Set(["and", "or", "&&", "||"]);

const SELF = new Set(["this", "self", "super"]);

export function atom(text: string): Expression {
  return { text, level: TIGHTEST };
}

export function loose(text: string): Expression {
  return { text, level: LOOSEST };
}

/** The precedence of an infix operator. Bitwise ones differ between languages and are always parenthesized. */
function operatorLevel(operator: string): number {
  if (COMPARISONS.has(operator)) return 4;
  return LEVELS[operator] ?? 0.5;
}

export function infix(operator: string, left: Expression, right: Expression): Expression {
  const level = operatorLevel(operator);
  const needed = level < 1 ? TIGHTEST : level;
  const isChain = LOGICAL.has(operator) && right.level === level && !right.text.includes("??");
  return {
    text: `${grouped(left, needed)} ${operator} ${grouped(right, isChain ? needed : needed + 0.5)}`,
    level,
  };
}

export function grouped(expression: Expression, needed: number): string {
  return expression.level < needed ? `(${expression.text})` : expression.text;
}

export function expressionOf(source: string, node: SyntaxNode): Expression {
  const bare = unwrap(node);
  return { text: source.slice(bare.start, bare.end), level: levelOf(bare) };
}

function levelOf(node: SyntaxNode): number {
  switch (node.kind) {
    case "binary":
    case "logical":
    case "comparison":
      return operatorLevel(operatorOf(node));
    case "not":
      return operatorOf(node) === "not" ? 3 : 11;
    case "unary":
    case "await":
      return 11;
    case "conditional":
    case "lambda":
    case "assign":
    case "augment":
    case "yield":
    case "other":
      return SELF.has(node.raw) ? TIGHTEST : LOOSEST;
    case "tuple":
      return node.raw === "tuple" ? TIGHTEST : LOOSEST;
    default:
      return TIGHTEST;
  }
}

/** The precedence that an expression needs to replace `node` without parentheses. */
export function neededAt(node: SyntaxNode): number {
  const parent = node.parent;
  if (parent === null) return LOOSEST;
  switch (parent.kind) {
    case "binary":
    case "logical":
    case "comparison": {
      const level = operatorLevel(operatorOf(parent));
      if (level < 1) return TIGHTEST;
      return parent.children[0] === node && operatorOf(parent) !== "**" ? level : level + 0.5;
    }
    case "not":
      return operatorOf(parent) === "not" ? 3 : 11;
    case "unary":
    case "await":
      return 11;
    case "conditional":
      return 1;
    case "attribute":
      return node.role === "object" ? TIGHTEST : LOOSEST;
    case "subscript":
      return node.role === "object" ? TIGHTEST : LOOSEST;
    case "call":
      return node.role === "callee" ? TIGHTEST : LOOSEST;
    case "spread":
      return 5;
    default:
      return LOOSEST;
  }
}
