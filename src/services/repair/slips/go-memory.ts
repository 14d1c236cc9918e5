import type { Context } from "../propose/context.ts";
import { indentAt } from "../propose/edits.ts";
import type { Change } from "../syntax/change.ts";
import {
  ancestors,
  child,
  descendants,
  enclosingFunction,
  isStatement,
  type SyntaxNode,
} from "../syntax/node.ts";
import { argumentsOf, calleeText, copyOf, freshName, lineBefore, writtenType } from "./go-reading.ts";
import { at, before, type Slip } from "./slip.ts";

const SORTS =
  /^(?:sort\.(?:Slice|SliceStable|Strings|Ints|Float64s|Sort|Stable)|slices\.(?:Sort\w*|Reverse))$/;

const wholeSlice: Slip = {
  language: "go",
  why: "x[:] or a plain assignment shares the memory of the slice",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      "package p\nfunc f(xs []int) []int {\n\tsorted := xs[:]\n\tsort.Ints(sorted)\n\treturn sorted\n}",
      "package p\nfunc f(xs []int) []int {\n\tsorted := append([]int{}, xs...)\n\tsort.Ints(sorted)\n\treturn sorted\n}",
    ],
    [
      "package p\nfunc f(xs []int) []int {\n\tout := xs\n\tout[0] = 1\n\treturn out\n}",
      "package p\nfunc f(xs []int) []int {\n\tout := append([]int{}, xs...)\n\tout[0] = 1\n\treturn out\n}",
    ],
  ],
  leaves: ["package p\nfunc f(xs []int) int {\n\tout := xs\n\treturn len(out)\n}"],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    if (!target || !value || target.kind !== "identifier") return;
    const object = value.kind === "subscript" ? child(value, "object") : null;
    if (object !== null && /^[\w.]+\[:\]$/.test(context.text(value))) {
      yield [at(value, copyOf(object, context))];
      return;
    }
    if (value.kind !== "identifier" && value.kind !== "attribute") return;
    if (context.kindOf(value) !== "list" || !isChanged(context.text(target), site, context)) return;
    yield [at(value, copyOf(value, context))];
  },
};

/** Whether the elements of a variable are changed after a place. */
function isChanged(name: string, { end, parent }: SyntaxNode, context: Context): boolean {
  return descendants(parent ?? context.tree).some((node) => {
    if (node.start < end) return false;
    if (node.kind === "call" && SORTS.test(calleeText(node, context))) {
      const first = argumentsOf(node)[0];
      return first !== undefined && context.text(first) === name;
    }
    const object = node.kind === "subscript" ? child(node, "object") : null;
    const isTarget = node.role === "target" || node.parent?.role === "target";
    return object !== null && isTarget && context.text(object) === name;
  });
}

const copiedElement: Slip = {
  language: "go",
  why: "range copies the element: a change of the copy is lost",
  chance: "shown",
  kinds: ["assign", "augment", "update", "unary"],
  examples: [
    [
      "package p\nfunc f(xs []T) {\n\tfor _, x := range xs {\n\t\tx.n++\n\t}\n}",
      "package p\nfunc f(xs []T) {\n\tfor i := range xs {\n\t\tx := &xs[i]\n\t\tx.n++\n\t}\n}",
    ],
    [
      "package p\nfunc f(xs []T) {\n\tfor i, x := range xs {\n\t\tx.n = i\n\t}\n}",
      "package p\nfunc f(xs []T) {\n\tfor i, x := range xs {\n\t\txs[i].n = i\n\t}\n}",
    ],
    [
      "package p\nfunc f(xs []int) {\n\tfor i, x := range xs {\n\t\tx = x * i\n\t}\n}",
      "package p\nfunc f(xs []int) {\n\tfor i, x := range xs {\n\t\txs[i] = x * i\n\t}\n}",
    ],
    [
      "package p\nfunc f(xs []T) *T {\n\tfor _, x := range xs {\n\t\tif x.ok {\n\t\t\treturn &x\n\t\t}\n\t}\n\treturn nil\n}",
      "package p\nfunc f(xs []T) *T {\n\tfor i := range xs {\n\t\tx := &xs[i]\n\t\tif x.ok {\n\t\t\treturn x\n\t\t}\n\t}\n\treturn nil\n}",
    ],
  ],
  *correct(site, context) {
    const isAddress = site.kind === "unary";
    if (isAddress && site.operators[0]?.text !== "&") return;
    const place = isAddress ? site.children[0] : child(site, "target");
    const root = rootOf(place ?? null);
    if (!place || root === null || site.raw === "short_var_declaration") return;
    const name = context.text(root);
    const loop = [...ancestors(site)].find((each) => {
      const names =
        each.raw === "for_statement" && each.children[0]?.kind === "for-each"
          ? child(each.children[0], "target")
          : null;
      return (
        names?.kind === "tuple" && names.children[1] !== undefined && context.text(names.children[1]) === name
      );
    });
    const clause = loop?.children[0];
    const names = clause ? child(clause, "target") : null;
    const list = clause ? child(clause, "iterable") : null;
    const body = loop?.children.at(-1);
    if (!loop || !clause || !names || !list || !body || !/^[\w.]+$/.test(context.text(list))) return;
    if (writtenType(list, context)?.startsWith("[]*") === true || context.kindOf(list) === "dict") return;
    const key = names.children[0] === undefined ? "_" : context.text(names.children[0]);
    if (key !== "_") {
      if (place === root || !isAddress) yield [at(root, `${context.text(list)}[${key}]`)];
      return;
    }
    const index = freshName(["i", "at", "index"], site, context);
    const first = body.children[0];
    if (index === null || first === undefined) return;
    if (place === root && !isAddress) {
      yield [at(names, `${index}, ${name}`), at(root, `${context.text(list)}[${index}]`)];
      return;
    }
    const addresses = descendants(body).filter(
      (each) => each.kind === "unary" && context.text(each) === `&${name}`,
    );
    const declared = `${name} := &${context.text(list)}[${index}]\n${indentAt(context.source, first.start)}`;
    yield [at(names, index), before(first.start, declared), ...addresses.map((each) => at(each, name))];
  },
};

