import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, infix } from "../../syntax/expression.ts";
import { isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["default-value"];

export const defaultValue: Operator = {
  meta: {
    id: "default-value",
    title: "Add a default value",
    why: "A lookup, a field or an argument that may be absent and has no fallback.",
    cost: costs.prior,
    kinds: ["identifier", "attribute", "call", "subscript"],
    most: 6,
    examples: [
      { language: "python", before: "x = f(a)", after: "x = f(a or [])" },
      { language: "javascript", before: "x = counts[k] + 1;", after: "x = (counts[k] ?? 0) + 1;" },
      { language: "typescript", before: "const x = a.name;", after: 'const x = a.name ?? "";' },
    ],
    leaves: [
      { language: "python", code: "def f():\n    ok = True\n    return ok" },
      { language: "javascript", code: "function f() { const ok = true; return ok; }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.role === "callee") return;
    const kind = context.kindOf(site);
    if (kind === "function" || kind === "boolean") return;
    const operator = fallbackIn(context);
    if (operator === null) return;
    const whole = context.expression(site);
    const shape = site.kind === "subscript" || site.kind === "call" ? 0 : costs.plainOperand;
    const values: [string, string][] = [
      ["0", "number"],
      ["[]", "list"],
      ['""', "string"],
      ["{}", "dict"],
      [context.language.write.null, "object"],
    ];
    for (const [index, [value, of]] of values.entries()) {
      if (kind !== null && kind !== of) continue;
      yield replace(site, infix(operator, whole, atom(value)), shape + index * costs.perDefault);
    }
  },
};

/** `or`, `??`, or `||` in a file that uses only that; null in a language without one. */
function fallbackIn({ language: { id, families }, source }: Context): string | null {
  if (id === "python") return "or";
  if (!families.logical.includes("??")) return null;
  return source.includes("||") && !source.includes("??") ? "||" : "??";
}
