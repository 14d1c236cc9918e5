import { describe, expect, it } from "vitest";
import { findParts } from "./changed-parts.ts";

const cart = `import { requireAdmin } from "./auth.js";

export function total(rows) {
  return rows.length;
}

export function wipe(user, rows) {
  requireAdmin(user);
  rows.length = 0;
}
`;
const fixed = cart.replace("return rows.length", "return sum(rows)");

describe("findParts", () => {
  it("undoes one group of changed lines at a time", () => {
    const after = fixed.replace("  requireAdmin(user);\n", "");
    const parts = partsOf({ "cart.js": cart }, { "cart.js": after });
    expect(parts.map(({ line, text }) => [line, text])).toEqual([
      [4, "return sum(rows);"],
      [8, "requireAdmin(user);"],
    ]);
    expect(parts.map(({ without }) => without)).toEqual([cart.replace("  requireAdmin(user);\n", ""), fixed]);
  });

  it("separates deleted code from a change on the next line", () => {
    const after = cart.replace("  requireAdmin(user);\n  rows.length = 0;", "  rows.length = 1;");
    const texts = partsOf({ "cart.js": cart }, { "cart.js": after }).map(({ text }) => text);
    expect(texts).toEqual(["rows.length = 1;", "requireAdmin(user);"]);
  });

  it("includes files of any kind, and deleted files", () => {
    const parts = partsOf(
      { "cart.js": cart, "settings.yaml": "a: 1\nb: 2\n", "policy.yaml": "wipe: admins\n" },
      { "cart.js": fixed, "settings.yaml": "a: 1\n" },
    );
    expect(parts.map(({ path, without }) => [path, without])).toEqual([
      ["policy.yaml", "wipe: admins\n"],
      ["cart.js", cart],
      ["settings.yaml", "a: 1\nb: 2\n"],
    ]);
  });

  it("separates a wrapper that is removed from a change on the line before it", () => {
    const before = { "a.py": "def label(text):\n    text = text.strip()\n    return clip(text, LIMIT)\n" };
    const after = { "a.py": "def label(text):\n    text = text.lower()\n    return text\n" };
    expect(partsOf(before, after).map(({ without }) => without)).toEqual(
      expect.arrayContaining([
        "def label(text):\n    text = text.lower()\n    return clip(text, LIMIT)\n",
        "def label(text):\n    text = text.strip()\n    return text\n",
      ]),
    );
  });

  it("returns all parts, however many there are", () => {
    const lines = (call: string) => Array.from({ length: 40 }, (_, at) => `a${at}();\n${call}`).join("");
    expect(partsOf({ "a.js": lines("log();\n") }, { "a.js": lines("") }).length).toBeGreaterThanOrEqual(40);
  });

  it.each([
    [
      "indentation in Python",
      "a.py",
      "def f(a, b):\n    if a > b:\n        log(a)\n    check(a)\n",
      "def f(a, b):\n    if a > b:\n        log(a)\n        check(a)\n",
    ],
    [
      "a line end after return in JavaScript",
      "a.js",
      "function f(a) {\n  return a;\n}\n",
      "function f(a) {\n  return\n    a;\n}\n",
    ],
    [
      "brackets in a language without a grammar",
      "a.sql",
      "select 1 where a and\n(b or c)\n",
      "select 1 where a and\nb or c\n",
    ],
    ["indentation in a data file", "a.ini", "[a]\nb = 1\nc = 2\n", "[a]\nb = 1\n c = 2\n"],
    ["brackets in JSON", "a.json", '["a", ["b"]]', '["a", "b"]'],
  ])("counts a change of %s as a part of its own", (_name, path, before, after) => {
    const parts = partsOf({ "cart.js": cart, [path]: before }, { "cart.js": fixed, [path]: after });
    expect(parts.map(({ path, without }) => [path, without])).toEqual([
      ["cart.js", cart],
      [path, before],
    ]);
  });

  it.each([
    ["a.js", "f(a,\n  b);\n", "f(\n  a, b\n);\n"],
    ["a.py", "f(a,\n  b)\n\ng()\n", "f(\n    a, b\n)\ng()\n"],
    ["a.go", "package a\n\nfunc f() {\n\tg( 1 )\n}\n", "package a\n\nfunc f() {\n    g(1)\n\n}\n"],
    ["a.json", '{"a": [1, 2]}', '{\n  "a": [1, 2]\n}\n'],
    ["a.sql", "select 1\n\nfrom a  \n", "select 1\nfrom a\n"],
  ])("ignores layout without meaning in %s", (path, before, after) => {
    expect(partsOf({ "cart.js": cart, [path]: before }, { "cart.js": fixed, [path]: after })).toEqual([]);
  });

  it.each([
    ["a change in one piece", fixed],
    ["a comment next to the change", fixed.replace("  rows.length = 0;", "  // Empty.\n  rows.length = 0;")],
    ["no change", cart],
  ])("finds nothing to separate in %s", (_name, after) => {
    expect(partsOf({ "cart.js": cart }, { "cart.js": after })).toEqual([]);
  });
});

function partsOf(before: Record<string, string>, after: Record<string, string>) {
  const files = (texts: Record<string, string>) =>
    Object.entries(texts).map(([path, text]) => ({ path, text }));
  return findParts({ before: files(before), after: files(after), tests: [] });
}
