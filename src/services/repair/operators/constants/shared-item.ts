import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import { atom } from "../../syntax/expression.ts";
import { child, operatorOf, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["shared-item"];
const CONTAINER = /^(?:\[|\{|new \w+|Array\b|list\(|dict\(|set\()/;

export const sharedItem: Operator = {
  meta: {
    id: "shared-item",
    title: "Create every item separately",
    why: "`fill([])` and `[[]] * n` repeat one and the same list; a new array has holes that `map` skips.",
    cost: costs.prior,
    kinds: ["call", "binary"],
    most: 1,
    examples: [
      {
        language: "python",
        before: "grid = [[0] * 3] * n",
        after: "grid = [[0] * 3 for _ in range(n)]",
      },
      {
        language: "python",
        before: "groups = dict.fromkeys(names, [])",
        after: "groups = {each: [] for each in names}",
      },
      {
        language: "javascript",
        before: "x = Array(n).fill([]);",
        after: "x = Array.from({ length: n }, () => []);",
      },
      {
        language: "javascript",
        before: "x = new Array(n).fill({ a: 1 });",
        after: "x = Array.from({ length: n }, () => ({ a: 1 }));",
      },
      {
        language: "javascript",
        before: "x = new Array(n).map((_, i) => i);",
        after: "x = Array.from({ length: n }, (_, i) => i);",
      },
      {
        language: "typescript",
        before: "const x = new Array(n).fill(new Array(m).fill(0));",
        after: "const x = Array.from({ length: n }, () => new Array(m).fill(0));",
      },
    ],
    leaves: [
      { language: "python", code: "row = [0] * n" },
      { language: "javascript", code: "row = new Array(n).fill(0);" },
    ],
  },
  *propose(site, context) {
    if (site.kind === "binary") yield* repeated(site, context);
    else if (context.language.id === "python") yield* fromKeys(site, context);
    else if (isScript(context)) yield* filled(site, context);
  },
};

function* repeated(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const [left, right] = [child(site, "left"), child(site, "right")];
  if (context.language.id !== "python" || operatorOf(site) !== "*" || !left || !right) return;
  const [item, ...more] = left.kind === "list" ? left.children : [];
  if (item === undefined || more.length > 0 || !CONTAINER.test(context.text(item))) return;
  yield replace(site, atom(`[${context.text(item)} for _ in range(${context.text(right)})]`));
}

function* fromKeys(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const call = callOf(site, context);
  const [keys, value] = call?.given ?? [];
  if (call?.name !== "fromkeys" || !keys || !value || !CONTAINER.test(context.text(value))) return;
  yield replace(site, atom(`{each: ${context.text(value)} for each in ${context.text(keys)}}`));
}

function* filled(site: SyntaxNode, context: Context): Generator<SitePatch> {
  const call = callOf(site, context);
  const [value] = call?.given ?? [];
  const size = /^(?:new )?Array\((.+)\)$/s.exec(call?.object ? context.text(call.object) : "")?.[1];
  if (!call || !value || size === undefined) return;
  const text = context.text(value);
  if (call.name === "map") yield replace(site, atom(`Array.from({ length: ${size} }, ${text})`));
  if (call.name !== "fill" || !CONTAINER.test(text)) return;
  const item = text.startsWith("{") ? `(${text})` : text;
  yield replace(site, atom(`Array.from({ length: ${size} }, () => ${item})`));
}
