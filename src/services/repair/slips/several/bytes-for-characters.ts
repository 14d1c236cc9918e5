import type { Context } from "../../propose/context.ts";
import type { Change } from "../../syntax/change.ts";
import { child, descendants, enclosingFunction, isValue, type SyntaxNode } from "../../syntax/node.ts";
import { argumentsOf, calleeText, importing, writtenType } from "../go/reading.ts";
import { at, type Slip } from "../slip.ts";

const bytesForCharacters: Slip = {
  why: "len and an index of a string count bytes, not characters",
  chance: "likely",
  kinds: ["call", "subscript"],
  examples: {
    go: [
      [
        "package p\nfunc f(s string, n int) string {\n\tif len(s) <= n {\n\t\treturn s\n\t}\n\treturn s[:n]\n}",
        "package p\nfunc f(s string, n int) string {\n\tif len([]rune(s)) <= n {\n\t\treturn s\n\t}\n\treturn string([]rune(s)[:n])\n}",
      ],
      [
        'package p\n\nimport "unicode/utf8"\n\nfunc f(s string) int { return len(s) }',
        'package p\n\nimport "unicode/utf8"\n\nfunc f(s string) int { return utf8.RuneCountInString(s) }',
      ],
    ],
  },
  leaves: { go: ["package p\nfunc f(s []int) int { return len(s) }"] },
  *correct(site, context) {
    const owner = enclosingFunction(site);
    const name = owner === null ? null : textOf(site, context);
    if (owner === null || name === null) return;
    const uses = descendants(owner).filter((each) => textOf(each, context) === name);
    if (uses[0] === site && uses.length > 1) yield uses.flatMap((each) => byCharacter(each, context));
    if (site.kind === "call")
      yield [...importing("unicode/utf8", context), at(site, `utf8.RuneCountInString(${name})`)];
    yield byCharacter(site, context);
  },
};

/** The string whose bytes `len(s)`, `s[i]` and `s[a:b]` count. */
function textOf(node: SyntaxNode, context: Context): string | null {
  if (node.kind !== "call" && node.kind !== "subscript") return null;
  const object = node.kind === "call" ? argumentsOf(node)[0] : child(node, "object");
  if (!object || !/^[\w.]+$/.test(context.text(object)) || !isValue(node)) return null;
  if (node.kind === "call" && calleeText(node, context) !== "len") return null;
  if ((writtenType(object, context) ?? "string") !== "string") return null;
  return context.kindOf(object) === "string" ? context.text(object) : null;
}

function byCharacter(node: SyntaxNode, context: Context): readonly Change[] {
  const object = node.kind === "call" ? argumentsOf(node)[0] : child(node, "object");
  if (!object) return [];
  const index = child(node, "index");
  const runes = at(object, `[]rune(${context.text(object)})`);
  if (node.kind === "call" || index?.kind !== "slice") return [runes];
  return [
    { start: node.start, end: object.end, text: `string(${runes.text}` },
    { start: node.end, end: node.end, text: ")" },
  ];
}

const goByteSlice: Slip = {
  why: "a string taken apart into bytes instead of characters",
  chance: "likely",
  kinds: ["other"],
  examples: {
    go: [
      [
        "package p\nfunc f(s string) string {\n\tb := []byte(s)\n\treturn string(b)\n}",
        "package p\nfunc f(s string) string {\n\tb := []rune(s)\n\treturn string(b)\n}",
      ],
    ],
  },
  *correct(site, context) {
    const type = site.raw === "type_conversion_expression" ? site.children[0] : undefined;
    const owner = enclosingFunction(site);
    if (type === undefined || owner === null || context.text(type) !== "[]byte") return;
    const types = descendants(owner).filter(
      (each) => each.raw === "slice_type" && context.text(each) === "[]byte",
    );
    if (types.length > 1) yield types.map((each) => at(each, "[]rune"));
    yield [at(type, "[]rune")];
  },
};

const halvedCharacters: Slip = {
  why: "an emoji is split into two halves",
  chance: "likely",
  kinds: ["call"],
  examples: { javascript: [["x = text.split('').reverse();", "x = [...text].reverse();"]] },
  leaves: { javascript: ["x = text.concat('');"] },
  *correct(site, context) {
    const object = /^([\w.]+)\.split\((?:''|"")\)$/.exec(context.text(site))?.[1];
    if (object !== undefined) yield [at(site, `[...${object}]`)];
  },
};

export const bytesForCharactersSlips: readonly Slip[] = [bytesForCharacters, goByteSlice, halvedCharacters];
