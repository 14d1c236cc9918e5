import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { infix } from "../../syntax/expression.ts";
import { child, operatorOf, unwrap } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["mask-test"];

export const maskTest: Operator = {
  meta: {
    id: "mask-test",
    title: "Test all bits of a mask instead of any, or the other way around",
    why: "`(mode & wanted) != 0` holds as soon as one of several bits is set.",
    cost: costs.prior,
    kinds: ["comparison"],
    most: 1,
    examples: [
      { language: "python", before: "ok = (a & b) != 0", after: "ok = (a & b) == b" },
      { language: "python", before: "ok = (a & b) == b", after: "ok = (a & b) != 0" },
      { language: "javascript", before: "ok = (a & b) !== 0;", after: "ok = (a & b) === b;" },
      { language: "typescript", before: "const ok = (a & b) > 0;", after: "const ok = (a & b) === b;" },
      {
        language: "go",
        before: "package p\nfunc f(a, b int) bool { return (a & b) != 0 }",
        after: "package p\nfunc f(a, b int) bool { return (a & b) == b }",
      },
      {
        language: "java",
        before: "class A { boolean x = (a & b) != 0; }",
        after: "class A { boolean x = (a & b) == b; }",
      },
    ],
    leaves: [
      { language: "python", code: "ok = (a & 1) == 0" },
      { language: "javascript", code: "ok = (a & 1) === 0;" },
    ],
  },
  *propose(site, context) {
    const [left, right] = site.children;
    const operator = operatorOf(site);
    if (!left || !right || site.children.length !== 2) return;
    const masked = unwrap(left);
    const mask = masked.kind === "binary" && operatorOf(masked) === "&" ? child(masked, "right") : null;
    if (mask === null || mask.kind === "number") return;
    const { write } = context.language;
    const group = { text: context.text(left), level: 13 };
    const isZero = context.text(right) === "0";
    if (isZero && (operator === write.notEqual || operator === ">" || operator === "!="))
      yield replace(site, infix(write.equal, group, context.expression(mask)));
    if (operator === write.equal && context.text(right) === context.text(mask))
      yield replace(site, infix(write.notEqual, group, { text: "0", level: 13 }));
  },
};
