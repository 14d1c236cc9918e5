import { atom, grouped } from "../syntax/expression.ts";
import type { ValueKind, Wrapper } from "./language.ts";

/** `name(x)`. */
export function call(name: string, takes: readonly ValueKind[], gives: ValueKind): Wrapper {
  return { name, takes, gives, write: (operand) => atom(`${name}(${operand.text})`) };
}

/** `x.name()`. */
export function method(name: string, takes: readonly ValueKind[], gives: ValueKind): Wrapper {
  return { name: `.${name}`, takes, gives, write: (operand) => atom(`${grouped(operand, 13)}.${name}()`) };
}

/** `x.name`. */
export function property(name: string, takes: readonly ValueKind[], gives: ValueKind): Wrapper {
  return { name: `.${name}`, takes, gives, write: (operand) => atom(`${grouped(operand, 13)}.${name}`) };
}
