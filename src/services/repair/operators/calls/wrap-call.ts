import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["wrap-call"];

export const wrapCall: Operator = {
  meta: {
    id: "wrap-call",
    title: "Convert, measure, copy or sort a value",
    why: "A missing `len`, `abs`, `int`, `sorted`, copy or trim; a string instead of a number.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "subscript", "binary", "list"],
    most: 40,
    examples: [
      {
        language: "python",
        before: "def f(xs):\n    return [] if xs == [] else xs",
        after: "def f(xs):\n    return [] if xs == [] else sorted(xs)",
      },
      { language: "python", before: "x = a - b", after: "x = abs(a - b)" },
      { language: "python", before: "rows = list(rows)", after: "rows = [list(each) for each in rows]" },
      { language: "javascript", before: "x = [...rows];", after: "x = rows.map((each) => [...each]);" },
      { language: "javascript", before: "x = a / b;", after: "x = Math.floor(a / b);" },
      {
        language: "typescript",
        before: "const s = a.split(x); f(s);",
        after: "const s = a.split(x); f([...s]);",
      },
    ],
    leaves: [
      { language: "python", code: "def f():\n    return None" },
      { language: "javascript", code: "function f() { return null; }" },
    ],
  },
  *propose(site, context) {
    if (site.kind !== "list" && !isValue(site)) return;
    if (site.role === "callee") return;
    const isReceiver = site.role === "object";
    const kind = context.kindOf(site);
    const whole = context.expression(site);
    const copies = copiesOfCopies(whole.text, context);
    if (copies !== null && !isReceiver) yield replace(site, copies, costs.copy);
    for (const wrapper of context.language.wrappers) {
      if (kind !== null && !wrapper.takes.includes(kind)) continue;
      if (isReceiver && !wrapper.name.startsWith(".")) continue;
      if (whole.text.startsWith(`${wrapper.name}(`) || whole.text.endsWith(`${wrapper.name}()`)) continue;
      yield replace(site, wrapper.write(whole), kind === null ? costs.unknownKind : 0);
    }
  },
};

/** A copy of a table with copied rows. */
function copiesOfCopies(text: string, { language }: Context): string | null {
  const copied = /^list\(([\w.]+)\)$|^\[\.\.\.([\w.#]+)\]$|^([\w.#]+)\.slice\(\)$/.exec(text);
  const rows = copied?.[1] ?? copied?.[2] ?? copied?.[3];
  if (rows === undefined) return null;
  if (language.id === "python") return `[list(each) for each in ${rows}]`;
  return text.startsWith("list") ? null : `${rows}.map((each) => [...each])`;
}
