import { expect, it } from "vitest";
import { mayMatch, requiredWords } from "./required-words.ts";

it.each<[rule: unknown, words: string[][] | null]>([
  [{ pattern: "console.log($$$A)" }, [["console.log("]]],
  [{ pattern: "$A == $B" }, [[]]],
  [{ kind: "goto_statement" }, [["goto"]]],
  [{ kind: "expression_statement" }, null],
  [{ kind: "call_expression", has: { kind: "true" } }, [["rue"]]],
  [{ any: [{ pattern: "f()" }, { pattern: "g()" }] }, [["f("], ["g("]]],
  [{ any: [{ pattern: "f()" }, { regex: "x" }] }, null],
  [{ all: [{ pattern: "f($A)" }, { regex: "x" }], inside: { kind: "for_statement" } }, [["for", "f("]]],
  [{ not: { pattern: "f()" } }, null],
  [{ pattern: { context: "f(1)", selector: "number" } }, null],
  ["text", null],
])("%j needs %j", (rule, words) => {
  expect(requiredWords(rule)?.map((all) => [...all]) ?? null).toEqual(words);
});

it.each<[text: string, may: boolean]>([
  ["x = fmt.Println(1)", true],
  ["fmt\n  .Println (1)", true],
  ["fmt?.Println(1)", true],
  ["fmt /* the, package */ . Println(1)", true],
  ["fmt.Println // why\n(1)", true],
  ["fmt.\f\u0010Println(1)", true],
  ["x.fmt.Println(1)", true],
  ["fmt.Printlns(1)", false],
  ["afmt.Println(1)", false],
  ["fmt.Println", false],
  ["fmt and Println(1)", false],
  ["fmt.Println is called (twice)", false],
  ["", false],
])("looks for a call as code may write it: %j %s", (text, may) => {
  expect(mayMatch(text, requiredWords({ pattern: "fmt.Println($$$A)" }))).toBe(may);
});

it("rules out only texts that lack every alternative", () => {
  expect(mayMatch("f x", [["f", "x"], ["g"]])).toBe(true);
  expect(mayMatch("f", [["f", "x"], ["g"]])).toBe(false);
  expect(mayMatch("", null)).toBe(true);
});

it("distinguishes the words of the node from those around it", () => {
  const rule = { kind: "defer_statement", inside: { kind: "for_statement" } };
  expect(requiredWords(rule)).toEqual([["defer", "for"]]);
  expect(requiredWords(rule, "node")).toEqual([["defer"]]);
});
