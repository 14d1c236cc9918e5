import { COSTS } from "../../costs.ts";
import { replace } from "../../propose/edits.ts";
import { atom } from "../../syntax/expression.ts";
import { child } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["list-operand"];

export const listOperand: Operator = {
  meta: {
    id: "list-operand",
    title: "Wrap an element in a list or tuple",
    why: "`xs + x` for `xs + [x]`: a single element joined as if it were a list. `'%s' % x` for `'%s' % (x,)`: a value that may itself be a tuple.",
    cost: costs.prior,
    kinds: ["binary", "augment", "call"],
    most: 3,
    examples: [
      {
        language: "python",
        before: "def f(i):\n    xs = []\n    return xs + i",
        after: "def f(i):\n    xs = []\n    return xs + [i]",
      },
      { language: "python", before: "xs = []\nxs += x", after: "xs = []\nxs += [x]" },
      { language: "python", before: "x = 'no %s' % key", after: "x = 'no %s' % (key,)" },
      { language: "javascript", before: "const ys = xs.concat(x);", after: "const ys = xs.concat([x]);" },
    ],
    leaves: [
      { language: "python", code: "x = 1 + 2" },
      { language: "python", code: "x = 7 % n\ny = '%s, %s' % (a, b)" },
      { language: "javascript", code: "const x = 1 + 2;" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "call") {
      const callee = child(site, "callee");
      const [only, ...others] = child(site, "arguments")?.children ?? [];
      const name = callee?.kind === "attribute" ? child(callee, "property") : null;
      if (name === null || only === undefined || others.length > 0 || only.kind === "list") return;
      if (/^(?:concat|extend)$/.test(context.text(name)))
        yield replace(only, atom(`[${context.text(only)}]`));
      return;
    }
    if (context.language.id !== "python") return;
    const operator = site.operators[0]?.text;
    if (operator === "%") {
      const [format, value] = [child(site, "left"), child(site, "right")];
      if (format?.kind === "string" && value !== null && !["tuple", "dict"].includes(value.kind))
        yield replace(value, atom(`(${context.text(value)},)`));
      return;
    }
    const isSum = operator === (site.kind === "augment" ? "+=" : "+");
    const left = child(site, site.kind === "augment" ? "target" : "left");
    const right = child(site, site.kind === "augment" ? "value" : "right");
    if (!isSum || left === null || right === null) return;
    if (context.kindOf(left) === "list" && context.kindOf(right) !== "list")
      yield replace(right, atom(`[${context.text(right)}]`));
    if (context.kindOf(right) === "list" && context.kindOf(left) !== "list" && site.kind === "binary")
      yield replace(left, atom(`[${context.text(left)}]`));
  },
};
