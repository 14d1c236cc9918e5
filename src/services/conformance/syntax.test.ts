import { expect, it } from "vitest";
import { findWithScopes, parseText, rangeOf, scopeOf } from "./syntax.ts";

it.each([
  [
    "python",
    "class A:\n    def f(self):\n        g(1)\n        def h():\n            g(2)\n    x = g(3)\ng(4)\n",
  ],
  ["typescript", "class A { f() { const x = () => g(1); let y; } }\nfunction h() { g(2); }\ng(3); let z;\n"],
  ["go", "package p\n\nfunc f() {\n\tg(1)\n\tfunc() { g(2) }()\n}\n\nfunc (a A) h() { g(3) }\n"],
  ["rust", "impl A { fn f() { g(1); } }\nmod m { trait T { fn h() { g(2); } } }\nfn i() {}\n"],
  ["java", "class A { A() { g(1); } void f() { int x = g(2); } record R(int a) { void h() { g(3); } } }\n"],
] as const)("one walk finds the same scopes as asking every node of %s", (language, text) => {
  const tree = parseText(language, text);
  const rule = { regex: "." };
  const found = findWithScopes(tree, [rule]);
  const asked = tree.root.findAll({ rule } as Parameters<typeof tree.root.findAll>[0]);
  expect(found.length).toBeGreaterThan(20);
  expect(found.map(({ range, scope }) => ({ range, scope }))).toEqual(
    asked.map((node) => ({ range: rangeOf(node), scope: scopeOf(node) })),
  );
});

it.each([
  ["a kind that is not a scope", { kind: "call_expression" }, ["panic(1)"]],
  ["a kind that is a scope", { kind: "function_declaration" }, ["func f() {\n\tpanic(1)\n}"]],
  [
    "the kind of its parent too",
    { kind: "source_file > function_declaration" },
    ["func f() {\n\tpanic(1)\n}"],
  ],
  ["no kind", { regex: "^func" }, ["func f() {\n\tpanic(1)\n}", "func"]],
])("finds the matches of a rule that names %s", (_, rule, texts) => {
  const tree = parseText("go", "package p\n\nfunc f() {\n\tpanic(1)\n}\n");
  expect(findWithScopes(tree, [rule]).map(({ node }) => node.text())).toEqual(texts);
});

it("omits scopes that match no rule", () => {
  const tree = parseText("go", "package p\n\nfunc f() {\n\tpanic(1)\n}\n");
  const found = findWithScopes(tree, [{ kind: "call_expression" }]);
  expect(found.map(({ node, scope }) => [node.text(), scope])).toEqual([["panic(1)", "f"]]);
});
