import { describe, expect, it } from "vitest";
import { countNewTokens } from "./new-tokens.ts";

const CASES: readonly [name: string, path: string, before: string, after: string, count: number][] = [
  ["an operator", "a.py", "def f(a, b):\n    return a - b\n", "def f(a, b):\n    return a + b\n", 1],
  ["a pure deletion", "a.js", "f(a + 1);\n", "f(a);\n", 0],
  ["layout, brackets and separators", "a.js", "const a = [1, 2];\n", "const a = [\n  (1),\n  2,\n];\n", 0],
  ["a comment", "a.go", "package a\n", "// What this is for.\npackage a\n", 0],
  ["documentation", "a.py", "def f():\n    pass\n", 'def f():\n    """Says a lot."""\n    pass\n', 0],
  [
    "documentation that the program reads",
    "a.py",
    '"""Usage: a"""\nmain(__doc__)\n',
    '"""Usage: a --timeout=30"""\nmain(__doc__)\n',
    6,
  ],
  ["code in a string that is a statement", "a.js", "f();\n", `f();\n\`\${(a = 3)}\`;\n`, 4],
  ["code in a formatted string", "a.py", "f()\n", 'f()\nf"{a.update({3: 7})}"\n', 6],
  ["code after a carriage return", "a.py", "# Why.\nf()\n", "# Why.\rg(3)\nf()\n", 2],
  ["a statement", "a.js", "f();\n", "f();\nif (a === 3) g(b);\n", 6],
  ["words in a string", "a.js", 'f("");\n', 'f("3=7 5=9");\n', 6],
  ["a line of another language", "a.sql", "select 1\n", "select 1 + 2\n", 2],
  ["a table in a data file", "a.json", "{}", '{"3": 7, "5": 9}', 4],
  ["letters of any script", "a.py", "x = 1\n", "größe = 1\n", 1],
];

describe("countNewTokens", () => {
  it.each(CASES)("%s", (_name, path, before, after, count) => {
    const change = { before: [{ path, text: before }], after: [{ path, text: after }], tests: [] };
    expect(countNewTokens(change)).toBe(count);
  });

  it("counts every file, new files completely", () => {
    const before = [{ path: "a.py", text: "x = 1\n" }];
    const after = [
      { path: "a.py", text: "x = 2\n" },
      { path: "b.py", text: "y = 3\n" },
    ];
    expect(countNewTokens({ before, after, tests: [] })).toBe(4);
  });
});
