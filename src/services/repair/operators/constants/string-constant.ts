import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import type { SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["string-constant"];

/** Characters that are easily confused. */
const CONFUSED: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+", "_"],
  _: ["-"],
  ",": [";", "."],
  ";": [","],
  ".": [","],
  ":": ["="],
  "=": [":"],
  "/": ["\\\\"],
  "<": [">"],
  ">": ["<"],
};

export const stringConstant: Operator = {
  meta: {
    id: "string-constant",
    title: "Use a different string",
    why: "A wrong separator, key, case or space in a literal. Expensive: a string that makes a test pass often comes from the test.",
    cost: costs.prior,
    kinds: ["string"],
    most: 40,
    examples: [
      { language: "python", before: "x = ','.join(a)", after: "x = ', '.join(a)" },
      { language: "python", before: "x = d['a'] + d['b']", after: "x = d['b'] + d['b']" },
      {
        language: "javascript",
        before: "const names = { a: '&x;', b: '&y', c: '&z;' };",
        after: "const names = { a: '&x;', b: '&y;', c: '&z;' };",
      },
      { language: "javascript", before: 'x = a.join(" ");', after: 'x = a.join("");' },
      { language: "typescript", before: 'const x = "Name";', after: 'const x = "name";' },
      {
        language: "go",
        before: 'package p\nfunc f(n int) string { return fmt.Sprintf("%2d", n) }',
        after: 'package p\nfunc f(n int) string { return fmt.Sprintf("%02d", n) }',
      },
      {
        language: "rust",
        before: 'fn f(a: Vec<String>) -> String { return a.join(","); }',
        after: 'fn f(a: Vec<String>) -> String { return a.join(", "); }',
      },
      {
        language: "java",
        before: 'class A { String f(String a) { return a.concat("+"); } }',
        after: 'class A { String f(String a) { return a.concat("-"); } }',
      },
    ],
    leaves: [
      { language: "python", code: 'def f():\n    """What it does."""\n    return 1' },
      { language: "javascript", code: 'import { a } from "./a.js";' },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    const match = /^([a-zA-Z]*)(["'`])([\s\S]*)\2$/.exec(text);
    if (match === null || text.startsWith('"""') || site.children.length > 0) return;
    const [, prefix = "", quote = "", inner = ""] = match;
    if (prefix !== "" || inner.length > 40) return;
    const others = new Map<string, number>();
    const offer = (value: string, extra: number) => {
      if (value !== inner && !others.has(value)) others.set(value, extra);
    };
    offer("", costs.empty);
    if (inner.trim() !== inner) offer(inner.trim(), 0);
    offer(` ${inner}`, costs.leadingSpace);
    offer(`${inner} `, 0);
    if (inner === " " || inner === "")
      for (const each of [" ", "", ", ", ",", "\\n", "-", "_"]) offer(each, costs.separator);
    offer(inner.toLowerCase(), costs.lower);
    offer(inner.toUpperCase(), costs.upper);
    offer(inner.charAt(0).toUpperCase() + inner.slice(1), costs.capital);
    if (inner.length > 1) offer(inner.slice(0, -1), costs.shorter);
    for (const [at, character] of [...inner].entries())
      for (const other of CONFUSED[character] ?? [])
        offer(inner.slice(0, at) + other + inner.slice(at + 1), costs.letter);
    if (/%\d?[dfs]/.test(inner)) for (const other of formats(inner)) offer(other, costs.format);
    for (const [other, extra] of likeOthers(site, inner, context)) offer(other, extra);
    if (inner.endsWith("s")) offer(inner.slice(0, -1), costs.singular);
    offer(`${inner}s`, costs.plural);
    for (const [value, extra] of others) yield put(site, `${quote}${value}${quote}`, extra);
    for (const other of context.ingredients.strings)
      if (other !== text) yield put(site, other, costs.elsewhere);
  },
};

/** The first or last character that most other strings in the same table have. */
function likeOthers(
  site: SyntaxNode,
  inner: string,
  context: Context,
): readonly (readonly [string, number])[] {
  const entry = site.parent?.kind === "pair" ? site.parent : site;
  const beside = (entry.parent?.children ?? []).filter((each) => each !== entry);
  const texts = beside
    .map((each) => (each.kind === "pair" ? each.children.find((one) => one.role === site.role) : each))
    .filter((each) => each?.kind === site.kind)
    .map((each) => context.text(each).slice(1, -1));
  const common = (characters: readonly string[]) =>
    characters.find(
      (each) => each !== "" && characters.filter((other) => other === each).length * 2 > texts.length,
    );
  const last = common(texts.map((text) => text.at(-1) ?? ""));
  const first = common(texts.map((text) => text.charAt(0)));
  return texts.length < 2
    ? []
    : [
        ...(last === undefined || inner.endsWith(last) ? [] : [[inner + last, costs.sameEnd] as const]),
        ...(first === undefined || inner.startsWith(first)
          ? []
          : [[first + inner, costs.sameStart] as const]),
      ];
}

/** Width and padding of printf formats. */
function* formats(text: string): Generator<string> {
  for (const { 0: found, 1: width = "", 2: letter = "", index } of text.matchAll(/%(0?\d?)([dfs])/g)) {
    const around = (other: string) => text.slice(0, index) + other + text.slice(index + found.length);
    if (width !== "" && !width.startsWith("0")) yield around(`%0${width}${letter}`);
    if (width === "") for (const other of ["02", "2", "3", "4", "5"]) yield around(`%${other}${letter}`);
    if (letter === "f" && width === "") yield around("%.2f");
  }
}
