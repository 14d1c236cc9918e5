import type { Context } from "../propose/context.ts";
import type { Change } from "../syntax/change.ts";
import { child, descendants, enclosingFunction, isValue, type SyntaxNode } from "../syntax/node.ts";
import { argumentsOf, calleeText, importing, writtenType } from "./go-reading.ts";
import { at, type Slip } from "./slip.ts";

const bytesForCharacters: Slip = {
  language: "go",
  why: "len and an index of a string count bytes, not characters",
  chance: "likely",
  kinds: ["call", "subscript"],
  examples: [
    [
      "package p\nfunc f(s string, n int) string {\n\tif len(s) <= n {\n\t\treturn s\n\t}\n\treturn s[:n]\n}",
      "package p\nfunc f(s string, n int) string {\n\tif len([]rune(s)) <= n {\n\t\treturn s\n\t}\n\treturn string([]rune(s)[:n])\n}",
    ],
    [
      'package p\n\nimport "unicode/utf8"\n\nfunc f(s string) int { return len(s) }',
      'package p\n\nimport "unicode/utf8"\n\nfunc f(s string) int { return utf8.RuneCountInString(s) }',
    ],
  ],
  leaves: ["package p\nfunc f(s []int) int { return len(s) }"],
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

const byteSlice: Slip = {
  language: "go",
  why: "a string taken apart into bytes instead of characters",
  chance: "likely",
  kinds: ["other"],
  examples: [
    [
      "package p\nfunc f(s string) string {\n\tb := []byte(s)\n\treturn string(b)\n}",
      "package p\nfunc f(s string) string {\n\tb := []rune(s)\n\treturn string(b)\n}",
    ],
  ],
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

const firstOnly: Slip = {
  language: "go",
  why: "a replacement that stops after the first, a split at every separator or at every single space",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      'package p\nfunc f(s string) string { return strings.Replace(s, "a", "b", 1) }',
      'package p\nfunc f(s string) string { return strings.ReplaceAll(s, "a", "b") }',
    ],
    [
      'package p\nfunc f(s string) []string { return strings.Split(s, " ") }',
      "package p\nfunc f(s string) []string { return strings.Fields(s) }",
    ],
    [
      'package p\nfunc f(s string) []string { return strings.Split(s, "=") }',
      'package p\nfunc f(s string) []string { return strings.SplitN(s, "=", 2) }',
    ],
    [
      "package p\nfunc f(s string) []string { return strings.Fields(s) }",
      'package p\nfunc f(s string) []string { return strings.Split(s, " ") }',
    ],
  ],
  *correct(site, context) {
    const name = calleeText(site, context);
    const given = argumentsOf(site).map(context.text);
    const [text, separator] = given;
    if (name === "strings.Replace" && given.length === 4)
      yield [at(site, `strings.ReplaceAll(${given.slice(0, 3).join(", ")})`)];
    if (name === "strings.ReplaceAll" && given.length === 3)
      yield [at(site, `strings.Replace(${given.join(", ")}, 1)`)];
    if (name === "strings.Fields" && given.length === 1) yield [at(site, `strings.Split(${text}, " ")`)];
    if (name !== "strings.Split" || given.length !== 2) return;
    if (separator === '" "') yield [at(site, `strings.Fields(${text})`)];
    else yield [at(site, `strings.SplitN(${text}, ${separator}, 2)`)];
  },
};

const letterCase: Slip = {
  language: "go",
  why: "a comparison of texts that should ignore letter case or surrounding space",
  chance: "ordinary",
  kinds: ["comparison", "call"],
  examples: [
    [
      'package p\n\nimport "strings"\n\nfunc f(a, b string) bool { return a == b }',
      'package p\n\nimport "strings"\n\nfunc f(a, b string) bool { return strings.EqualFold(a, b) }',
    ],
    [
      'package p\n\nimport "strings"\n\nfunc f(a, b string) bool { return strings.Contains(a, b) }',
      'package p\n\nimport "strings"\n\nfunc f(a, b string) bool { return strings.Contains(strings.ToLower(a), strings.ToLower(b)) }',
    ],
  ],
  leaves: ['package p\nfunc f(a string) bool { return a == "" }'],
  *correct(site, context) {
    if (site.kind === "call") {
      const name = calleeText(site, context);
      if (!/^strings\.(?:Contains|HasPrefix|HasSuffix|Index|Count)$/.test(name)) return;
      const lower = argumentsOf(site).map((each) =>
        each.kind === "string" ? context.text(each).toLowerCase() : `strings.ToLower(${context.text(each)})`,
      );
      if (!context.text(site).includes("ToLower")) yield [at(site, `${name}(${lower.join(", ")})`)];
      return;
    }
    const [left, right] = [child(site, "left"), child(site, "right")];
    const operator = site.operators[0]?.text;
    if (!left || !right || (operator !== "==" && operator !== "!=")) return;
    if (context.kindOf(left) !== "string" || context.kindOf(right) !== "string") return;
    if (![left, right].every((each) => each.kind !== "string" || /[a-zA-Z]/.test(context.text(each)))) return;
    const code = `${operator === "!=" ? "!" : ""}strings.EqualFold(${context.text(left)}, ${context.text(right)})`;
    yield [...importing("strings", context), at(site, code)];
  },
};

