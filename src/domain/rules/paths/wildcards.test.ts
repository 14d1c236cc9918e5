import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileWildcard } from "./wildcards.ts";

describe("compileWildcard", () => {
  it.each([
    ["git", "git", true],
    ["git", "gitk", false],
    ["*main*", "HEAD:main", true],
    ["a*a", "a", false],
    ["a*b*c", "a-b-b-c", true],
    ["*", "", true],
    ["a.c", "abc", false],
    ["a*", "a\nb", true],
  ])("%s on %s is %s", (pattern, text, expected) => {
    expect(compileWildcard(pattern)(text)).toBe(expected);
  });

  it("agrees with a regular expression", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, given) => {
        const expression = new RegExp(`^${pattern.replaceAll("*", ".*")}$`, "s");
        expect(compileWildcard(pattern)(given)).toBe(expression.test(given));
      }),
      { numRuns: 2000 },
    );
  });
});
