import { expect, it } from "vitest";
import { languageOf } from "../../languages/list.ts";
import { regionsOf } from "../regions.ts";
import { openSource } from "../source.ts";
import { atomsAt } from "./atoms.ts";
import { valueSites } from "./value-sites.ts";

function sitesIn(text: string, path = "m.py") {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language for ${path}`);
  const context = openSource({ path, text }, language);
  const sites = regionsOf(context.tree, text).flatMap((each) => valueSites(each));
  return { context, sites };
}

function atomsOf(text: string, code: string, path?: string) {
  const { context, sites } = sitesIn(text, path);
  const site = sites.find((each) => context.text(each) === code);
  if (site === undefined) throw new Error(`no site ${code}`);
  return atomsAt(site, context).map((each) => each.expression.text);
}

it("offers names, members, literals and parts of the expression itself", () => {
  const code = [
    "class Box:",
    "    def __init__(self, size):",
    "        self.size = size",
    "",
    "    def fit(self, row, limit):",
    '        wide = row["width"] - 3',
    "        return int(wide / limit) % limit",
    "",
  ].join("\n");
  const atoms = atomsOf(code, "int(wide / limit) % limit");
  expect(atoms).toEqual(
    expect.arrayContaining(["wide", "limit", "self.size", 'row["width"]', "3", "0", "int(wide / limit)"]),
  );
});

it("never evaluates a call with possible side effects again", () => {
  const code = "def f(stack, size):\n    return stack.pop() + len(stack) + read(size)\n";
  const atoms = atomsOf(code, "stack.pop() + len(stack) + read(size)");
  expect(atoms).toContain("len(stack)");
  expect(atoms.filter((each) => /pop|read/.test(each))).toEqual([]);
});

it("knows members of `this` in JavaScript", () => {
  const code = "export class A {\n  n = 0;\n  add(x) {\n    this.n = 1;\n    return x * 2;\n  }\n}\n";
  expect(atomsOf(code, "x * 2", "m.js")).toEqual(expect.arrayContaining(["x", "this.n", "2"]));
});

it("does not look at default values, decorators, callees and errors", () => {
  const code = "@wraps(a)\ndef f(x=1 + 2):\n    if x > 3:\n        raise ValueError(x)\n    return g(x)\n";
  const { context, sites } = sitesIn(code);
  const texts = sites.map((each) => context.text(each));
  expect(texts).toEqual(expect.arrayContaining(["x > 3", "g(x)"]));
  expect(texts.filter((each) => /1 \+ 2|wraps|ValueError|^g$/.test(each))).toEqual([]);
});
