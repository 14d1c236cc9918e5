import { remembered } from "../../../../domain/rules/values/remembered.ts";

import type { Literal } from "./literals.ts";
import type { OpenChange } from "./sides.ts";
import { testValues } from "./test-values.ts";

/** Two or more digits or characters; shorter literals occur everywhere. */
export function isLong({ kind, value }: Literal): boolean {
  return kind === "number" ? value.replace(/\D/g, "").length >= 2 : value.length >= 2;
}

export function isWord({ kind, value }: Literal): boolean {
  return kind === "string" && /^[A-Za-z_]+$/.test(value);
}

/** A value in the tests, or part of a string in them; a word counts only as a whole. */
export function isInTests(literal: Literal, change: OpenChange): boolean {
  if (testValues(change).has(literal)) return true;
  if (literal.kind !== "string" || isWord(literal)) return false;
  return isPartOfText(literal, change);
}

/** Whether it is part of a longer string in the tests. */
export function isPartOfText(literal: Literal, change: OpenChange): boolean {
  return textsOf(change).some((each) => each !== literal.value && each.includes(literal.value));
}

export function isWordOfText(literal: Literal, change: OpenChange): boolean {
  if (!isWord(literal) || literal.value.length < 3) return false;
  const word = new RegExp(`\\b${literal.value}\\b`);
  return textsOf(change).some((each) => each !== literal.value && word.test(each));
}

const textsOf = remembered((change: OpenChange): readonly string[] =>
  change.tests.flatMap((side) =>
    side.literals.filter((each) => each.kind === "string").map((each) => each.value),
  ),
);
