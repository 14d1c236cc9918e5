import { describe, expect, it } from "vitest";
import { changedTexts } from "../../../../test/support/repair/changed-texts.ts";

describe("the same change wherever a function has the same code", () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [
      "a name",
      "m.py",
      "def f(conn, low):\n    conn.send(low)\n    return conn\n",
      "def f(conn, low):\n    low.send(low)\n    return low\n",
    ],
    [
      "a call",
      "m.js",
      "function f(a, b) { g(a); h(); g(a); }",
      "function f(a, b) { g(a, b); h(); g(a, b); }",
    ],
  ];
  it.each(cases)("changes %s in both places", (_, path, before, after) => {
    expect(changedTexts(path, before)).toContain(after);
  });

  it("does not combine changes in more than four places", () => {
    const calls = (argument: string) => `function f(a, b) { ${`g(${argument}); `.repeat(5)}}`;
    expect(changedTexts("m.js", calls("a"))).not.toContain(calls("b"));
  });

  it("leaves equal code of another function alone", () => {
    const texts = changedTexts("m.py", "def f(a, b):\n    return g(a)\n\n\ndef h(a, b):\n    return g(a)\n");
    expect(texts).not.toContain("def f(a, b):\n    return g(b)\n\n\ndef h(a, b):\n    return g(b)\n");
  });
});
