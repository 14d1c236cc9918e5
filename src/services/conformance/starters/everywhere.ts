import type { StarterRule } from "./starter.ts";

/** Problems in a repository of any language. */
export const EVERYWHERE: readonly StarterRule[] = [
  {
    id: "no-conflict-markers",
    severity: "blocker",
    message: "A merge conflict was committed.",
    why: "Neither side of the conflict was chosen, and in most languages the file no longer parses.",
    pattern: { regex: "^(<<<<<<<|>>>>>>>) " },
    bad: "<<<<<<< HEAD\n>>>>>>> main\n",
    good: "a << 2\n",
  },
  {
    id: "no-private-keys",
    severity: "blocker",
    message: "A private key is in the source.",
    why: "Anyone who can read the repository can use it.",
    fix_hint: "Remove it, revoke it, and read it from the environment.",
    applies_to: ["!*_test.*"],
    pattern: { regex: "-----BEGIN (RSA |EC |OPENSSH |DSA )?PRIVATE KEY-----" },
    bad: `${"-".repeat(5)}BEGIN RSA PRIVATE KEY${"-".repeat(5)}\n`,
    good: `${"-".repeat(5)}BEGIN PUBLIC KEY${"-".repeat(5)}\n`,
  },
];

/** Code in one language for a function whose metric is above or below a limit. */
export interface FunctionExamples {
  /** A function with this many conditions, one after another. */
  readonly branches: (count: number) => string;
  /** A function with this many nested conditions. */
  readonly nested: (depth: number) => string;
}

/**
 * Limits that only the worst code exceeds. JavaScript test files are long functions, so function length is not
 * limited there.
 */
export function limits(
  most: { readonly complexity: number; readonly functionLines?: number },
  { branches, nested }: FunctionExamples,
): readonly StarterRule[] {
  const length: StarterRule = {
    id: "function-length",
    severity: "minor",
    message: "The function is too long.",
    why: "It is hard to keep in mind; named parts can be read and tested one by one.",
    metric: { measure: "function_lines", max: most.functionLines ?? 0 },
    bad: branches(most.functionLines ?? 0),
    good: branches(2),
  };
  return [
    {
      id: "complexity",
      severity: "minor",
      message: "The function has too many branches.",
      why: "Every branch can double the number of paths to test.",
      fix_hint: "Split it where its parts can be named.",
      metric: { measure: "complexity", max: most.complexity },
      bad: branches(most.complexity + 1),
      good: branches(most.complexity - 2),
    },
    {
      id: "nesting",
      severity: "minor",
      message: "The function is nested too deeply.",
      why: "The reader has to remember every condition around a line.",
      fix_hint: "Return early, or move the inner part to a function.",
      metric: { measure: "nesting", max: 6 },
      bad: nested(8),
      good: nested(3),
    },
    ...(most.functionLines === undefined ? [] : [length]),
  ];
}
