import type { Language } from "../../languages/language.ts";
import { type Binary, operator } from "./form.ts";
import { both, itemsAfter, ordered, power, quotient, restAfter } from "./operations.ts";
import { keyOf, type Value } from "./value.ts";

/** Operations on two values that all languages write alike. */
export function commonBinary({ write }: Language): readonly Binary[] {
  const orElse = (expression: ReturnType<typeof write.least>) => {
    if (expression === null) throw new Error("the language has no such expression");
    return expression;
  };
  return [
    {
      takes: ["number"],
      write: operator("+"),
      work: (a: number, b: number) => a + b,
      second: (sum: number, a: number) => sum - a,
    },
    {
      takes: ["text"],
      write: operator("+"),
      work: (a: string, b: string) => a + b,
      second: restAfter,
    },
    {
      takes: ["number"],
      write: operator("-"),
      work: (a: number, b: number) => a - b,
      second: (difference: number, a: number) => a - difference,
    },
    {
      takes: ["number"],
      write: operator("*"),
      work: (a: number, b: number) => a * b,
      second: (product: number, a: number) => rounded(quotient(product, a)),
    },
    {
      takes: ["number"],
      write: operator("/"),
      work: quotient,
      second: (share: number, a: number) => rounded(quotient(a, share)),
    },
    { takes: ["number"], write: operator("**"), work: power },
    {
      takes: ["number"],
      write: (a, b) => orElse(write.greatest(a, b)),
      work: (a: number, b: number) => Math.max(a, b),
    },
    {
      takes: ["number"],
      write: (a, b) => orElse(write.least(a, b)),
      work: (a: number, b: number) => Math.min(a, b),
    },
    { takes: ["number", "text"], write: operator(write.equal), work: isSame },
    {
      takes: ["number", "text"],
      write: operator(write.notEqual),
      work: (a: Value, b: Value) => !isSame(a, b),
    },
    { takes: ["number", "text"], write: operator("<"), work: (a: Value, b: Value) => ordered(a, b) < 0 },
    { takes: ["number", "text"], write: operator("<="), work: (a: Value, b: Value) => ordered(a, b) <= 0 },
    { takes: ["flag"], write: operator(write.and), work: (a: boolean, b: boolean) => a && b },
    { takes: ["flag"], write: operator(write.or), work: (a: boolean, b: boolean) => a || b },
  ];
}

/** `a + b` for lists: not in every language. */
export const appended = {
  takes: ["sequence"],
  work: both,
  second: itemsAfter,
} satisfies Omit<Binary, "write">;

function isSame(a: Value, b: Value): boolean {
  return keyOf(a) === keyOf(b);
}

/** Division leaves fractions of whole numbers. */
function rounded(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) < Number.EPSILON * 1e6 ? whole : value;
}
