import { describe, expect, it } from "vitest";
import { withoutRemarks } from "./remarks.ts";

const undone = (path: string, before: string | null, after: string) => {
  const files = (text: string | null) => (text === null ? [] : [{ path, text }]);
  return withoutRemarks({ before: files(before), after: files(after), tests: [] });
};

describe("withoutRemarks", () => {
  it.each([
    [
      "documentation",
      "a.py",
      'def f(a):\n    """a 1"""\n    return a - 1\n',
      'def f(a):\n    """a 2"""\n    return a + 1\n',
      'def f(a):\n    """a 1"""\n    return a + 1\n',
    ],
    ["new documentation", "a.py", "def f(a): pass\n", 'def f(a):\n    """a 2"""\n', 'def f(a):\n    ""\n'],
    ["a new file", "a.py", null, '# b\nx = 1\n"""a 2"""\n', '\nx = 1\n""\n'],
    [
      "a comment",
      "a.go",
      "package a\n\n// b\nvar x int\n",
      "package a\n\n// c\nvar x int\n",
      "package a\n\n// b\nvar x int\n",
    ],
    ["a new comment", "a.js", "f();\n", "f(); // a\ng(1);\n", "f(); \ng(1);\n"],
  ])("restores %s", (_name, path, before, after, expected) => {
    expect(undone(path, before, after)).toEqual([{ path, text: expected }]);
  });

  it.each([
    ["code", "a.py", "# a\nf(1)\n", "# a\nf(2)\n"],
    ["a deleted comment", "a.py", "# a\nf(1)\n", "f(2)\n"],
    ["a language without a grammar", "a.sql", "-- a\n", "-- b\n"],
  ])("leaves a change of %s alone", (_name, path, before, after) => {
    expect(undone(path, before, after)).toEqual([]);
  });
});
