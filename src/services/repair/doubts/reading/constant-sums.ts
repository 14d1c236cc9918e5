import { descendants, operatorOf, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import { type Literal, literalAt } from "./literals.ts";
import type { Side } from "./sides.ts";

const APPLY: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "%": (left, right) => left % right,
  "/": (left, right) => left / right,
  "**": (left, right) => left ** right,
  "<<": (left, right) => left * 2 ** right,
  ">>": (left, right) => Math.floor(left / 2 ** right),
  "^": (left, right) => left ^ right,
  "|": (left, right) => left | right,
  "&": (left, right) => left & right,
};

/** Numbers written as arithmetic on literals, except products of units: `0x3e8 << 1`, `1999 + 1`. */
export function constantSums(side: Side): readonly Literal[] {
  return descendants(side.tree).flatMap((node): readonly Literal[] => {
    if (node.kind !== "binary" || operatorOf(node) === "*") return [];
    const value = numberOf(node, side);
    return value === null ? [] : [{ kind: "number", value: String(value), node }];
  });
}

function numberOf(given: SyntaxNode, side: Side): number | null {
  const node = unwrap(given);
  const literal = literalAt(node, side);
  if (literal !== null) return literal.kind === "number" ? Number(literal.value) : null;
  const apply = node.kind === "binary" ? APPLY[operatorOf(node)] : undefined;
  const [left, right] = node.children.map((each) => numberOf(each, side));
  if (apply === undefined || typeof left !== "number" || typeof right !== "number") return null;
  const value = apply(left, right);
  return Number.isFinite(value) ? value : null;
}
