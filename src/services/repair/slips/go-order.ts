import type { Context } from "../propose/context.ts";
import { indentAt } from "../propose/edits.ts";
import { callOf } from "../propose/method-call.ts";
import type { Change } from "../syntax/change.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../syntax/node.ts";
import { argumentsOf, calleeText, copyOf, importing, lineAfter, writtenType } from "./go-reading.ts";
import { at, type Slip } from "./slip.ts";

const mapOrder: Slip = {
  language: "go",
  why: "a list in the order of a map, which is random",
  chance: "shown",
  kinds: ["for-classic"],
  examples: [
    [
      'package p\n\nimport "sort"\n\nfunc f(m map[string]int) []string {\n\tvar keys []string\n\tfor k := range m {\n\t\tkeys = append(keys, k)\n\t}\n\treturn keys\n}',
      'package p\n\nimport "sort"\n\nfunc f(m map[string]int) []string {\n\tvar keys []string\n\tfor k := range m {\n\t\tkeys = append(keys, k)\n\t}\n\tsort.Strings(keys)\n\treturn keys\n}',
    ],
  ],
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const [clause] = site.children;
    const map = clause?.kind === "for-each" ? child(clause, "iterable") : null;
    if (owner === null || map === null || context.kindOf(map) !== "dict" || !isStatement(site)) return;
    for (const node of descendants(site)) {
      const list = node.kind === "assign" ? child(node, "target") : null;
      const name = list === null ? "" : context.text(list);
      if (list === null || !context.text(node).startsWith(`${name} = append(${name},`)) continue;
      if (new RegExp(`\\b(?:sort|slices)\\.\\w+\\(${name}\\b`).test(context.text(owner))) continue;
      const sorter = SORTERS[writtenType(list, context) ?? ""];
      if (sorter !== undefined)
        yield [...importing("sort", context), lineAfter(site, `sort.${sorter}(${name})`, context)];
    }
  },
};

const SORTERS: Readonly<Record<string, string>> = {
  "[]string": "Strings",
  "[]int": "Ints",
  "[]float64": "Float64s",
};

const unstableSort: Slip = {
  language: "go",
  why: "equal elements in any order: no second criterion, or a sort that is not stable",
  chance: "ordinary",
  kinds: ["return", "call"],
  examples: [
    [
      "package p\nfunc f(xs []T) {\n\tsort.Slice(xs, func(i, j int) bool {\n\t\treturn xs[i].n > xs[j].n\n\t})\n}\nfunc g(x T) string { return x.Name }",
      "package p\nfunc f(xs []T) {\n\tsort.Slice(xs, func(i, j int) bool {\n\t\tif xs[i].n != xs[j].n {\n\t\t\treturn xs[i].n > xs[j].n\n\t\t}\n\t\treturn xs[i].Name < xs[j].Name\n\t})\n}\nfunc g(x T) string { return x.Name }",
    ],
    [
      "package p\nfunc f(xs []T) { sort.Slice(xs, func(i, j int) bool { return less(xs[i], xs[j]) }) }",
      "package p\nfunc f(xs []T) { sort.SliceStable(xs, func(i, j int) bool { return less(xs[i], xs[j]) }) }",
    ],
    [
      "package p\nfunc f(xs []string) {\n\tsort.Strings(xs)\n}",
      "package p\nfunc f(xs []string) {\n\tsort.Sort(sort.Reverse(sort.StringSlice(xs)))\n}",
    ],
  ],
  *correct(site, context) {
    if (site.kind === "call") {
      const callee = child(site, "callee");
      const property = callee === null ? null : child(callee, "property");
      const name = calleeText(site, context);
      if (property !== null && name === "sort.Slice") yield [at(property, "SliceStable")];
      const kind = { "sort.Strings": "String", "sort.Ints": "Int", "sort.Float64s": "Float64" }[name];
      const [list] = argumentsOf(site);
      if (kind !== undefined && list !== undefined)
        yield [at(site, `sort.Sort(sort.Reverse(sort.${kind}Slice(${context.text(list)})))`)];
      return;
    }
    yield* tieBreaks(site, context);
  },
};

