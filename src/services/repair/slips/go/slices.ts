import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import type { Context } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import { child, descendants, enclosingFunction, type SyntaxNode } from "../../syntax/node.ts";
import { at, type Slip } from "../slip.ts";
import { argumentsOf, calleeText, copyOf, writtenType } from "./reading.ts";

const SORTS =
  /^(?:sort\.(?:Slice|SliceStable|Strings|Ints|Float64s|Sort|Stable)|slices\.(?:Sort\w*|Reverse))$/;

const wholeSlice: Slip = {
  why: "x[:] or a plain assignment shares the memory of the slice",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []int) []int {\n\tsorted := xs[:]\n\tsort.Ints(sorted)\n\treturn sorted\n}",
        "package p\nfunc f(xs []int) []int {\n\tsorted := append([]int{}, xs...)\n\tsort.Ints(sorted)\n\treturn sorted\n}",
      ],
      [
        "package p\nfunc f(xs []int) []int {\n\tout := xs\n\tout[0] = 1\n\treturn out\n}",
        "package p\nfunc f(xs []int) []int {\n\tout := append([]int{}, xs...)\n\tout[0] = 1\n\treturn out\n}",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(xs []int) int {\n\tout := xs\n\treturn len(out)\n}"] },
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

const sortedInPlace: Slip = {
  why: "a second name for a slice is no copy, so sorting it sorts the caller's",
  chance: "shown",
  kinds: ["assign"],
  examples: {
    go: [
      [
        'package p\n\nimport "sort"\n\nfunc f(xs []int) int {\n\tys := xs\n\tsort.Ints(ys)\n\treturn ys[0]\n}',
        'package p\n\nimport "sort"\n\nfunc f(xs []int) int {\n\tys := append([]int{}, xs...)\n\tsort.Ints(ys)\n\treturn ys[0]\n}',
      ],
    ],
  },
  *correct(site, context) {
    const [target, value] = [child(site, "target"), child(site, "value")];
    const owner = enclosingFunction(site);
    if (target?.kind !== "identifier" || !value || !["identifier", "attribute"].includes(value.kind)) return;
    const sorts = new RegExp(`\\b(?:sort|slices)\\.\\w+\\(${context.text(target)}\\b`);
    if (owner !== null && sorts.test(context.text(owner))) yield [at(value, copyOf(value, context))];
  },
};

const storedSlice: Slip = {
  why: "a slice that is stored without a copy and appended to later, which may overwrite what was stored",
  chance: "likely",
  kinds: ["call"],
  examples: {
    go: [
      [
        "package p\nfunc f(path []int) {\n\tall = append(all, path)\n\tf(append(path, 1))\n}",
        "package p\nfunc f(path []int) {\n\tall = append(all, append([]int{}, path...))\n\tf(append(path, 1))\n}",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(path []int) {\n\tall = append(all, path)\n}"] },
  *correct(site, context) {
    const [, stored, ...more] = calleeText(site, context) === "append" ? argumentsOf(site) : [];
    const owner = enclosingFunction(site);
    if (stored?.kind !== "identifier" || more.length > 0 || owner === null) return;
    const name = context.text(stored);
    if (!writtenType(stored, context)?.startsWith("[]")) return;
    const grows = new RegExp(`\\bappend\\(${name},|\\b${name}\\[[^\\]]*\\] = `);
    if (grows.test(context.text(owner))) yield [at(stored, copyOf(stored, context))];
  },
};

const lengthForCapacity: Slip = {
  why: "append to a slice that already has its full length leaves zeros at its beginning",
  chance: "shown",
  kinds: ["call"],
  examples: {
    go: [
      [
        "package p\nfunc f(n int) []int {\n\txs := make([]int, n)\n\tfor i := 0; i < n; i++ {\n\t\txs = append(xs, i)\n\t}\n\treturn xs\n}",
        "package p\nfunc f(n int) []int {\n\txs := make([]int, 0, n)\n\tfor i := 0; i < n; i++ {\n\t\txs = append(xs, i)\n\t}\n\treturn xs\n}",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(n int) []int {\n\treturn make([]int, n)\n}"] },
  *correct(site, context) {
    const call = callOf(site, context);
    const [type, size, ...more] = call?.given ?? [];
    const target = site.parent?.kind === "assign" ? child(site.parent, "target") : null;
    const owner = enclosingFunction(site);
    if (call?.name !== "make" || !type || !size || more.length > 0 || target === null || owner === null)
      return;
    const isAppendedTo = new RegExp(`append\\(${escapeRegex(context.text(target))},`).test(
      context.text(owner),
    );
    if (isAppendedTo && context.text(type).startsWith("[]")) yield [at(size, `0, ${context.text(size)}`)];
  },
};

const copyToEmpty: Slip = {
  why: "copy copies only as many elements as the target already has",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []int) []int {\n\tys := make([]int, 0, len(xs))\n\tcopy(ys, xs)\n\treturn ys\n}",
        "package p\nfunc f(xs []int) []int {\n\tys := make([]int, 0, len(xs))\n\tys = append(ys, xs...)\n\treturn ys\n}",
      ],
      [
        "package p\nfunc f(xs []int) []int {\n\tvar ys []int\n\tcopy(ys, xs)\n\treturn ys\n}",
        "package p\nfunc f(xs []int) []int {\n\tvar ys []int\n\tys = append(ys, xs...)\n\treturn ys\n}",
      ],
    ],
  },
  leaves: {
    go: ["package p\nfunc f(xs []int) []int {\n\tys := make([]int, len(xs))\n\tcopy(ys, xs)\n\treturn ys\n}"],
  },
  *correct(site, context) {
    const call = site.children[0];
    const owner = enclosingFunction(site);
    const [to, from] = call?.kind === "call" ? argumentsOf(call) : [];
    if (!call || calleeText(call, context) !== "copy" || !from || owner === null) return;
    if (to?.kind !== "identifier" || from.kind === "string") return;
    const name = context.text(to);
    const isEmpty = new RegExp(
      `\\b${name}(?: :?= (?:make\\(.*, 0(?:, .*)?\\)|\\[\\]\\S+\\{\\})| \\[\\]\\S+)$`,
      "m",
    ).test(context.source.slice(owner.start, site.start));
    if (isEmpty) yield [at(site, `${name} = append(${name}, ${context.text(from)}...)`)];
  },
};

const sharedCapacity: Slip = {
  why: "append to a part of a slice overwrites what follows the part",
  chance: "shown",
  kinds: ["assign", "return"],
  examples: {
    go: [
      [
        "package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n]\n\thead = append(head, 1)\n\treturn head\n}",
        "package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n:n]\n\thead = append(head, 1)\n\treturn head\n}",
      ],
      [
        "package p\ntype S struct {\n\titems []int\n}\nfunc (s *S) First(n int) []int { return s.items[:n] }",
        "package p\ntype S struct {\n\titems []int\n}\nfunc (s *S) First(n int) []int { return s.items[:n:n] }",
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n]\n\treturn head\n}"] },
  *correct(site, context) {
    const value = site.kind === "return" ? site.children[0] : child(site, "value");
    const object = value?.kind === "subscript" ? child(value, "object") : null;
    const index = value?.kind === "subscript" ? child(value, "index") : null;
    const bounds = index?.kind === "slice" ? /^[^:]*:([\w.]+)$/.exec(context.text(index)) : null;
    if (!index || object === null || bounds === null || context.kindOf(object) !== "list") return;
    const target = site.kind === "assign" ? child(site, "target") : null;
    const owner = enclosingFunction(site);
    const grows =
      target !== null &&
      owner !== null &&
      new RegExp(`append\\(${escapeRegex(context.text(target))},`).test(context.text(owner));
    if (site.kind === "return" ? object.kind === "attribute" : grows)
      yield [at(index, `${context.text(index)}:${bounds[1]}`)];
  },
};

export const goSlicesSlips: readonly Slip[] = [
  wholeSlice,
  sortedInPlace,
  storedSlice,
  lengthForCapacity,
  copyToEmpty,
  sharedCapacity,
];
