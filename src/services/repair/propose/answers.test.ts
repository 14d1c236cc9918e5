import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { complaintsOf } from "../localize/complaints.ts";
import { suspect } from "../localize/suspicion.ts";
import { operators } from "../operators/list.ts";
import { createAnswers } from "./answers.ts";
import { propose } from "./propose.ts";

const CODE = "def f(total, flag):\n    if flag:\n        total = g(totl)\n    return total\n";
const UNDEFINED = { type: "NameError", message: "name 'totl' is not defined" };

function doubt(code: string, from: string, to: string, error = UNDEFINED, line = 3): string | null {
  const target = makeTarget({ "m.py": code }, { "test_m.py": "" }, `m.py:${line}`, error);
  const start = code.indexOf(from);
  const edit = { start, end: start + from.length, text: to };
  return createAnswers(target, complaintsOf(target))([edit], { path: "m.py", text: code });
}

describe("an edit that leaves an undefined name in place", () => {
  it.each([
    ["keeps the line from being reached", "if flag", "if not flag"],
    ["changes another place", "return total", "return flag"],
    ["is made in the line, around the name", "g(totl)", "g(totl) + 1"],
    ["deletes the line", "        total = g(totl)\n", ""],
  ])("is doubted if it %s", (_, from, to) => {
    expect(doubt(CODE, from, to)).toContain("name 'totl' is not defined");
  });

  it.each([
    ["removes the name from the line", "totl", "total"],
    ["removes the expression that contains it", "g(totl)", "0"],
    ["defines the name", "    if flag", "    totl = 0\n    if flag"],
  ])("is not doubted if it %s", (_, from, to) => {
    expect(doubt(CODE, from, to)).toBeNull();
  });

  it.each([
    ["may be about a wrong value", { type: "KeyError", message: "'totl'" }],
    ["is an assertion", { type: "AssertionError", message: "1 != 2" }],
    ["names nothing", { type: "AttributeError", message: "'NoneType' object has no attribute 'totl'" }],
  ])("is not doubted if the error %s", (_, error) => {
    expect(doubt(CODE, "if flag", "if not flag", error)).toBeNull();
  });

  it("is not doubted if a class has the member that another object lacks", () => {
    const code = `${CODE}class A:\n    def totl(self):\n        return 1\n`;
    const error = { type: "AttributeError", message: "'B' object has no attribute 'totl'" };
    expect(doubt(code, "if flag", "if not flag", error)).toBeNull();
  });
});

describe("a call with the wrong number of arguments", () => {
  const code = "def pad(a, b):\n    return a\n\ndef f(x):\n    if x:\n        return pad(x)\n    return 0\n";
  const error = { type: "TypeError", message: "pad() missing 1 required positional argument: 'b'" };

  it.each([
    ["pad(x)", "pad(x, x)"],
    ["pad(a, b)", "pad(a, b=0)"],
  ])("is addressed by %s → %s", (from, to) => {
    expect(doubt(code, from, to, error, 6)).toBeNull();
  });

  it.each([
    ["if x", "if not x"],
    ["return 0", "return 1"],
  ])("is not addressed by %s → %s", (from, to) => {
    expect(doubt(code, from, to, error, 6)).toContain("missing 1 required");
  });
});

it("ranks patches that do not address the error last, with a doubt", () => {
  const target = makeTarget({ "m.py": CODE }, { "test_m.py": "" }, "m.py:3", UNDEFINED);
  const ranked = (aim: typeof target) => {
    const found = [...propose(aim, { operators, suspicion: suspect(target) })];
    return found.find(({ description }) => description.includes("if flag: → if not flag:"));
  };
  const [doubted, usual] = [ranked(target), ranked(makeTarget({ "m.py": CODE }, { "test_m.py": "" }))];
  expect(doubted?.doubt).toContain("from being reached");
  expect(usual?.doubt).toBeUndefined();
  expect((doubted?.cost ?? 0) - (usual?.cost ?? 0)).toBeGreaterThan(0);
});
