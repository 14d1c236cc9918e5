import { COSTS } from "../../costs.ts";
import { put, under } from "../../propose/edits.ts";
import { ancestors, descendants, enclosingFunction, isLoop, isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["return-if"];

export const returnIf: Operator = {
  meta: {
    id: "return-if",
    title: "Return from a loop only with a result",
    why: "The first iteration ends the search even if it found nothing, so the rest is never checked.",
    cost: costs.prior,
    kinds: ["return"],
    most: 3,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    for x in xs:\n        return g(x)\n    return False\n",
        after: "def f(xs):\n    for x in xs:\n        if g(x):\n            return True\n    return False\n",
      },
      {
        language: "python",
        before: "def f(xs):\n    for x in xs:\n        return g(x)\n    return None\n",
        after: "def f(xs):\n    for x in xs:\n        if g(x):\n            return g(x)\n    return None\n",
      },
      {
        language: "javascript",
        before: "function f(xs) {\n  for (const x of xs) {\n    return g(x);\n  }\n  return false;\n}",
        after:
          "function f(xs) {\n  for (const x of xs) {\n    if (g(x)) {\n      return true;\n    }\n  }\n  return false;\n}",
      },
      {
        language: "go",
        before:
          "package p\nfunc f(xs []int) bool {\n\tfor _, x := range xs {\n\t\treturn g(x)\n\t}\n\treturn false\n}",
        after:
          "package p\nfunc f(xs []int) bool {\n\tfor _, x := range xs {\n\t\tif g(x) {\n\t\t\treturn true\n\t\t}\n\t}\n\treturn false\n}",
      },
      {
        language: "java",
        before:
          "class A { boolean f(int[] xs) {\n  for (int x : xs) {\n    return g(x);\n  }\n  return false;\n} }",
        after:
          "class A { boolean f(int[] xs) {\n  for (int x : xs) {\n    if (g(x)) {\n      return true;\n    }\n  }\n  return false;\n} }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { for (const x of a) return true; }" },
    ],
  },
  *propose(site, context) {
    const [value] = site.children;
    const owner = enclosingFunction(site);
    if (value === undefined || owner === null || !isValue(value) || value.kind === "boolean") return;
    const around = [...ancestors(site)];
    if (!around.slice(0, around.indexOf(owner)).some(isLoop)) return;
    const { write } = context.language;
    const text = context.text(value);
    const answers = descendants(owner).filter((node) => node.kind === "return" && node !== site);
    const yesOrNo = answers.some((node) => node.children[0]?.kind === "boolean");
    const when = (condition: string, answer: string) =>
      under(condition, write.returning(answer), site, context);
    const not = write.not(context.expression(value)).text;
    if (yesOrNo) yield put(site, when(text, write.true));
    if (yesOrNo) yield put(site, when(not, write.false), costs.negatedFalse);
    yield put(site, when(text, text), yesOrNo ? costs.truthyYesOrNo : costs.truthy);
    yield put(site, when(write.isNotNull(context.expression(value)).text, text), costs.notNull);
  },
};
