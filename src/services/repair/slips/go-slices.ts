import { escapeRegex } from "../../../domain/rules/text/escape-regex.ts";
import { child, enclosingFunction } from "../syntax/node.ts";
import { argumentsOf, calleeText } from "./go-reading.ts";
import { at, type Slip } from "./slip.ts";

const sharedCapacity: Slip = {
  language: "go",
  why: "append to a part of a slice overwrites what follows the part",
  chance: "shown",
  kinds: ["assign", "return"],
  examples: [
    [
      "package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n]\n\thead = append(head, 1)\n\treturn head\n}",
      "package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n:n]\n\thead = append(head, 1)\n\treturn head\n}",
    ],
    [
      "package p\ntype S struct {\n\titems []int\n}\nfunc (s *S) First(n int) []int { return s.items[:n] }",
      "package p\ntype S struct {\n\titems []int\n}\nfunc (s *S) First(n int) []int { return s.items[:n:n] }",
    ],
  ],
  leaves: ["package p\nfunc f(xs []int, n int) []int {\n\thead := xs[:n]\n\treturn head\n}"],
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

const copyToEmpty: Slip = {
  language: "go",
  why: "copy copies only as many elements as the target already has",
  chance: "shown",
  kinds: ["expression-statement"],
  examples: [
    [
      "package p\nfunc f(xs []int) []int {\n\tys := make([]int, 0, len(xs))\n\tcopy(ys, xs)\n\treturn ys\n}",
      "package p\nfunc f(xs []int) []int {\n\tys := make([]int, 0, len(xs))\n\tys = append(ys, xs...)\n\treturn ys\n}",
    ],
    [
      "package p\nfunc f(xs []int) []int {\n\tvar ys []int\n\tcopy(ys, xs)\n\treturn ys\n}",
      "package p\nfunc f(xs []int) []int {\n\tvar ys []int\n\tys = append(ys, xs...)\n\treturn ys\n}",
    ],
  ],
  leaves: [
    "package p\nfunc f(xs []int) []int {\n\tys := make([]int, len(xs))\n\tcopy(ys, xs)\n\treturn ys\n}",
  ],
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

const trimmedCharacters: Slip = {
  language: "go",
  why: "strings.Trim removes all of these characters at both ends, not this text",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      'package p\nfunc f(s string) string { return strings.Trim(s, "ab") }',
      'package p\nfunc f(s string) string { return strings.TrimSuffix(strings.TrimPrefix(s, "ab"), "ab") }',
    ],
    [
      'package p\nfunc f(s string) string { return strings.TrimRight(s, ".go") }',
      'package p\nfunc f(s string) string { return strings.TrimSuffix(s, ".go") }',
    ],
  ],
  leaves: ['package p\nfunc f(s string) string { return strings.Trim(s, " \\t") }'],
  *correct(site, context) {
    const name = /^strings\.Trim(Left|Right|)$/.exec(calleeText(site, context))?.[1];
    const [text, part] = argumentsOf(site).map(context.text);
    if (name === undefined || text === undefined || part === undefined) return;
    if (/^"(?:\s|\\[tnr])*"$/.test(part)) return;
    const start = `strings.TrimPrefix(${text}, ${part})`;
    if (name === "") yield [at(site, `strings.TrimSuffix(${start}, ${part})`)];
    if (name !== "Right") yield [at(site, start)];
    if (name !== "Left") yield [at(site, `strings.TrimSuffix(${text}, ${part})`)];
  },
};

export const goSliceSlips: readonly Slip[] = [sharedCapacity, copyToEmpty, trimmedCharacters];