/** `return a.n > b.n` in a comparator: by another field if they are equal. */
function* tieBreaks(site: SyntaxNode, context: Context): Generator<readonly Change[]> {
  const compared = site.children[0];
  const [left, right] = compared ? [child(compared, "left"), child(compared, "right")] : [null, null];
  const sorter = [...ancestors(site)].find((each) => each.raw === "func_literal")?.parent?.parent;
  if (compared?.kind !== "comparison" || !left || !right || !sorter || !isStatement(site)) return;
  if (!/^(?:sort\.Slice|sort\.SliceStable)$/.test(calleeText(sorter, context))) return;
  const [a, b] = [objectOf(left, context), objectOf(right, context)];
  if (a === null || b === null) return;
  const used = new Set([...context.text(site).matchAll(/\.(\w+)/g)].map((each) => each[1]));
  const indent = indentAt(context.source, site.start);
  const head = `if ${context.text(left)} != ${context.text(right)} {\n${indent}\t${context.text(site)}\n${indent}}\n${indent}`;
  const others =
    left.kind === "attribute"
      ? context.ingredients.fields.filter((each) => !used.has(each)).map((each) => `.${each}`)
      : [""];
  if (others[0] === "" && context.text(left) === a) return;
  for (const other of others.slice(0, 5)) {
    yield [at(site, `${head}return ${a}${other} < ${b}${other}`)];
    yield [at(site, `${head}return ${a}${other} > ${b}${other}`)];
  }
}

/** What is compared by a field, or by an entry of a map. */
function objectOf(node: SyntaxNode, { text }: Context): string | null {
  if (node.kind === "attribute") {
    const object = child(node, "object");
    return object === null ? null : text(object);
  }
  const index = node.kind === "subscript" ? child(node, "index") : null;
  return index?.kind === "subscript" ? text(index) : null;
}

const sortedInPlace: Slip = {
  language: "go",
  why: "a second name for a slice is no copy, so sorting it sorts the caller's",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      'package p\n\nimport "sort"\n\nfunc f(xs []int) int {\n\tys := xs\n\tsort.Ints(ys)\n\treturn ys[0]\n}',
      'package p\n\nimport "sort"\n\nfunc f(xs []int) int {\n\tys := append([]int{}, xs...)\n\tsort.Ints(ys)\n\treturn ys[0]\n}',
    ],
  ],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const owner = enclosingFunction(site);
    if (target?.kind !== "identifier" || !value || !["identifier", "attribute"].includes(value.kind)) return;
    const sorts = new RegExp(`\\b(?:sort|slices)\\.\\w+\\(${context.text(target)}\\b`);
    if (owner !== null && sorts.test(context.text(owner))) yield [at(value, copyOf(value, context))];
  },
};

const otherSlice: Slip = {
  language: "go",
  why: "the positions are those of the sorted slice, not of another one",
  chance: "shown",
  kinds: ["call"],
  examples: [
    [
      'package p\n\nimport "sort"\n\nfunc f(xs, ys []int) {\n\tsort.Slice(ys, func(i, j int) bool { return xs[i] > xs[j] })\n}',
      'package p\n\nimport "sort"\n\nfunc f(xs, ys []int) {\n\tsort.Slice(ys, func(i, j int) bool { return ys[i] > ys[j] })\n}',
    ],
  ],
  *correct(site, context) {
    const call = callOf(site, context);
    const [list, less] = call?.given ?? [];
    if (!/^Slice(?:Stable)?$/.test(call?.name ?? "") || list?.kind !== "identifier" || !less) return;
    const name = context.text(list);
    const others = descendants(less).flatMap((each) => {
      const object = each.kind === "subscript" ? child(each, "object") : null;
      return object?.kind === "identifier" && context.text(object) !== name ? [at(object, name)] : [];
    });
    if (others.length > 0) yield others;
  },
};

export const goOrderSlips: readonly Slip[] = [mapOrder, unstableSort, sortedInPlace, otherSlice];
