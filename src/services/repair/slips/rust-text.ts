import { child } from "../syntax/node.ts";
import { methodCall } from "./rust-collections.ts";
import { at, type Slip } from "./slip.ts";

const bytesForCharacters: Slip = {
  language: "rust",
  why: "len and an index of a string count bytes, not characters",
  chance: "likely",
  kinds: ["call", "other"],
  examples: [
    ["fn f(s: &str) -> usize { s.len() }", "fn f(s: &str) -> usize { s.chars().count() }"],
    [
      "fn f(s: &str, n: usize) { g(&s[..n]); }",
      "fn f(s: &str, n: usize) { g(&s.chars().take(n).collect::<String>()); }",
    ],
    [
      "fn f(s: &str, n: usize) -> String { s[..n].to_string() }",
      "fn f(s: &str, n: usize) -> String { s.chars().take(n).collect::<String>() }",
    ],
  ],
  leaves: ["fn f(s: &[i32]) -> usize { s.len() }"],
  *correct(site, context) {
    const isReference = site.raw === "reference_expression";
    const call = methodCall(site, context);
    if (call !== null && call.name === "len" && context.kindOf(call.object) === "string") {
      yield [at(call.property, "chars().count")];
      return;
    }
    const part = isReference
      ? site.children[0]
      : call !== null && /^(?:to_string|to_owned|into)$/.test(call.name)
        ? call.object
        : undefined;
    const object = part?.kind === "subscript" ? child(part, "object") : null;
    const range = part?.kind === "subscript" ? child(part, "index") : null;
    if (object === null || range?.raw !== "range_expression" || context.kindOf(object) !== "string") return;
    const [from = "", to = ""] = context.text(range).split("..");
    const skip = from === "" || from === "0" ? "" : `.skip(${from})`;
    const count = from === "" || from === "0" ? to : `${to} - ${from}`;
    const take = to === "" || to.startsWith("=") ? "" : `.take(${count})`;
    const characters = `${context.text(object)}.chars()${skip}${take}.collect::<String>()`;
    if (skip !== "" || take !== "") yield [at(site, isReference ? `&${characters}` : characters)];
  },
};

const splits: Slip = {
  language: "rust",
  why: "a split at every single space or at every separator; a replacement of the first only",
  chance: "likely",
  kinds: ["call"],
  examples: [
    ["fn f(s: &str) { g(s.split(' ')); }", "fn f(s: &str) { g(s.split_whitespace()); }"],
    ["fn f(s: &str) { g(s.split('=')); }", "fn f(s: &str) { g(s.splitn(2, '=')); }"],
    [
      'fn f(s: &str) -> String { s.replacen("a", "b", 1) }',
      'fn f(s: &str) -> String { s.replace("a", "b") }',
    ],
  ],
  *correct(site, context) {
    const call = methodCall(site, context);
    if (call === null) return;
    const object = context.text(call.object);
    const given = call.given.map(context.text);
    if (call.name === "replacen" && given.length === 3)
      yield [at(site, `${object}.replace(${given[0]}, ${given[1]})`)];
    if (call.name === "split_whitespace") yield [at(site, `${object}.split(' ')`)];
    if (call.name !== "split" || given.length !== 1) return;
    if (given[0] === "' '" || given[0] === '" "') yield [at(site, `${object}.split_whitespace()`)];
    else yield [at(site, `${object}.splitn(2, ${given[0]})`)];
  },
};

const letterCase: Slip = {
  language: "rust",
  why: "a comparison of texts that should ignore letter case",
  chance: "ordinary",
  kinds: ["comparison"],
  examples: [
    [
      "fn f(a: &str, b: &str) -> bool { a == b }",
      "fn f(a: &str, b: &str) -> bool { a.eq_ignore_ascii_case(b) }",
    ],
    [
      "fn f(a: &str, b: &str) -> bool { a == b }",
      "fn f(a: &str, b: &str) -> bool { a.to_lowercase() == b.to_lowercase() }",
    ],
  ],
  *correct(site, context) {
    const [left, right] = [child(site, "left"), child(site, "right")];
    const operator = site.operators[0]?.text;
    if (!left || !right || (operator !== "==" && operator !== "!=")) return;
    if (context.kindOf(left) !== "string" && context.kindOf(right) !== "string") return;
    if (![left, right].every((each) => each.kind !== "string" || /[a-zA-Z]/.test(context.text(each)))) return;
    const [a, b] = [context.text(left), context.text(right)];
    yield [at(site, `${operator === "!=" ? "!" : ""}${a}.eq_ignore_ascii_case(${b})`)];
    yield [at(site, `${a}.to_lowercase() ${operator} ${b}.to_lowercase()`)];
  },
};