const copiedItem: Slip = {
  language: "go",
  why: "an element that is copied out of its slice: a change of the copy is lost",
  chance: "shown",
  kinds: ["assign"],
  examples: [
    [
      "package p\nfunc (s *S) f() {\n\tx := s.items[0]\n\tx.n -= 1\n}",
      "package p\nfunc (s *S) f() {\n\tx := &s.items[0]\n\tx.n -= 1\n}",
    ],
  ],
  leaves: ["package p\nfunc f(xs []int) int {\n\tx := xs[0]\n\treturn x\n}"],
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const owner = enclosingFunction(site);
    if (site.raw !== "short_var_declaration" || target?.kind !== "identifier" || owner === null) return;
    if (value?.kind !== "subscript") return;
    const name = context.text(target);
    const isChanged = descendants(owner).some(
      (each) => each.role === "target" && each.start > site.end && context.text(each).startsWith(`${name}.`),
    );
    if (isChanged) yield [before(value.start, "&")];
  },
};

/** The variable that a chain of fields starts with. */
function rootOf(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.kind === "identifier") return node;
  return node?.kind === "attribute" ? rootOf(child(node, "object")) : null;
}

const valueReceiver: Slip = {
  language: "go",
  why: "a method with a value receiver changes only its copy",
  chance: "shown",
  kinds: ["assign", "augment", "update"],
  examples: [
    ["package p\nfunc (c Counter) Inc() {\n\tc.n++\n}", "package p\nfunc (c *Counter) Inc() {\n\tc.n++\n}"],
  ],
  leaves: [
    "package p\nfunc (c *Counter) Inc() {\n\tc.n++\n}",
    "package p\nfunc (c Counter) With(n int) Counter {\n\tc.n = n\n\treturn c\n}",
  ],
  *correct(site, context) {
    const place = child(site, "target");
    const root = place?.kind === "attribute" ? rootOf(place) : null;
    const owner = enclosingFunction(site);
    if (root === null || owner?.raw !== "method_declaration") return;
    const receiver = owner.children[0]?.children[0];
    const type = receiver ? child(receiver, "type") : null;
    const name = receiver?.children[0];
    if (!type || !name || type.raw === "pointer_type" || context.text(name) !== context.text(root)) return;
    const returned = descendants(owner).some(
      (each) => each.kind === "return" && new RegExp(`\\b${context.text(name)}$`).test(context.text(each)),
    );
    if (!returned) yield [before(type.start, "*")];
  },
};

const nilMap: Slip = {
  language: "go",
  why: "a write to a map that nobody made",
  chance: "shown",
  kinds: ["assign", "augment", "update"],
  examples: [
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
    const field = property === null ? "" : context.text(property);
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

export const goMemorySlips: readonly Slip[] = [wholeSlice, copiedElement, copiedItem, valueReceiver, nilMap];
