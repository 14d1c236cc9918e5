import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import { child } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["boolean-constant"];

export const booleanConstant: Operator = {
  meta: {
    id: "boolean-constant",
    title: "Change true to false, or false to true",
    why: "A flag or a result with the wrong value, or a flag that is set instead of flipped.",
    cost: costs.prior,
    kinds: ["boolean"],
    most: 2,
    examples: [
      { language: "python", before: "found = True", after: "found = False" },
      { language: "javascript", before: "found = true;", after: "found = false;" },
      { language: "javascript", before: "open = true;", after: "open = !open;" },
      { language: "typescript", before: "const found = false;", after: "const found = true;" },
      { language: "go", before: "package p\nvar found = true", after: "package p\nvar found = false" },
      { language: "rust", before: "fn f() { let found = true; }", after: "fn f() { let found = false; }" },
      {
        language: "java",
        before: "class A { boolean found = true; }",
        after: "class A { boolean found = false; }",
      },
    ],
    leaves: [
      { language: "python", code: "found = 1" },
      { language: "javascript", code: "found = 1;" },
    ],
  },
  *propose(site, context) {
    const { write } = context.language;
    yield put(site, context.text(site) === write.true ? write.false : write.true);
    const target =
      site.role === "value" && site.parent?.kind === "assign" ? child(site.parent, "target") : null;
    if (target === null || site.parent?.parent?.kind === "declaration") return;
    yield put(site, write.not(context.expression(target)).text, costs.negatedTarget);
  },
};
