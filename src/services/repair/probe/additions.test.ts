import { describe, expect, it } from "vitest";
import { additionsOf, onlyRearranges } from "./additions.ts";
import { changedFiles } from "./aims.ts";

const SIGN = "def f(n):\n    if n > 10:\n        return 'high'\n    return 'low'\n";
const CHAIN =
  "def f(c):\n    if c == 'USD':\n        return '$'\n    if c == 'EUR':\n        return '€'\n    return c\n";
const TABLE = "DAYS = {'jan': 31, 'mar': 31}\n\n\ndef f(m):\n    return DAYS[m]\n";
const MONTHS = "def f(m):\n    if m in (4, 6, 9, 11):\n        return 30\n    return 31\n";
const SWITCH =
  "export function f(c) {\n  switch (c) {\n    case 200:\n      return 'OK';\n    case 404:\n      return 'Not Found';\n    default:\n      return '?';\n  }\n}\n";

describe("additions that can single out inputs", () => {
  it.each<[string, string, string, string, boolean]>([
    ["another operator", "m.py", SIGN, SIGN.replace(">", ">="), false],
    ["another number", "m.py", SIGN, SIGN.replace("10", "11"), false],
    ["another name", "m.py", SIGN, SIGN.replace("n > 10", "m > 10"), false],
    [
      "a branch without a literal",
      "m.py",
      SIGN,
      SIGN.replace("    if", "    if n is None:\n        return n\n    if"),
      false,
    ],
    [
      "a branch with trivial literals",
      "m.py",
      SIGN,
      SIGN.replace("    if", "    if n == 0:\n        return 1\n    if"),
      false,
    ],
    [
      "an error with a message",
      "m.py",
      SIGN,
      SIGN.replace("    if", "    if n < 0:\n        raise ValueError('7 is wrong')\n    if"),
      false,
    ],
    [
      "a branch with a literal",
      "m.py",
      SIGN,
      SIGN.replace("    if", "    if n == 7:\n        return 13\n    if"),
      true,
    ],
    [
      "a conditional",
      "m.py",
      SIGN,
      SIGN.replace("return 'low'", "return 'seven' if n == 7 else 'low'"),
      true,
    ],
    ["a comparison in a sum", "m.py", SIGN, SIGN.replace("n > 10", "n + (n == 7) * 30 > 10"), true],
    ["a table inside", "m.py", SIGN, SIGN.replace("return 'low'", "return {7: 'x'}.get(n, 'low')"), true],
    [
      "a table outside",
      "m.py",
      SIGN,
      `T = {7: 'x'}\n${SIGN.replace("return 'low'", "return T.get(n, 'low')")}`,
      true,
    ],
    [
      "a new helper",
      "m.py",
      SIGN,
      `def g(n):\n    return 'x' if n == 7 else None\n\n\n${SIGN.replace("return 'low'", "return g(n) or 'low'")}`,
      true,
    ],
    ["one more entry in a table", "m.py", TABLE, TABLE.replace("'mar'", "'feb': 28, 'mar'"), false],
    [
      "one more case in a chain",
      "m.py",
      CHAIN,
      CHAIN.replace("    return c\n", "    if c == 'GBP':\n        return '£'\n    return c\n"),
      false,
    ],
    [
      "a case for a value that the chain does not check",
      "m.py",
      CHAIN.replace("(c)", "(c, n)"),
      CHAIN.replace("(c)", "(c, n)").replace(
        "    return c\n",
        "    if n == 77:\n        return '£'\n    return c\n",
      ),
      true,
    ],
    [
      "one more value next to a list of values",
      "m.py",
      MONTHS,
      MONTHS.replace("    if", "    if m == 2:\n        return 28\n    if"),
      false,
    ],
    ["one more value in a list", "m.py", MONTHS, MONTHS.replace("4, 6", "4, 5, 6"), false],
    [
      "one more word in a list, and another call",
      "m.py",
      "def f(s):\n    return s in ('yes', 'true')\n",
      "def f(s):\n    return s.lower() in ('yes', 'true', 'on')\n",
      false,
    ],
    [
      "one more case in a switch",
      "m.mjs",
      SWITCH,
      SWITCH.replace("    default", "    case 418:\n      return 'Teapot';\n    default"),
      false,
    ],
    [
      "a switch",
      "m.mjs",
      "export const f = (n) => n;\n",
      "export function f(n) {\n  switch (n) {\n    case 7:\n      return 13;\n  }\n  return n;\n}\n",
      true,
    ],
    [
      "one constant for another",
      "m.py",
      "TIERS = [(100, 20), (10, 5)]\n\ndef rate(n):\n    return [p for m, p in TIERS if n > m]\n",
      "TIERS = [(99, 20), (10, 5)]\n\ndef rate(n):\n    return [p for m, p in TIERS if n > m]\n",
      false,
    ],
    [
      "two constants for two others",
      "m.py",
      "TIERS = [(100, 20), (10, 5)]\n\ndef rate(n):\n    return [p for m, p in TIERS if n > m]\n",
      "TIERS = [(99.5, 20), (9.5, 5)]\n\ndef rate(n):\n    return [p for m, p in TIERS if n > m]\n",
      true,
    ],
    [
      "a lookup",
      "m.mjs",
      "export const f = (n) => n;\n",
      "export const f = (n) => ({ 7: 13 })[n] ?? n;\n",
      true,
    ],
  ])("%s", (_name, path, before, after, selects) => {
    const [file] = changedFiles([{ path, text: before }], [{ path, text: after }]);
    expect(file === undefined ? null : additionsOf(file).selects).toBe(selects);
  });

  it("names new literals without quotes, and no others", () => {
    const after = SIGN.replace("    if", "    if n == 7:\n        return 'seven'\n    if");
    const [file] = changedFiles([{ path: "m.py", text: SIGN }], [{ path: "m.py", text: after }]);
    expect(file && additionsOf(file).literals).toEqual(["7", "seven"]);
  });
});

