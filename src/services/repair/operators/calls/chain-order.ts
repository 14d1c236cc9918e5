import { COSTS } from "../../costs.ts";
import { type Context, isDynamic } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { callOf } from "../../propose/method-call.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["chain-order"];
const MOST_LINKS = 8;
const TEXT =
  /^\s*\.(?:replace|replaceAll|trim|strip|lower|upper|toLowerCase|toUpperCase|filter|map|sort|slice|reverse)\b/;

export const chainOrder: Operator = {
  meta: {
    id: "chain-order",
    title: "Apply the steps of a chain in a different order",
    why: "Escaping the escape character last, unescaping it first, cutting before sorting, mapping before filtering.",
    cost: costs.prior,
    kinds: ["call"],
    most: 4,
    examples: [
      {
        language: "python",
        before: 'x = s.replace("<", "&lt;").replace("&", "&amp;")',
        after: 'x = s.replace("&", "&amp;").replace("<", "&lt;")',
      },
      {
        language: "javascript",
        before: "x = xs.slice(0, 3).sort(f);",
        after: "x = xs.sort(f).slice(0, 3);",
      },
      {
        language: "javascript",
        before: "x = s.replace(a, b).replace(c, d).trim();",
        after: "x = s.replace(c, d).trim().replace(a, b);",
      },
      {
        language: "go",
        before: "package p\nvar x = strings.ReplaceAll(strings.ReplaceAll(k, a, b), c, d)",
        after: "package p\nvar x = strings.ReplaceAll(strings.ReplaceAll(k, c, d), a, b)",
      },
      {
        language: "typescript",
        before: "const x = s.replace(a, b).replace(c, d).trim();",
        after: "const x = s.trim().replace(a, b).replace(c, d);",
      },
    ],
    leaves: [
      { language: "go", code: "package p\nvar x = f(f(a))" },
      { language: "python", code: "x = s.strip()" },
      { language: "javascript", code: "x = s.trim(); y = a.load().then(f);" },
    ],
  },
  *propose(site, context) {
    const nested = nestedOrder(site, context);
    if (nested !== null) yield put(site, nested);
    if (!isDynamic(context)) return;
    if (site.parent?.kind === "attribute" && site.role === "object") return;
    const { base, links } = chainOf(site, context);
    if (links.length < 2 || links.length > MOST_LINKS || !links.every((each) => TEXT.test(each))) return;
    const [first = "", ...rest] = links;
    const last = links.at(-1) ?? "";
    yield put(site, base + [...rest, first].join(""));
    if (links.length === 2) return;
    yield put(site, base + [last, ...links.slice(0, -1)].join(""));
    for (const [at] of links.slice(0, 2).entries())
      yield put(
        site,
        base +
          links
            .with(at, links[at + 1] ?? "")
            .with(at + 1, links[at] ?? "")
            .join(""),
        costs.neighbors,
      );
  },
};

/** `f(f(x, a, b), c, d)` with the two steps exchanged. */
function nestedOrder(site: SyntaxNode, context: Context): string | null {
  const outer = callOf(site, context);
  const [inside, ...after] = outer?.given ?? [];
  const inner = callOf(inside, context);
  const [start, ...before] = inner?.given ?? [];
  if (!outer || !inner || !start || before.length === 0 || before.length !== after.length) return null;
  const name = context.text(outer.callee);
  if (context.text(inner.callee) !== name) return null;
  const write = (first: string, rest: readonly SyntaxNode[]) =>
    `${name}(${[first, ...rest.map(context.text)].join(", ")})`;
  return write(write(context.text(start), after), before);
}

/** The steps of a chain with the white space before them. */
function chainOf(
  site: SyntaxNode,
  context: Context,
): { readonly base: string; readonly links: readonly string[] } {
  const links: string[] = [];
  let node = site;
  for (let call = callOf(node, context); call?.object != null; call = callOf(node, context)) {
    const step = context.source.slice(call.object.end, node.end);
    if (!TEXT.test(step)) break;
    links.unshift(step);
    node = call.object;
  }
  return { base: context.text(node), links };
}
