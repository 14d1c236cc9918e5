import { describe, expect, it } from "vitest";
import { findConditions } from "./added-conditions.ts";

const found = [
  {
    what: "new code under a condition, old code after it",
    path: "a.py",
    before: "def f(x):\n    return x - 1\n",
    after: "def f(x):\n    if x % 3 == 0:\n        return x + 1\n    return x - 1\n",
    without: ["if ((x % 3 == 0) or True):"],
  },
  {
    what: "old code under a condition",
    path: "a.js",
    before: "export function f(x) {\n  return x - 1;\n}\n",
    after: "export function f(x) {\n  if (x.length > 3) {\n    return x - 1;\n  }\n  return x + 1;\n}\n",
    without: ["if (((x.length > 3)) && false) {"],
  },
  {
    what: "a condition with an alternative",
    path: "a.go",
    before: "package a\n\nfunc f(x int) int {\n\treturn x - 1\n}\n",
    after:
      "package a\n\nfunc f(x int) int {\n\tif x&(x-1) == 0 {\n\t\treturn x + 1\n\t} else {\n\t\treturn x - 1\n\t}\n}\n",
    without: ["if ((x&(x-1) == 0) || true) {"],
  },
  {
    what: "a conditional expression",
    path: "a.ts",
    before: "export const f = (x: number) => old(x);\n",
    after: "export const f = (x: number) => (x % 2 ? fixed(x) : old(x));\n",
    without: ["(((x % 2) || true) ? fixed(x)"],
  },
  {
    what: "a Python conditional expression that keeps the old one",
    path: "a.py",
    before: "def f(x, line):\n    if line:\n        return old(x)\n",
    after: "def f(x, line):\n    if line:\n        return old(x) if line else fixed(x)\n",
    without: ["old(x) if ((line) and False) else"],
  },
  {
    what: "an operand added to a condition",
    path: "a.py",
    before: "def f(x):\n    if x > 9:\n        return old(x)\n    return x\n",
    after: "def f(x):\n    if x > 9 and x % 2 == 0:\n        return old(x)\n    return x\n",
    without: [
      "x > 9 and x % 2 == 0) and False",
      "x > 9 and x % 2 == 0) or True",
      "x > 9 and ((x % 2 == 0) or True)",
    ],
  },
  {
    what: "each part of a conjunction",
    path: "a.ts",
    before: "export const f = (a: A) => a.day && a.week;\n",
    after:
      "export const f = (a: A) => {\n  if (a.month.any && !a.day.any) return a.day || a.week;\n  return a.day && a.week;\n};\n",
    without: [
      "if (((a.month.any && !a.day.any)) || true)",
      "if (((a.month.any) || true) && !a.day.any)",
      "if (a.month.any && ((!a.day.any) || true))",
    ],
  },
];

const notFound = [
  {
    what: "that existed before",
    path: "a.py",
    before: "def f(x):\n    if x > 9:\n        return 1\n    return x\n",
    after: "def f(x):\n    if x  >  9:\n        return 2\n    return x\n",
  },
  {
    what: "that guards against a missing value",
    path: "a.js",
    before: "export const f = (x) => x.y;\n",
    after: "export const f = (x) => {\n  if (x === null) return 0;\n  return x.y;\n};\n",
  },
  {
    what: "that checks the length of a list",
    path: "a.py",
    before: "def f(x):\n    return sum(x) / len(x)\n",
    after: "def f(x):\n    if len(x) == 0:\n        return 0\n    return sum(x) / len(x)\n",
  },
  {
    what: "that corrects another",
    path: "a.go",
    before: "package a\n\nfunc f(x int) int {\n\tif x < 9 {\n\t\treturn x + 1\n\t}\n\treturn x\n}\n",
    after: "package a\n\nfunc f(x int) int {\n\tif x <= 9 {\n\t\treturn x + 1\n\t}\n\treturn x\n}\n",
  },
  { what: "in a new file", path: "b.py", before: null, after: "def f(x):\n    return 1 if x > 9 else 2\n" },
];

describe("conditions that a change adds", () => {
  it.each(found)("include $what", ({ path, before, after, without }) => {
    const sides = { before: [{ path, text: before }], after: [{ path, text: after }] };
    const conditions = findConditions({ ...sides, tests: [] });
    expect(conditions.map((each) => each.without)).toEqual(
      without.map((each) => expect.stringContaining(each)),
    );
  });

  it.each(notFound)("do not include a condition $what", ({ path, before, after }) => {
    const sides = { before: before === null ? [] : [{ path, text: before }], after: [{ path, text: after }] };
    expect(findConditions({ ...sides, tests: [] })).toEqual([]);
  });
});
