import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { callOf } from "../propose/method-call.ts";
import { child, enclosingFunction } from "../syntax/node.ts";
import { at, before, type Slip } from "./slip.ts";

const indexForItem: Slip = {
  language: "go",
  why: "range with one variable gives the index, not the item",
  chance: "likely",
  kinds: ["for-each"],
  examples: [
    [
      "package p\nfunc f(xs []int) (n int) {\n\tfor x := range xs {\n\t\tn += x\n\t}\n\treturn\n}",
      "package p\nfunc f(xs []int) (n int) {\n\tfor _, x := range xs {\n\t\tn += x\n\t}\n\treturn\n}",
    ],
  ],
  leaves: ["package p\nfunc f(xs []int) {\n\tfor i, x := range xs {\n\t\tg(i, x)\n\t}\n}"],
  *correct(site, context) {
    const [target, iterable] = [child(site, "target"), child(site, "iterable")];
    if (target === null || iterable === null || !/^[a-z]\w*$/.test(context.text(target))) return;
    const loop = site.parent === null ? "" : context.text(site.parent);
    const isIndex = loop.includes(`${context.text(iterable)}[${context.text(target)}]`);
    if (!isIndex && site.raw === "range_clause") yield [before(target.start, "_, ")];
  },
};

const lengthForCapacity: Slip = {
  language: "go",
  why: "append to a slice that already has its full length leaves zeros at its beginning",
  chance: "shown",
  kinds: ["call"],
  examples: [
    [
      "package p\nfunc f(n int) []int {\n\txs := make([]int, n)\n\tfor i := 0; i < n; i++ {\n\t\txs = append(xs, i)\n\t}\n\treturn xs\n}",
      "package p\nfunc f(n int) []int {\n\txs := make([]int, 0, n)\n\tfor i := 0; i < n; i++ {\n\t\txs = append(xs, i)\n\t}\n\treturn xs\n}",
    ],
  ],
  leaves: ["package p\nfunc f(n int) []int {\n\treturn make([]int, n)\n}"],
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

const notAPower: Slip = {
  language: "go",
  why: "`^` is exclusive or, not a power",
  chance: "shown",
  kinds: ["binary"],
  examples: [
    ["package p\nfunc f(n int) int { return 2 ^ n }", "package p\nfunc f(n int) int { return 1 << n }"],
  ],
  leaves: ["package p\nfunc f(a, b int) int { return a ^ b }"],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    if (left === null || right === null || site.operators[0]?.text !== "^") return;
    if (context.text(left) === "2") yield [at(site, `1 << ${context.text(right)}`)];
  },
};

export const goLoopSlips: readonly Slip[] = [indexForItem, lengthForCapacity, notAPower];
