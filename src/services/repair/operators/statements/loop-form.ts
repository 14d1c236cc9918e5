import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import { child } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["loop-form"];

export const loopForm: Operator = {
  meta: {
    id: "loop-form",
    title: "Change if to while, or while to if",
    why: "Something that must be repeated while a condition is true is done once, or the other way around.",
    cost: costs.prior,
    kinds: ["if", "while"],
    most: 1,
    examples: [
      {
        language: "python",
        before: "def f(n):\n    if n % 2 == 0:\n        n //= 2\n    return n\n",
        after: "def f(n):\n    while n % 2 == 0:\n        n //= 2\n    return n\n",
      },
      {
        language: "javascript",
        before: "function f(n) { if (n > 9) { n = g(n); } return n; }",
        after: "function f(n) { while (n > 9) { n = g(n); } return n; }",
      },
      {
        language: "go",
        before: "package p\nfunc f(n int) int {\n\tif n > 9 {\n\t\tn -= 10\n\t}\n\treturn n\n}",
        after: "package p\nfunc f(n int) int {\n\tfor n > 9 {\n\t\tn -= 10\n\t}\n\treturn n\n}",
      },
      {
        language: "typescript",
        before: "function f(n: number) { while (n > 9) { n = g(n); } return n; }",
        after: "function f(n: number) { if (n > 9) { n = g(n); } return n; }",
      },
    ],
    leaves: [
      {
        language: "go",
        code: "package p\nfunc f(n int) {\n\tif err := g(n); err != nil {\n\t\tpanic(err)\n\t}\n}",
      },
      { language: "python", code: "def f(a):\n    if a:\n        g()\n    else:\n        h()" },
      { language: "javascript", code: "function f(a) { if (a) { g(); } else { h(); } }" },
    ],
  },
  *propose(site, context) {
    const hasMore = site.children.some(
      (each) => each.role === "alternative" || each.kind === "else" || /^el(?:se|if)/.test(each.raw),
    );
    if (hasMore || child(site, "condition") === null) return;
    const repeated = context.language.id === "go" ? "for" : "while";
    const [word, other] = site.kind === "if" ? ["if", repeated] : [repeated, "if"];
    if (!context.source.startsWith(word, site.start)) return;
    if (repeated === "for" && context.text(site).split("{", 1)[0]?.includes(";")) return;
    yield put({ text: word, start: site.start, end: site.start + word.length }, other);
  },
};