describe("functions that a change may have altered", () => {
  it.each<[string, string, string, string, readonly string[]]>([
    [
      "a function whose text changed",
      "m.py",
      `${SIGN}\n\ndef g():\n    return 1\n`,
      `${SIGN}\n\ndef g():\n    return 2\n`,
      ["g"],
    ],
    ["those that read a changed table", "m.py", TABLE, TABLE.replace("31", "30"), ["f"]],
    ["one that is replaced after its definition", "m.py", SIGN, `${SIGN}\n\nf = wrap(f)\n`, ["f"]],
    ["one whose decorator changed", "m.py", SIGN, `@wrap\n${SIGN}`, ["f"]],
    [
      "methods",
      "m.mjs",
      "export class C {\n  a() {\n    return 1;\n  }\n  b() {\n    return 2;\n  }\n}\n",
      "export class C {\n  a() {\n    return 1;\n  }\n  b() {\n    return 3;\n  }\n}\n",
      ["C.b"],
    ],
    [
      "functions of an exported object",
      "m.cjs",
      "module.exports = { f: (n) => n };\n",
      "module.exports = { f: (n) => n + 1 };\n",
      ["f"],
    ],
    [
      "none if only a comment changed",
      "m.mjs",
      "// a\nexport const f = (n) => n;\n",
      "// b\nexport const f = (n) => n;\n",
      [],
    ],
  ])("%s", (_name, path, before, after, names) => {
    const [file] = changedFiles([{ path, text: before }], [{ path, text: after }]);
    expect(file?.aims.map((each) => each.name)).toEqual(names);
  });
});

describe("a change that only rearranges code", () => {
  const before = "LIMIT = 7\n\ndef f(a, b):\n    if a > b:\n        return a - 1\n    return LIMIT\n";
  it.each([
    ["another operator", before.replace(">", ">="), true],
    ["another name", before.replace("a - 1", "b - 1"), true],
    ["a trivial constant", before.replace("a - 1", "a - 0"), true],
    ["a new value", before.replace("a - 1", "a - 13"), false],
    ["a new name", before.replace("a - 1", "abs(a) - 1"), false],
    [
      "one more branch",
      before.replace("    return LIMIT", "    if b > a:\n        return b\n    return LIMIT"),
      false,
    ],
  ])("%s", (_name, after, expected) => {
    const [file] = changedFiles([{ path: "m.py", text: before }], [{ path: "m.py", text: after }]);
    expect(file && onlyRearranges(file)).toBe(expected);
  });
});
