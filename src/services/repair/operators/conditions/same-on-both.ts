import { COSTS } from "../../costs.ts";
import { type Context, isDynamic, isScript } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import { grouped } from "../../syntax/expression.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["same-on-both"];
const TIGHTEST = 13;
const SCRIPT = [".toLowerCase()", ".trim()"];
const PYTHON = [".lower()", ".strip()"];
const LAST = /\.(?:toLowerCase|toUpperCase|trim|lower|upper|strip|casefold)\(\)$/;
const NAMED = /name|word|title|text|query|email|mail|tag|term|label|code|key|char|letter|city|type|needle/i;

export const sameOnBoth: Operator = {
  meta: {
    id: "same-on-both",
    title: "Normalize both sides of a comparison",
    why: "Text compared with a different letter case or with spaces around it; numbers added while they are still text.",
    cost: costs.prior,
    kinds: ["comparison", "call", "binary"],
    most: 3,
    examples: [
      { language: "python", before: "x = name == other", after: "x = name.lower() == other.lower()" },
      { language: "python", before: "x = a.lower() == b", after: "x = a.lower() == b.lower()" },
      {
        language: "javascript",
        before: "x = a.toLowerCase() === b;",
        after: "x = a.toLowerCase() === b.toLowerCase();",
      },
      {
        language: "javascript",
        before: "x = name.includes(query);",
        after: "x = name.toLowerCase().includes(query.toLowerCase());",
      },
      {
        language: "javascript",
        before: "x = parts[0] + parts[1];",
        after: "x = Number(parts[0]) + Number(parts[1]);",
      },
      {
        language: "typescript",
        before: "const x = item.name === name;",
        after: "const x = item.name.toLowerCase() === name.toLowerCase();",
      },
    ],
    leaves: [
      { language: "python", code: "x = i == n\ny = a + b" },
      { language: "javascript", code: "x = i === n; y = a + b; z = kind === 'a';" },
    ],
  },
  *propose(site, context) {
    if (!isDynamic(context)) return;
    if (site.kind === "binary") return yield* numbers(site, context);
    const [left, right] = sidesOf(site, context);
    if (!left || !right) return;
    const [first, second] = [context.text(left), context.text(right)];
    const [own, other] = [LAST.exec(first)?.[0], LAST.exec(second)?.[0]];
    if (own !== undefined && other !== undefined) return;
    if (own !== undefined && isText(right, context))
      yield { edits: [after(right, own, context)], extra: costs.onlyOther };
    if (other !== undefined && isText(left, context))
      yield { edits: [after(left, other, context)], extra: costs.onlyOther };
    if (own !== undefined || other !== undefined || !isText(left, context) || !isText(right, context)) return;
    if (!NAMED.test(first) && !NAMED.test(second)) return;
    for (const [at, call] of (isScript(context) ? SCRIPT : PYTHON).entries())
      yield { edits: [after(left, call, context), after(right, call, context)], extra: at * costs.perCall };
  },
};

/** The two values that are compared, by an operator or by a method. */
function sidesOf(site: SyntaxNode, context: Context): readonly (SyntaxNode | null | undefined)[] {
  if (site.kind === "comparison")
    return /^(?:[!=]==?|in|<|>)$/.test(site.operators[0]?.text ?? "") ? site.children : [];
  const call = callOf(site, context);
  if (call === null || call.given.length !== 1) return [];
  return /^(?:includes|startsWith|endsWith|startswith|endswith|localeCompare|indexOf|find)$/.test(call.name)
    ? [call.object, call.given[0]]
    : [];
}

function isText(node: SyntaxNode, context: Context): boolean {
  const kind = context.kindOf(node);
  if (kind !== null && kind !== "string") return false;
  return ["identifier", "attribute", "subscript", "call"].includes(node.kind);
}

function after(node: SyntaxNode, call: string, context: Context): SitePatch["edits"][number] {
  return { start: node.start, end: node.end, text: `${grouped(context.expression(node), TIGHTEST)}${call}` };
}

/** `parts[0] + parts[1]` joins two texts. */
function* numbers(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [left, right] = site.children;
  if (!left || !right || site.operators[0]?.text !== "+" || !isScript(context)) return;
  if (![left, right].every((each) => each.kind === "subscript" || each.kind === "attribute")) return;
  if (context.kindOf(left) === "number" || context.kindOf(right) === "number") return;
  const wrapped = (node: SyntaxNode) => ({
    start: node.start,
    end: node.end,
    text: `Number(${context.text(node)})`,
  });
  yield { edits: [wrapped(left), wrapped(right)], extra: costs.numbers };
}
