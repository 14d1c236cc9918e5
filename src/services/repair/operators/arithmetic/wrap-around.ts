import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { infix } from "../../syntax/expression.ts";
import { child } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

export const wrapAround: Operator = {
  meta: {
    id: "wrap-around",
    title: "Wrap around after the last item",
    why: "A list is used as a ring: the index runs past the end instead of returning to the start.",
    cost: COSTS["wrap-around"].prior,
    kinds: ["subscript"],
    most: 1,
    examples: [
      {
        language: "python",
        before: "def f(days, at):\n    return days[at]\n",
        after: "def f(days, at):\n    return days[at % len(days)]\n",
      },
      {
        language: "javascript",
        before: "const next = (turns, at) => turns[at + 1];",
        after: "const next = (turns, at) => turns[(at + 1) % turns.length];",
      },
      {
        language: "typescript",
        before: "function f(days: string[], at: number) { return days[at]; }",
        after: "function f(days: string[], at: number) { return days[at % days.length]; }",
      },
      {
        language: "go",
        before: "package p\nfunc f(days []string, at int) string { return days[at] }",
        after: "package p\nfunc f(days []string, at int) string { return days[at % len(days)] }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(days, at):\n    return days[at % len(days)]" },
      { language: "javascript", code: "function f(days) { return days[0]; }" },
    ],
  },
  *propose(site, context) {
    const [object, index] = [child(site, "object"), child(site, "index")];
    if (object === null || index === null || !/^(?:identifier|binary)$/.test(index.kind)) return;
    if (object.kind !== "identifier" && object.kind !== "attribute") return;
    const length = context.language.write.length(context.expression(object));
    if (length === null || context.text(index).includes("%")) return;
    yield replace(index, infix("%", context.expression(index), length));
  },
};
