import { COSTS } from "../../costs.ts";
import { isDynamic, isScript } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["spread-argument"];
/** Functions that take the items one by one. */
const SCRIPT = /^(?:max|min|push|unshift|fromCharCode|fromCodePoint|of|hypot|assign)$/;
const PYTHON = /^(?:zip|join|product|chain|union|intersection|format|Path|print)$/;

export const spreadArgument: Operator = {
  meta: {
    id: "spread-argument",
    title: "Pass the items of a list, or the list itself",
    why: "`Math.max(list)` is NaN, `push(list)` adds one item; a function that takes a list gets its items.",
    cost: costs.prior,
    kinds: ["arguments"],
    most: 2,
    examples: [
      { language: "python", before: "x = zip(rows)", after: "x = zip(*rows)" },
      { language: "javascript", before: "x = Math.max(values);", after: "x = Math.max(...values);" },
      { language: "javascript", before: "out.push(xs.map(f));", after: "out.push(...xs.map(f));" },
      { language: "typescript", before: "f(...values);", after: "f(values);" },
    ],
    leaves: [
      { language: "python", code: "x = len(rows)" },
      { language: "javascript", code: "x = f(values); y = Math.max(a, 1);" },
    ],
  },
  *propose(site, context) {
    const call = callOf(site.parent, context);
    const last = call?.given.at(-1);
    if (call === null || last === undefined) return;
    const text = context.text(last);
    const mark = isScript(context) ? "..." : "*";
    if (!isDynamic(context)) return;
    if (text.startsWith(mark) && !text.startsWith("**") && call.given.length === 1)
      yield put(last, text.slice(mark.length), costs.asList);
    if (
      !(isScript(context) ? SCRIPT : PYTHON).test(call.name) ||
      text.startsWith("*") ||
      text.startsWith(".")
    )
      return;
    const isMeasured = call.given.length === 1 && /^(?:max|min)$/.test(call.name);
    const kind = isMeasured && last.kind !== "call" ? null : context.kindOf(last);
    if (kind !== null && kind !== "list" && kind !== "set") return;
    if (call.given.length > 1 && kind === null) return;
    if (!["identifier", "attribute", "call", "subscript", "comprehension"].includes(last.kind)) return;
    yield put(last, `${mark}${text}`, kind === null ? costs.unknownKind : 0);
  },
};