const FORMAT = /\{(\w*)(?::([^{}]*))?\}/g;

const formatDetail: Slip = {
  language: "rust",
  why: "a format with the wrong width, alignment or number of decimals",
  chance: "ordinary",
  kinds: ["other"],
  examples: [
    ['fn f(n: i32) -> String { format!("{}", n) }', 'fn f(n: i32) -> String { format!("{:02}", n) }'],
    ['fn f(n: f64) -> String { format!("{:.1}", n) }', 'fn f(n: f64) -> String { format!("{:.2}", n) }'],
    ['fn f(s: &str) -> String { format!("{:>5}", s) }', 'fn f(s: &str) -> String { format!("{:<5}", s) }'],
  ],
  *correct(site, context) {
    if (site.raw !== "macro_invocation") return;
    const text = context.text(site);
    const literal = /^(?:format|write|writeln|print|println)!\([^"]*"((?:[^"\\]|\\.)*)"/.exec(text);
    if (literal === null) return;
    const body = literal[1] ?? "";
    const start = site.start + literal[0].length - 1 - body.length;
    for (const match of body.matchAll(FORMAT)) {
      const place = { start: start + match.index, end: start + match.index + match[0].length };
      for (const other of formats(match[2] ?? ""))
        yield [at(place, `{${match[1] ?? ""}${other === "" ? "" : `:${other}`}}`)];
    }
  },
};

function formats(spec: string): readonly string[] {
  if (spec === "") return ["02", ".2", ".1"];
  if (/^[xXbo]$/.test(spec)) return [`02${spec}`, `04${spec}`, `08${spec}`];
  const decimals = /^(.*)\.(\d)$/.exec(spec);
  if (decimals !== null)
    return ["1", "2", "0", "3"]
      .filter((each) => each !== decimals[2])
      .map((each) => `${decimals[1]}.${each}`);
  const aligned = /^([<>^])(\d+)$/.exec(spec);
  if (aligned !== null)
    return [">", "<", "^"].filter((each) => each !== aligned[1]).map((each) => `${each}${aligned[2]}`);
  const padded = /^(0?)(\d+)$/.exec(spec);
  return padded === null ? [] : [padded[1] === "" ? `0${padded[2]}` : `${padded[2]}`, `>${padded[2]}`];
}

/** Common characters, in the order in which they are tried in place of one that is no letter or digit. */
const COMMON = [" ", ",", ".", ";", ":", "-", "_", "/", "|", "=", "\\n", "\\t", "0", "a", "A"];

const otherCharacter: Slip = {
  language: "rust",
  why: "a character that another one of the file, its other case or another separator should be",
  chance: "ordinary",
  kinds: ["other"],
  examples: [
    ["fn f(c: char) -> bool { c == '(' || d == ')' }", "fn f(c: char) -> bool { c == ')' || d == ')' }"],
    ["fn f(c: char) -> bool { c == 'x' }", "fn f(c: char) -> bool { c == 'X' }"],
    ["fn f(s: &str) -> usize { s.find(',') }", "fn f(s: &str) -> usize { s.find(';') }"],
  ],
  *correct(site, context) {
    if (site.raw !== "char_literal") return;
    const text = context.text(site);
    const quoted = /^(b?)'([^']+)'$/.exec(text);
    if (quoted === null) return;
    const [, prefix = "", own = ""] = quoted;
    const ofFile = [...context.source.matchAll(/b?'((?:[^'\\\n]|\\[^\n])[^'\n]{0,6})'/g)].map(
      ([, each = ""]) => each,
    );
    const cases = own.length === 1 ? [own.toUpperCase(), own.toLowerCase()] : [];
    for (const each of new Set([...ofFile, ...cases, ...(/\w/.test(own) ? [] : COMMON)]))
      if (each !== own && (each.length === 1 || each.startsWith("\\")))
        yield [at(site, `${prefix}'${each}'`)];
  },
};

export const rustTextSlips: readonly Slip[] = [
  bytesForCharacters,
  splits,
  letterCase,
  formatDetail,
  otherCharacter,
];
