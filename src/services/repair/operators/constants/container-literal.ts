import { COSTS } from "../../costs.ts";
import { put } from "../../propose/edits.ts";
import { siblingsOf } from "../../propose/siblings.ts";
import { isValue } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["container-literal"];

const SPREAD: Readonly<Record<string, string>> = {
  python: "*",
  javascript: "...",
  typescript: "...",
  tsx: "...",
};

export const containerLiteral: Operator = {
  meta: {
    id: "container-literal",
    title: "Change the elements of a list",
    why: "An empty list instead of a list with one element, or one element too many or too few.",
    cost: costs.prior,
    kinds: ["list", "tuple"],
    most: 40,
    examples: [
      { language: "python", before: "def f(n):\n    return []", after: "def f(n):\n    return [n]" },
      { language: "python", before: "x = []", after: "x = [[]]" },
      {
        language: "javascript",
        before: "function f(known, a) { return [a]; }",
        after: "function f(known, a) { return [...known, a]; }",
      },
      {
        language: "javascript",
        before: "function f(a) { return [a, 1]; }",
        after: "function f(a) { return [a]; }",
      },
      {
        language: "typescript",
        before: "function f(a: number) { return []; }",
        after: "function f(a: number) { return [a]; }",
      },
    ],
    leaves: [
      { language: "python", code: "a = 1, 2" },
      { language: "javascript", code: "const [a, b] = c;" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site)) return;
    const { write } = context.language;
    const text = context.text(site);
    const open = text[0] ?? "";
    const close = text.at(-1) ?? "";
    if (!"[({".includes(open)) return;
    const items = site.children.map((each) => context.text(each));
    const print = (parts: readonly string[]) => `${open}${parts.join(", ")}${close}`;
    if (items.length === 0 && site.kind === "list") {
      yield put(site, write.list([text]) ?? text, costs.wrapped);
      for (const each of context.variables(site)) {
        if (each.distance === 0 && each.kind !== "function")
          yield put(site, print([each.name]), each.definite ? 0 : costs.indefinite);
      }
      for (const [index, literal] of ["0", "1", write.true, write.false, '""'].entries())
        yield put(site, print([literal]), costs.literal + index * costs.perLiteral);
      return;
    }
    if (site.kind === "list")
      for (const [index] of items.entries())
        yield put(site, print(items.toSpliced(index, 1)), costs.dropItem);
    if (items.length > 6) return;
    const [sample] = site.children;
    for (const sibling of sample === undefined ? [] : siblingsOf(sample, context))
      if (!items.includes(sibling)) yield put(site, print([...items, sibling]), costs.sibling);
    const spread = SPREAD[context.language.id] ?? null;
    for (const each of context.variables(site)) {
      if (each.distance > 0 || !each.definite || each.kind === "function") continue;
      if (spread !== null && site.kind === "list" && (each.kind === "list" || each.kind === null)) {
        const unsure = each.kind === null ? costs.unknownKind : 0;
        yield put(site, print([`${spread}${each.name}`, ...items]), costs.spreadFirst + unsure);
        yield put(site, print([...items, `${spread}${each.name}`]), costs.spreadLast + unsure);
      }
      yield put(site, print([...items, each.name]), costs.appendItem);
      yield put(site, print([each.name, ...items]), costs.prependItem);
    }
  },
};
