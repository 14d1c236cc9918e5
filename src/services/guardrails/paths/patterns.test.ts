import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, matchesGlob, matchesPath } from "./patterns.ts";
import { CONTROL, hasNeedle } from "./protected.ts";

describe("globs", () => {
  it.each([
    [".env", ".env", true],
    [".env", ".envrc", false],
    ["*.pem", "server.pem", true],
    ["*.pem", "a/server.pem", false],
    ["id_rsa*", "id_rsa", true],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["src/**", "src/a/b.ts", true],
    ["**/x", "x", true],
    ["a?c", "abc", true],
    ["*.*", "a.b", true],
  ])("%s and %s: %s", (pattern, text, expected) => {
    expect(matchesGlob(pattern, text)).toBe(expected);
  });

  it("one star says the same with and without a regular expression", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", ".", "/", "+"), maxLength: 4 });
    fc.assert(
      fc.property(word, word, word, (before, between, after) => {
        const text = before + between + after;
        const wanted = !between.includes("/") && matchesGlob(`${before}*${after}`, text);
        if (!between.includes("/")) expect(wanted).toBe(true);
        const escaped = (part: string) => part.replace(/[.+/]/g, "\\$&");
        const expression = new RegExp(`^${escaped(before)}[^/]*${escaped(after)}$`, "su");
        const other = before + after + between;
        expect(matchesGlob(`${before}*${after}`, other)).toBe(expression.test(other));
      }),
    );
  });

  it("take names that some file system takes for the same", () => {
    for (const name of [".ENV", ".e\u200cnv", ".\uff45nv"])
      expect(matchesPath(".env", `a/${name}`)).toBe(true);
    expect(fold("Größe")).toBe("größe");
  });
});

describe("the needles of protected places", () => {
  it.each(CONTROL.map(([needles, expression, why]) => ({ needles, expression, why })))(
    "$why: $expression matches nothing that has none of them",
    ({ needles, expression }) => {
      const parts = expression.source.match(/[a-z_~-]{3,}/g) ?? [];
      const words = fc.constantFrom(...parts, ".", "/", ".json", ".yml", ".py", "~1", "s", "-", "config");
      const paths = fc.array(words, { minLength: 1, maxLength: 6 }).map((list) => list.join(""));
      fc.assert(
        fc.property(paths, (path) => {
          if (expression.test(path)) expect(hasNeedle(path, needles)).toBe(true);
        }),
        { numRuns: 500 },
      );
    },
  );
});
