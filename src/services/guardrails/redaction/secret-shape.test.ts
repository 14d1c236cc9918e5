import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaceShape } from "./secret-shape.ts";

describe("replaceShape", () => {
  it.each([
    ["mycorp_*", "key mycorp_abcd1234 end", "key # end"],
    ["mycorp_*", "mycorp_abc", "mycorp_abc"],
    ["mycorp_*", "'mycorp_abcd' mycorp_efgh", "'#' #"],
    ["a-*-z", "a-1234-z-5678-z!", "#!"],
    ["a-*-z", "a-123-z", "a-123-z"],
    ["pw: *", "pw: hunter22, pw: x", "#, pw: x".replace("#,", "#")],
    ["exact", "an exact word", "an # word"],
    ["*", "abcdef gh", "# gh"],
  ])("%s in %s", (shape, text, expected) => {
    expect(replaceShape(text, shape, "#")).toBe(expected);
  });

  it("agrees with a regular expression with one star", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "-", " "), maxLength: 30 });
    fc.assert(
      fc.property(word, fc.constantFrom("a*", "a*b", "ab*-", "-*a"), (text, shape) => {
        const expression = new RegExp(shape.replace("*", "[^\\s\"'`]{4,}"), "g");
        expect(replaceShape(text, shape, "#")).toBe(text.replace(expression, "#"));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes time linear in the text, for any shape", () => {
    const started = process.cpuUsage();
    replaceShape("a".repeat(200_000), `${"a*".repeat(30)}b`, "#");
    expect(process.cpuUsage(started).user / 1_000_000).toBeLessThan(5);
  });
});
