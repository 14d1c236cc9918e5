import { COSTS } from "../../costs.ts";
import { isScript } from "../../propose/context.ts";
import { put, replace } from "../../propose/edits.ts";
import { atom, grouped } from "../../syntax/expression.ts";
import { child, isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["last-item"];
const TIGHTEST = 13;

export const lastItem: Operator = {
  meta: {
    id: "last-item",
    title: "The last item instead of the first, or the other way around",
    why: "A list that grows at the opposite end from the one the author expected.",
    cost: costs.prior,
    kinds: ["subscript", "call"],
    most: 2,
    examples: [
      { language: "python", before: "x = xs[0]", after: "x = xs[-1]" },
      { language: "python", before: "x = xs[-1]", after: "x = xs[0]" },
      { language: "javascript", before: "x = xs[0].y;", after: "x = xs.at(-1).y;" },
      { language: "javascript", before: "x = xs.at(-1);", after: "x = xs[0];" },
      { language: "typescript", before: "const x = xs[xs.length - 1];", after: "const x = xs[0];" },
    ],
    leaves: [
      { language: "python", code: "xs[0] = 1\nx = xs[1]" },
      { language: "javascript", code: "xs[0] = 1; x = xs[1];" },
      { language: "go", code: "package p\nvar x = xs[0]" },
    ],
  },
  *propose(site, context) {
    const isPython = context.language.id === "python";
    if ((!isPython && !isScript(context)) || !isValue(site) || site.role === "target") return;
    const text = context.text(site);
    if (site.kind === "call") {
      if (!isPython && text.endsWith(".at(-1)")) yield put(site, `${text.slice(0, -".at(-1)".length)}[0]`);
      return;
    }
    const [object, index] = [child(site, "object"), child(site, "index")];
    if (object === null || index === null) return;
    const at = context.text(index).replaceAll(/\s/g, "");
    if (at === "0" && isPython) yield put(index, "-1");
    if (at === "0" && !isPython)
      yield replace(site, atom(`${grouped(context.expression(object), TIGHTEST)}.at(-1)`));
    const isLast = at === "-1" || at === `${context.text(object)}.length-1`;
    if (isLast) yield put(index, "0");
  },
};
