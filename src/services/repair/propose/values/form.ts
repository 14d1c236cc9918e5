import { atom, type Expression, grouped, infix } from "../../syntax/expression.ts";
import type { Shape, Value } from "./value.ts";

/** An operation on one value. `work` throws if it has no result. */
export interface Unary {
  readonly takes: readonly Shape[];
  readonly write: (operand: Expression) => Expression;
  readonly work: (operand: never) => Value;
}

/** An operation on two values. */
export interface Binary {
  /** Pairs of shapes; a single shape stands for two values of it. */
  readonly takes: readonly (Shape | readonly [Shape, Shape])[];
  readonly write: (left: Expression, right: Expression) => Expression;
  readonly work: (left: never, right: never) => Value;
  /** The second operand that gives this result with a first operand, if it can be computed. */
  readonly second?: (result: never, left: never) => Value;
}

export interface Forms {
  readonly unary: readonly Unary[];
  readonly binary: readonly Binary[];
}

const TIGHTEST = 13;

/** `len(x)`, from "len($)". */
export function around(pattern: string): Unary["write"] {
  const [before = "", after = ""] = pattern.split("$");
  const isFirst = before === "";
  return (operand) => atom(`${before}${isFirst ? grouped(operand, TIGHTEST) : operand.text}${after}`);
}

/** `x.get(key, 0)`, from "$.get(@, 0)"; the first operand comes first. */
export function between(pattern: string): Binary["write"] {
  const [head = "", tail = ""] = pattern.split("@");
  return (left, right) => {
    const start = around(head)(left).text;
    const isLoose = /[[:]$/.test(head) && /^[\]:]/.test(tail);
    return atom(`${start}${isLoose || /[(,] ?$/.test(head) ? right.text : grouped(right, TIGHTEST)}${tail}`);
  };
}

export function operator(sign: string): Binary["write"] {
  return (left, right) => infix(sign, left, right);
}
