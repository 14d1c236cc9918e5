import type { Context } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import {
  child,
  descendants,
  enclosingFunction,
  isStatement,
  operatorOf,
  type SyntaxNode,
} from "../../syntax/node.ts";
import { neighbor } from "../neighbors.ts";
import { at, before, type Slip } from "../slip.ts";
import { freshName, importing, lineAfter, lineBefore, writtenType } from "./reading.ts";

const nilMap: Slip = {
  why: "a write to a map that nobody made",
  chance: "shown",
  kinds: ["assign", "augment", "update"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []string) map[string]int {\n\tvar m map[string]int\n\tfor _, x := range xs {\n\t\tm[x]++\n\t}\n\treturn m\n}",
        "package p\nfunc f(xs []string) map[string]int {\n\tm := map[string]int{}\n\tfor _, x := range xs {\n\t\tm[x]++\n\t}\n\treturn m\n}",
      ],
      [
        "package p\ntype S struct {\n\tm map[string]int\n}\nfunc (s *S) Add(k string) {\n\ts.m[k] = 1\n}",
        "package p\ntype S struct {\n\tm map[string]int\n}\nfunc (s *S) Add(k string) {\n\tif s.m == nil {\n\t\ts.m = map[string]int{}\n\t}\n\ts.m[k] = 1\n}",
      ],
      [
        "package p\nfunc f(m map[string]map[string]int, a, b string) {\n\tm[a][b] = 1\n}",
        "package p\nfunc f(m map[string]map[string]int, a, b string) {\n\tif m[a] == nil {\n\t\tm[a] = map[string]int{}\n\t}\n\tm[a][b] = 1\n}",
      ],
      [
        "package p\ntype S struct {\n\tm map[string]int\n}\nfunc New() *S { return &S{} }\nfunc (s *S) Add(k string) {\n\ts.m[k] = 1\n}",
        "package p\ntype S struct {\n\tm map[string]int\n}\nfunc New() *S { return &S{m: map[string]int{}} }\nfunc (s *S) Add(k string) {\n\ts.m[k] = 1\n}",
      ],
    ],
  },
  *correct(site, context) {
    const place = child(site, "target");
    const map = place?.kind === "subscript" ? child(place, "object") : null;
    if (map === null || !isStatement(site)) return;
    if (map.kind === "subscript") {
      const outer = child(map, "object");
      const type = outer === null ? null : writtenType(outer, context);
      const inner = type === null ? undefined : /^map\[[^\]]+\](map\[.*)$/.exec(type)?.[1];
      if (inner !== undefined) yield [lineBefore(site, made(context.text(map), inner), context)];
      return;
    }
    const type = writtenType(map, context);
    if (type === null || !type.startsWith("map[")) return;
    const spec = declarationOf(map, site, context);
    if (spec !== null) yield [at(spec, `${context.text(map)} := ${type}{}`)];
    if (map.kind !== "attribute") return;
    const property = child(map, "property");
    const field = context.text(property);
    const made1 = new RegExp(`\\b${field}:\\s*(?:make\\(|map\\[)|\\.${field} = (?:make\\(|map\\[)`);
    if (made1.test(context.source)) return;
    yield* literals(field, type, context);
    yield [lineBefore(site, made(context.text(map), type), context)];
  },
};

function made(name: string, type: string): string {
  return `if ${name} == nil {\n\t${name} = ${type}{}\n}`;
}

/** `var m map[K]V`, without a value. */
function declarationOf(map: SyntaxNode, site: SyntaxNode, context: Context): SyntaxNode | null {
  const owner = enclosingFunction(site);
  const found = (owner === null ? [] : descendants(owner)).find((each) => {
    const [spec] = each.raw === "var_declaration" ? each.children : [];
    const target = spec ? child(spec, "target") : null;
    return spec && target && child(spec, "value") === null && context.text(target) === context.text(map);
  });
  return found ?? null;
}

/** Composite literals of the struct that has the field. */
function* literals(field: string, type: string, context: Context): Generator<readonly Change[]> {
  const spec = descendants(context.tree).find(
    (each) => each.raw === "type_spec" && new RegExp(`\\n\\s*${field}\\s+map\\[`).test(context.text(each)),
  );
  const name = spec?.children[0];
  if (name === undefined) return;
  for (const each of descendants(context.tree)) {
    const written = each.raw === "composite_literal" ? child(each, "type") : null;
    const body = written === null ? undefined : each.children.at(-1);
    if (!written || !body || context.text(written) !== context.text(name)) continue;
    if (body.children.some((one) => one.kind !== "pair")) continue;
    const separator = body.children.length === 0 ? "" : ", ";
    const last = body.children.at(-1)?.end ?? body.start + 1;
    yield [before(last, `${separator}${field}: ${type}{}`)];
  }
}

