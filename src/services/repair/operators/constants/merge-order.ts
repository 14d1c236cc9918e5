import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../../costs.ts";
import { type Context, isDynamic, isScript } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["merge-order"];
const SPREAD = /^(?:\.\.\.|\*\*)/;
const MOST_ITEMS = 6;

export const mergeOrder: Operator = {
  meta: {
    id: "merge-order",
    title: "Merge in a different order, or keep what was there",
    why: "Later entries win: defaults after the options overwrite them; an update without the old entries loses them.",
    cost: costs.prior,
    kinds: ["dict"],
    most: 4,
    examples: [
      { language: "python", before: "x = {**a, **b}", after: "x = {**b, **a}" },
      { language: "python", before: 'x = {"k": 1, **a}', after: 'x = {**a, "k": 1}' },
      { language: "javascript", before: "x = { ...a, ...b };", after: "x = { ...b, ...a };" },
      { language: "javascript", before: "x = { id: 1, ...a };", after: "x = { ...a, id: 1 };" },
      {
        language: "javascript",
        before: "function f(state, n) { return { total: state.total + n }; }",
        after: "function f(state, n) { return { ...state, total: state.total + n }; }",
      },
      {
        language: "typescript",
        before: "const x = { ...a, id: 1 };",
        after: "const x = { id: 1, ...a };",
      },
    ],
    leaves: [
      { language: "python", code: 'x = {"a": 1}' },
      { language: "javascript", code: "x = { a: 1, b: 2 };" },
    ],
  },
  *propose(site, context) {
    if (!isDynamic(context)) return;
    if (!isValue(site)) return;
    const items = site.children.filter((each) => each.kind !== "comment").map((each) => context.text(each));
    const isTight = context.source[site.start + 1] !== " " && !context.text(site).includes("\n");
    const print = (parts: readonly string[]) =>
      isTight ? `{${parts.join(", ")}}` : `{ ${parts.join(", ")} }`;
    if (items.length > MOST_ITEMS || items.length === 0) return;
    const spreads = items.filter((each) => SPREAD.test(each));
    if (spreads.length === 0) return yield* kept(site, items, print, context);
    for (const spread of spreads) {
      const others = items.filter((each) => each !== spread);
      if (others.length === 0) continue;
      if (items[0] !== spread) yield put(site, print([spread, ...others]));
      if (items.at(-1) !== spread) yield put(site, print([...others, spread]));
    }
  },
};

/** A new object made from the fields of another one that should keep the rest of them. */
function* kept(
  site: SyntaxNode,
  items: readonly string[],
  print: (parts: readonly string[]) => string,
  context: Context,
): Generator<SitePatch> {
  const text = context.text(site);
  const mark = isScript(context) ? "..." : "**";
  for (const each of context.variables(site)) {
    const isRead = new RegExp(`(?<![\\w.])${escapeRegex(each.name)}(?:\\.|\\[)`).test(text);
    if (each.distance > 0 || !each.definite || !isRead) continue;
    if (each.kind !== null && each.kind !== "dict" && each.kind !== "object") continue;
    yield put(site, print([`${mark}${each.name}`, ...items]), costs.kept);
  }
}
