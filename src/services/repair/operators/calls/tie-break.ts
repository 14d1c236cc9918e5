import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { child, descendants, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["tie-break"];
const MOST_FIELDS = 6;

export const tieBreak: Operator = {
  meta: {
    id: "tie-break",
    title: "A second key to sort by",
    why: "Equal items in the wrong order: ties that should be broken by a name or an index.",
    cost: costs.prior,
    kinds: ["call"],
    most: 20,
    examples: [
      {
        language: "python",
        before: "ys = sorted(xs, key=lambda x: x[1], reverse=True)",
        after: "ys = sorted(xs, key=lambda x: (-x[1], x[0]))",
      },
      {
        language: "python",
        before: "xs.sort(key=lambda p: p.age)\nprint(p.name)",
        after: "xs.sort(key=lambda p: (p.age, p.name))\nprint(p.name)",
      },
      {
        language: "javascript",
        before: "xs.sort((a, b) => b.score - a.score); f(p.name);",
        after: "xs.sort((a, b) => b.score - a.score || a.name.localeCompare(b.name)); f(p.name);",
      },
      {
        language: "typescript",
        before: "xs.sort((a, b) => a[1] - b[1]);",
        after: "xs.sort((a, b) => a[1] - b[1] || a[0] - b[0]);",
      },
    ],
    leaves: [
      { language: "python", code: "sorted(xs)" },
      { language: "javascript", code: "xs.sort();" },
      { language: "javascript", code: "xs.map((a) => a - 1);" },
    ],
  },
  *propose(site, context) {
    const callee = child(site, "callee");
    const given = child(site, "arguments");
    if (callee === null || given === null) return;
    const name = context.text(callee).split(".").at(-1) ?? "";
    if (context.language.id === "python" && /^(?:sorted|sort|min|max)$/.test(name))
      yield* keys(given, context);
    if (context.language.id !== "python" && /^(?:sort|toSorted)$/.test(name))
      yield* comparators(given.children[0], context);
  },
};

/** Python: a tuple as the key. With `reverse`, the first part can be negated instead. */
function* keys(given: SyntaxNode, context: Context): Generator<SitePatch> {
  const named = (name: string) =>
    given.children.find(
      (each) =>
        each.kind === "keyword-argument" && context.text(each).replace(/\s/g, "").startsWith(`${name}=`),
    );
  const key = named("key");
  const lambda = key === undefined ? undefined : descendants(key).find((node) => node.kind === "lambda");
  const item = lambda === undefined ? null : child(lambda, "parameters");
  const body = lambda === undefined ? null : child(lambda, "body");
  if (key === undefined || item === null || body === null || !/^\w+$/.test(context.text(item))) return;
  const first = context.text(body).replace(/^\((.*)\)$/s, body.kind === "tuple" ? "$1" : "($1)");
  const reverse = named("reverse");
  for (const { part, extra } of partsOf(context.text(item), body, context)) {
    yield put(body, `(${first}, ${part})`, extra);
    if (reverse === undefined) {
      yield put(body, `(-${first}, ${part})`, extra + costs.negated);
      continue;
    }
    const kept = context.source.slice(body.end, given.end).replace(/,\s*reverse\s*=\s*True/, "");
    const { edits } = put({ start: body.start, end: given.end, text: "" }, `(-${first}, ${part})${kept}`);
    yield { edits, extra };
  }
}

/** JavaScript: another comparison if the first finds no difference. */
function* comparators(comparator: SyntaxNode | undefined, context: Context): Generator<SitePatch> {
  const body = comparator?.kind === "lambda" ? child(comparator, "body") : null;
  const parameters = comparator === undefined ? null : child(comparator, "parameters");
  const [a, b] = (parameters?.children ?? []).map((each) => context.text(each));
  if (body === null || a === undefined || b === undefined) return;
  if (!/^\w+$/.test(a) || !/^\w+$/.test(b) || !/ - |localeCompare|compare/i.test(context.text(body))) return;
  const whole = context.text(body);
  for (const { part, extra } of partsOf(a, body, context)) {
    const other = part.replace(new RegExp(`^${a}\\b`), b);
    yield put(body, `${whole} || ${part} - ${other}`, extra);
    yield put(body, `${whole} || ${part}.localeCompare(${other})`, extra);
    yield put(body, `${whole} || ${other} - ${part}`, extra + costs.negated);
  }
}

interface Part {
  readonly part: string;
  readonly extra: number;
}

/** Other keys that an item could be compared by. */
function* partsOf(item: string, body: SyntaxNode, context: Context): Generator<Part> {
  const used = context.text(body);
  const hasIndex = used.includes(`${item}[`);
  const parts = hasIndex ? [`${item}[0]`, `${item}[1]`] : [];
  const isField = used.includes(`${item}.`) || context.language.id !== "python";
  if (isField && !hasIndex)
    parts.push(...context.ingredients.fields.slice(0, MOST_FIELDS).map((field) => `${item}.${field}`));
  parts.push(item);
  for (const [at, part] of parts
    .filter((each) => !new RegExp(`${escapeRegex(each)}(?!\\w)`).test(used) || each === item)
    .entries())
    yield { part, extra: at * costs.perPart };
}