const ZERO = /^(?:0|""|nil|false)$/;

const presentZero: Slip = {
  why: "a map entry that is zero taken for a missing one",
  chance: "shown",
  kinds: ["assign", "comparison"],
  examples: {
    go: [
      [
        "package p\nfunc f(m map[string]int, k string) int {\n\tv := m[k]\n\tif v == 0 {\n\t\treturn -1\n\t}\n\treturn v\n}",
        "package p\nfunc f(m map[string]int, k string) int {\n\tv, ok := m[k]\n\tif !ok {\n\t\treturn -1\n\t}\n\treturn v\n}",
      ],
      [
        'package p\nfunc f(m map[string]string, k string) bool {\n\tif m[k] != "" {\n\t\treturn true\n\t}\n\treturn false\n}',
        "package p\nfunc f(m map[string]string, k string) bool {\n\tif _, ok := m[k]; ok {\n\t\treturn true\n\t}\n\treturn false\n}",
      ],
      [
        "package p\nfunc f(m map[string]int, k string) int {\n\tif v := m[k]; v > 0 {\n\t\treturn v\n\t}\n\treturn -1\n}",
        "package p\nfunc f(m map[string]int, k string) int {\n\tif v, ok := m[k]; ok {\n\t\treturn v\n\t}\n\treturn -1\n}",
      ],
    ],
  },
  *correct(site, context) {
    const ok = freshName(["ok", "found", "exists"], site, context);
    if (ok === null) return;
    if (site.kind === "comparison") {
      const [left, right] = [child(site, "left"), child(site, "right")];
      const asks = zeroTest(site, context);
      if (asks === null || left?.kind !== "subscript" || !right || site.role !== "condition") return;
      if (!isMapEntry(left, context) || site.parent?.children[0] !== site) return;
      yield [at(site, `_, ${ok} := ${context.text(left)}; ${asks ? "!" : ""}${ok}`)];
      return;
    }
    const [target, value] = [child(site, "target"), child(site, "value")];
    if (site.raw !== "short_var_declaration" || target?.kind !== "identifier" || value?.kind !== "subscript")
      return;
    if (!isMapEntry(value, context)) return;
    const branch = site.parent?.kind === "if" ? site.parent : neighbor(site, 1);
    const condition = branch?.kind === "if" ? child(branch, "condition") : null;
    if (!condition) return;
    const name = context.text(target);
    const asks = context.text(condition) === `!${name}` ? true : zeroTest(condition, context);
    const about = condition.kind === "comparison" ? child(condition, "left") : null;
    if (asks === null || (about !== null && context.text(about) !== name)) return;
    yield [at(target, `${name}, ${ok}`), at(condition, `${asks ? "!" : ""}${ok}`)];
  },
};

/** True for `x == 0`, false for `x != 0` and `x > 0`. */
function zeroTest(node: SyntaxNode, { text }: Context): boolean | null {
  const right = node.kind === "comparison" ? child(node, "right") : null;
  const operator = operatorOf(node);
  if (right === null || !ZERO.test(text(right))) return null;
  if (operator === "==" || operator === "<=") return true;
  return operator === "!=" || operator === ">" ? false : null;
}

function isMapEntry(node: SyntaxNode, context: Context): boolean {
  const object = child(node, "object");
  return object !== null && context.kindOf(object) === "dict";
}

const mapOrder: Slip = {
  why: "a list in the order of a map, which is random",
  chance: "shown",
  kinds: ["for-classic"],
  examples: {
    go: [
      [
        'package p\n\nimport "sort"\n\nfunc f(m map[string]int) []string {\n\tvar keys []string\n\tfor k := range m {\n\t\tkeys = append(keys, k)\n\t}\n\treturn keys\n}',
        'package p\n\nimport "sort"\n\nfunc f(m map[string]int) []string {\n\tvar keys []string\n\tfor k := range m {\n\t\tkeys = append(keys, k)\n\t}\n\tsort.Strings(keys)\n\treturn keys\n}',
      ],
    ],
  },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const [clause] = site.children;
    const map = clause?.kind === "for-each" ? child(clause, "iterable") : null;
    if (owner === null || map === null || context.kindOf(map) !== "dict" || !isStatement(site)) return;
    for (const node of descendants(site)) {
      const list = node.kind === "assign" ? child(node, "target") : null;
      const name = context.text(list);
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

export const goMapsSlips: readonly Slip[] = [nilMap, presentZero, mapOrder];
