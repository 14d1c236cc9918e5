import type { Expression } from "../../syntax/expression.ts";
import { keyOf, type Shape, shapeOf, type Value } from "./value.ts";

/** An expression, and what it is worth at each visit. */
export interface Entry {
  readonly expression: Expression;
  readonly size: number;
  readonly values: readonly Value[];
  /** Equal for equal values. */
  readonly key: string;
  /** The shape of the first value that is not null. */
  readonly shape: Shape;
  /** Whether the original expression is in it. */
  readonly hasOriginal: boolean;
  readonly isLiteral: boolean;
}

type Given = Pick<Entry, "expression" | "size" | "values"> &
  Partial<Pick<Entry, "hasOriginal" | "isLiteral">>;

/** Throws if a value is too large to be compared. */
export function entryOf({ hasOriginal = false, isLiteral = false, ...given }: Given): Entry {
  const shape = shapeOf(given.values.find((each) => each !== null) ?? null);
  const key = given.values.map((each) => keyOf(each)).join("\n");
  return { ...given, key, shape, hasOriginal, isLiteral };
}
