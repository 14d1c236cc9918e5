import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["sort-order"];

export const sortOrder: Operator = {
  meta: {
    id: "sort-order",
    title: "Sort by another order",
    why: "Numbers sorted as text, ascending for descending, no key.",
    cost: costs.prior,
    kinds: ["call"],
    most: 8,
    examples: [
      { language: "python", before: "x = sorted(a)", after: "x = sorted(a, reverse=True)" },
      { language: "python", before: "x = sorted(a, reverse=True)", after: "x = sorted(a)" },
      { language: "python", before: "a.sort()", after: "a.sort(key=len)" },
      { language: "javascript", before: "a.sort();", after: "a.sort((a, b) => a - b);" },
      { language: "typescript", before: "xs.sort();", after: "xs.sort((a, b) => b - a);" },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return list(a)" },
      { language: "javascript", code: "function f(a) { return a.map(g); }" },
    ],
  },
  *propose(site, context) {
    const callee = child(site, "callee");
    const given = child(site, "arguments");
    if (callee === null || given === null) return;
    const name = context.text(callee.kind === "attribute" ? (child(callee, "property") ?? callee) : callee);
    const head = context.text(callee);
    const items = given.children.map((each) => context.text(each));
    if (context.language.id === "python") {
      if (name !== "sorted" && name !== "sort" && name !== "max" && name !== "min") return;
      const plain = items.filter((each) => !each.startsWith("reverse="));
      const reversed = plain.length < items.length;
      if (name.startsWith("sort")) {
        yield replace(
          site,
          atom(`${head}(${(reversed ? plain : [...plain, "reverse=True"]).join(", ")})`),
          0,
        );
      }
      if (items.some((each) => each.startsWith("key="))) return;
      for (const key of ["len", "abs", "str.lower", "lambda pair: pair[1]", "lambda pair: pair[0]"]) {
        yield replace(site, atom(`${head}(${[...items, `key=${key}`].join(", ")})`), costs.byKey);
      }
      return;
    }
    if (name !== "sort" && name !== "toSorted") return;
    if (items.length === 0) {
      yield replace(site, atom(`${head}((a, b) => a - b)`), costs.numeric);
      yield replace(site, atom(`${head}((a, b) => b - a)`), 0);
      yield replace(site, atom(`${head}((a, b) => a.localeCompare(b))`), costs.byLocale);
    } else yield replace(site, atom(`${head}()`), costs.plain);
  },
};