const TAG = /`json:"([\w-]*)((?:,\w+)*)"`/g;
const PLAIN = /\s(?:bool|u?int\d*|float\d+)\s*$/;

const jsonTag: Slip = {
  language: "go",
  why: "a struct tag that drops zero values, keeps empty ones or names the field differently",
  chance: "likely",
  kinds: ["call"],
  examples: [
    [
      'package p\ntype T struct {\n\tN int `json:"n,omitempty"`\n\tS string `json:"s,omitempty"`\n}\nfunc f(t T) ([]byte, error) { return json.Marshal(t) }',
      'package p\ntype T struct {\n\tN int `json:"n"`\n\tS string `json:"s,omitempty"`\n}\nfunc f(t T) ([]byte, error) { return json.Marshal(t) }',
    ],
    [
      'package p\ntype T struct {\n\tUserName string `json:"userName"`\n}\nfunc f(t T) ([]byte, error) { return json.Marshal(t) }',
      'package p\ntype T struct {\n\tUserName string `json:"user_name"`\n}\nfunc f(t T) ([]byte, error) { return json.Marshal(t) }',
    ],
  ],
  *correct(site, context) {
    if (!/^json\.(?:Marshal|MarshalIndent|Unmarshal|NewEncoder|NewDecoder)$/.test(calleeText(site, context)))
      return;
    const tags = [...context.source.matchAll(TAG)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      name: match[1] ?? "",
      options: match[2] ?? "",
      isPlain: PLAIN.test(context.source.slice(context.source.lastIndexOf("\n", match.index), match.index)),
    }));
    const dropping = tags.filter((each) => each.options.includes(",omitempty"));
    const kept = (tag: (typeof tags)[number]) =>
      at(tag, `\`json:"${tag.name}${tag.options.replace(",omitempty", "")}"\``);
    const plain = dropping.filter((each) => each.isPlain);
    if (plain.length > 0) yield plain.map(kept);
    if (dropping.length > plain.length) yield dropping.map(kept);
    for (const tag of dropping) if (dropping.length > 1) yield [kept(tag)];
    for (const tag of tags) {
      if (!tag.options.includes("omitempty"))
        yield [at(tag, `\`json:"${tag.name},omitempty${tag.options}"\``)];
      for (const other of spellings(tag.name)) yield [at(tag, `\`json:"${other}${tag.options}"\``)];
    }
  },
};

/** The other usual spellings of a name of several words. */
function spellings(name: string): readonly string[] {
  const snake = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const small = name.charAt(0).toLowerCase() + name.slice(1);
  return [...new Set([snake, camel, small])].filter((each) => each !== name && each !== "");
}

const prefixOfName: Slip = {
  language: "go",
  why: "a folder whose name starts like another's is not inside it",
  chance: "ordinary",
  kinds: ["call"],
  examples: [
    [
      'package p\n\nimport "strings"\n\nfunc f(path, root string) bool { return strings.HasPrefix(path, root) }',
      'package p\n\nimport "strings"\n\nfunc f(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }',
    ],
  ],
  *correct(site, context) {
    const [path, root] = argumentsOf(site).map((each) => context.text(each));
    if (calleeText(site, context) !== "strings.HasPrefix" || site.parent?.kind !== "return") return;
    if (path === undefined || root === undefined || !/^[\w.]+$/.test(root)) return;
    for (const separator of ["/", "."])
      yield [at(site, `${path} == ${root} || strings.HasPrefix(${path}, ${root}+"${separator}")`)];
  },
};

export const goTextSlips: readonly Slip[] = [
  bytesForCharacters,
  byteSlice,
  firstOnly,
  letterCase,
  jsonTag,
  prefixOfName,
];
