import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { atom, infix } from "../../syntax/expression.ts";
import { child, operatorOf } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["ordered-comparison"];

export const orderedComparison: Operator = {
  meta: {
    id: "ordered-comparison",
    title: "Compare the second part only if the first is equal",
    why: "Dates, versions and times compared part by part: a smaller day counts only in the same month.",
    cost: costs.prior,
    kinds: ["logical"],
    most: 2,
    examples: [
      {
        language: "python",
        before: "x = a.month < b.month or a.day < b.day",
        after: "x = (a.month, a.day) < (b.month, b.day)",
      },
      {
        language: "javascript",
        before: "x = a.h < b.h || a.m < b.m;",
        after: "x = a.h < b.h || (a.h === b.h && a.m < b.m);",
      },
      {
        language: "go",
        before: "package p\nvar x = a.h < b.h || a.m < b.m",
        after: "package p\nvar x = a.h < b.h || (a.h == b.h && a.m < b.m)",
      },
    ],
    leaves: [
      { language: "python", code: "x = a < 1 or b == 2" },
      { language: "javascript", code: "x = a < 1 || b === 2;" },
    ],
  },
  *propose(site, context) {
    const [first, second] = [child(site, "left"), child(site, "right")];
    const operator = operatorOf(first);
    if (first?.kind !== "comparison" || second?.kind !== "comparison" || !/^[<>]=?$/.test(operator)) return;
    if (second.operators[0]?.text.startsWith(operator.slice(0, 1)) !== true) return;
    const sides = [
      child(first, "left"),
      child(first, "right"),
      child(second, "left"),
      child(second, "right"),
    ];
    const [a, b, c, d] = sides.flatMap((each) => (each === null ? [] : [context.expression(each)]));
    if (a === undefined || b === undefined || c === undefined || d === undefined) return;
    const { write, id } = context.language;
    const last = second.operators[0]?.text ?? operator;
    if (id === "python")
      yield replace(site, infix(last, atom(`(${a.text}, ${c.text})`), atom(`(${b.text}, ${d.text})`)));
    const strict = operator.slice(0, 1);
    const tie = infix(write.and, infix(write.equal, a, b), infix(last, c, d));
    yield replace(
      site,
      infix(write.or, infix(strict, a, b), atom(`(${tie.text})`)),
      id === "python" ? costs.spelledOut : 0,
    );
  },
};
