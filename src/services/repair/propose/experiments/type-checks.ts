import type { Language, ValueKind } from "../../languages/language.ts";
import { atom, type Expression, infix } from "../../syntax/expression.ts";

const PYTHON_TYPES = ["str", "int", "bool", "list", "dict", "float", "(int, float)"];
const PYTHON_KIND: Partial<Record<ValueKind, readonly string[]>> = {
  number: ["int", "bool", "(int, float)"],
  string: ["str"],
  list: ["list"],
  dict: ["dict"],
};
const JAVASCRIPT_TYPES = ["string", "number", "boolean", "object", "function", "undefined"];

/** Checks of a value's type, or of what kind of number it is, each with its negation. */
export function typeChecks(
  operand: Expression,
  kind: ValueKind | null,
  { id, write }: Language,
): readonly Expression[] {
  if (id === "python") {
    const types = kind === null ? PYTHON_TYPES : (PYTHON_KIND[kind] ?? []);
    return types.flatMap((type) => bothWays(atom(`isinstance(${operand.text}, ${type})`), write));
  }
  if (id !== "javascript" && id !== "typescript") return [];
  const found: Expression[] = [];
  if (kind === null || kind === "number")
    for (const name of ["isNaN", "isFinite", "isInteger"])
      found.push(...bothWays(atom(`Number.${name}(${operand.text})`), write));
  if (kind === null || kind === "list")
    found.push(...bothWays(atom(`Array.isArray(${operand.text})`), write));
  for (const type of JAVASCRIPT_TYPES) {
    if (kind !== null && type !== kind) continue;
    const isType = atom(`typeof ${operand.text}`);
    found.push(
      infix(write.equal, isType, atom(`"${type}"`)),
      infix(write.notEqual, isType, atom(`"${type}"`)),
    );
  }
  return found;
}

function bothWays(check: Expression, write: Language["write"]): readonly Expression[] {
  return [check, write.not(check)];
}
