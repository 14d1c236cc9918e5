import { child, descendants, enclosingFunction, isStatement } from "../syntax/node.ts";
import { copyOf, importing, lineAfter, writtenType } from "./go-reading.ts";
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

export const goOrderSlips: readonly Slip[] = [mapOrder, sortedInPlace];
