import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import { RETURNS_NEW } from "../../propose/method-call.ts";
import { child } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["call-name"];

export const callName: Operator = {
  meta: {
    id: "call-name",
    title: "Call a similar function or method",
    why: "`min` for `max`, `any` for `all`, `push` for `unshift`; or another function in the file that takes the same number of arguments.",
    cost: costs.prior,
    kinds: ["call"],
    most: 60,
    examples: [
      { language: "python", before: "x = any(a)", after: "x = all(a)" },
      { language: "python", before: "x = f(1) + g(2)", after: "x = g(1) + g(2)" },
      { language: "javascript", before: "x = Math.floor(a);", after: "x = Math.ceil(a);" },
      { language: "typescript", before: "const x = a.some(f);", after: "const x = a.every(f);" },
      {
        language: "go",
        before: "package p\nvar x = strings.TrimLeft(a, b)",
        after: "package p\nvar x = strings.TrimRight(a, b)",
      },
      { language: "rust", before: "fn f() { a.min(b); }", after: "fn f() { a.max(b); }" },
      {
        language: "java",
        before: "class A { int x = Math.min(a, b); }",
        after: "class A { int x = Math.max(a, b); }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a.b(1)" },
      { language: "javascript", code: "function f(a) { return a.run(); }" },
    ],
  },
  *propose(site, context) {
    const callee = child(site, "callee");
    if (callee === null) return;
    const at = callee.kind === "attribute" ? child(callee, "property") : callee;
    if (at === null) return;
    const name = context.text(at);
    const tried = new Set([name]);
    const isForEffect = site.parent?.kind === "expression-statement";
    const isUseless = (other: string) => isForEffect && RETURNS_NEW.test(other);
    for (const family of context.language.confusions) {
      if (!family.includes(name)) continue;
      for (const other of family) {
        if (tried.has(other) || isUseless(other)) continue;
        tried.add(other);
        yield put(at, other, family.length > 3 ? costs.largeFamily : 0);
      }
    }
    const arity = child(site, "arguments")?.children.length ?? 0;
    if (callee.kind === "identifier") {
      for (const other of context.ingredients.functions) {
        if (tried.has(other.name) || other.arity !== arity) continue;
        tried.add(other.name);
        yield put(at, other.name, costs.anyFunction);
      }
      return;
    }
    for (const other of context.ingredients.methods) {
      if (tried.has(other) || isUseless(other)) continue;
      tried.add(other);
      yield put(at, other, costs.anyMethod);
    }
  },
};
