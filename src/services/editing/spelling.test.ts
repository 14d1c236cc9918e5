import { describe, expect, it } from "vitest";
import { equalButForSpaces, similarity, typoBetween } from "./spelling.ts";

describe("a typo", () => {
  it.each([
    ["a letter lost", "reslt = 0", "result = 0", ["reslt"]],
    ["a letter added", "resultt = 0", "result = 0", ["resultt"]],
    ["two letters swapped", "reuslt = 0", "result = 0", ["reuslt"]],
    ["a letter mistaken", "rezult = 0", "result = 0", ["rezult"]],
    ["a doubled letter", "clas A:", "class A:", ["clas"]],
    ["a bracket lost", "f(a", "f(a)", []],
    ["a missing period between words", "selfrepo()", "self.repo()", ["selfrepo"]],
    ["a missing operator between words", "promptNone", "prompt=None", ["promptNone"]],
    ["a missing comment mark", "x   noqa", "x  # noqa", []],
    ["different indentation as well", "    reslt = 0", "\tresult = 0", ["reslt"]],
  ])("%s", (_, searched, found, words) => {
    expect(typoBetween(searched, found)?.words ?? null).toEqual(words);
  });

  it.each([
    ["a number", "item1()", "item2()"],
    ["a digit lost", "wait(10)", "wait(100)"],
    ["a period between digits", "wait(15)", "wait(1.5)"],
    ["an operator", "a < b", "a <= b"],
    ["a sign", "x = 1", "x = -1"],
    ["a plural", "for item in x", "for items in x"],
    ["a suffix", "result = 0", "result_old = 0"],
    ["a different first letter", "getName()", "setName()"],
    ["a short word", "if x", "if y"],
    ["two typos", "reslt = vale", "result = value"],
    ["nothing", "same", "same"],
    ["all of it", "", "something"],
  ])("is not %s", (_, searched, found) => {
    expect(typoBetween(searched, found)).toBeNull();
  });
});

it("compares without spaces", () => {
  expect(equalButForSpaces("a = b( c )", "a=b(c)")).toBe(true);
  expect(equalButForSpaces("a = b", "a = c")).toBe(false);
});

it("measures similarity between 0 and 1", () => {
  expect(similarity("abcd", "abcd")).toBe(1);
  expect(similarity("abcd", "wxyz")).toBe(0);
  expect(similarity("abcd", "abxd")).toBeGreaterThan(similarity("abcd", "axxd"));
});
