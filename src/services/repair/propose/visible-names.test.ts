import { expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { expressionReuse } from "../operators/names/expression-reuse.ts";
import { applyEdits } from "./apply.ts";
import { propose } from "./propose.ts";

const everywhere = { of: () => 1, most: () => 1, isLinked: () => true, why: () => "" };

function textsFor(path: string, text: string): readonly string[] {
  const target = makeTarget({ [path]: text }, {});
  const found = [...propose(target, { operators: [expressionReuse], suspicion: everywhere })];
  return found.flatMap((patch) =>
    patch === null ? [] : [applyEdits(patch.edits, new Map([[path, text]])).get(path) ?? ""],
  );
}

it.each([
  [
    "src/lib.rs",
    "fn f(k: i32) -> i32 { match k + 3 { n => n * 2, m => m + 1 } }",
    "match n * 2",
    "n => m + 1",
  ],
  ["src/lib.rs", "fn f(n: i32, k: i32) -> i32 { match n % 3 { 0 => k, _ => n } }", "{ n => k", "{ k => k"],
  ["src/lib.rs", 'fn f(s: &str, k: i32) -> i32 { match s { "to be" => k, _ => k + 1 } }', "=> be"],
  [
    "a.go",
    "package p\nfunc f(a int) int {\n\tfor i := a + 1; i < 3; i++ {\n\t\tg(i * 2)\n\t}\n\treturn a - 1\n}",
    "i * 2 - 1",
    "return i * 2",
  ],
])("reuses no expression with a variable that is not visible at the place: %s", (path, text, ...invalid) => {
  const texts = textsFor(path, text);
  expect(texts.length).toBeGreaterThan(0);
  for (const each of invalid) expect(texts.filter((other) => other.includes(each))).toEqual([]);
});
