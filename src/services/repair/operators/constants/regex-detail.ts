import { COSTS } from "../../costs.ts";
import type { Context } from "../../propose/context.ts";
import { put } from "../../propose/edits.ts";
import { child, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator } from "../operator.ts";

const costs = COSTS["regex-detail"];
const COMPILERS = /^(?:regexp\.\w+|(?:regex::)?Regex(?:Builder)?::new)$/;

export const regexDetail: Operator = {
  meta: {
    id: "regex-detail",
    title: "Change a detail of a regular expression",
    why: "A missing flag or anchor, `*` for `+`, a greedy match, a class that forgets a case.",
    cost: costs.prior,
    kinds: ["other", "string"],
    most: 80,
    examples: [
      {
        language: "javascript",
        before: "const escape = /[+^$(){}|[\\]\\\\]/g;",
        after: "const escape = /[.+^$(){}|[\\]\\\\]/g;",
      },
      { language: "python", before: 'P = r"\\d{4}-\\d{2}"', after: 'P = r"\\d{4}-\\d{1,2}"' },
      {
        language: "python",
        before: 'p = re.compile(r"^dev|prod$")',
        after: 'p = re.compile(r"^(?:dev|prod)$")',
      },
      {
        language: "javascript",
        before: "xs = s.match(/(a)+b/g);",
        after: "xs = s.match(/(?:a)+b/g);",
      },
      { language: "javascript", before: "x = s.replace(/a/, b);", after: "x = s.replace(/a/g, b);" },
      {
        language: "python",
        before: 'TAG = re.compile(r"#(\\w+)")',
        after: 'TAG = re.compile(r"(?<!\\w)#(\\w+)")',
      },
      {
        language: "javascript",
        before: "x = s.match(/cat/);",
        after: "x = s.match(/cat\\b/);",
      },
      { language: "typescript", before: "const x = /\\d*/.test(s);", after: "const x = /\\d+/.test(s);" },
      {
        language: "go",
        before: "package p\nvar words = regexp.MustCompile(`[a-z]`)",
        after: "package p\nvar words = regexp.MustCompile(`[a-z]+`)",
      },
      {
        language: "rust",
        before: 'fn f() { let re = Regex::new(r"\\d*"); }',
        after: 'fn f() { let re = Regex::new(r"\\d+"); }',
      },
      { language: "python", before: "x = re.sub(r'\\d*', '', s)", after: "x = re.sub(r'\\d+', '', s)" },
    ],
    leaves: [
      { language: "python", code: 'a = "a+"' },
      { language: "javascript", code: 'a = "a+";' },
      { language: "go", code: "package p\nvar text = `a+`" },
    ],
  },
  *propose(site, context) {
    const text = context.text(site);
    const literal = site.raw === "regex" ? /^\/([\s\S]*)\/([a-z]*)$/.exec(text) : null;
    const raw = literal === null ? rawPattern(site, context) : null;
    if (literal === null && raw === null) return;
    const body = literal?.[1] ?? raw?.body ?? "";
    const flags = literal?.[2] ?? "";
    const print = (pattern: string, marks = flags) =>
      raw === null ? `/${pattern}/${marks}` : `${raw.open}${pattern}${raw.close}`;
    if (literal !== null) {
      for (const flag of ["g", "i", "m"]) {
        yield put(site, print(body, flags.includes(flag) ? flags.replace(flag, "") : flags + flag), 0);
      }
    }
    if (!body.startsWith("^")) yield put(site, print(`^${body}`), costs.anchor);
    else yield put(site, print(body.slice(1)), costs.unanchor);
    if (!body.endsWith("$")) yield put(site, print(`${body}$`), costs.anchor);
    else yield put(site, print(body.slice(0, -1)), costs.unanchor);
    if (!body.startsWith("^") && !body.endsWith("$")) yield put(site, print(`^${body}$`), costs.anchorBoth);
    yield* boundaries(body).map((pattern) => put(site, print(pattern), costs.boundary));
    const between = /^\^([^()|]+(?:\|[^()|]+)+)\$$/.exec(body)?.[1];
    if (between !== undefined) yield put(site, print(`^(?:${between})$`), costs.groupChoice);
    for (const match of body.matchAll(/(?<!\\)\((?!\?)/g))
      yield put(
        site,
        print(`${body.slice(0, match.index)}(?:${body.slice(match.index + 1)}`),
        costs.withoutCapture,
      );
    for (const match of body.matchAll(/(?<!\\)([*+?])/g)) {
      const at = match.index;
      for (const other of ["+", "*", "?", ""]) {
        if (other !== match[1])
          yield put(site, print(body.slice(0, at) + other + body.slice(at + 1)), costs.quantifier);
      }
      if (match[1] !== "?" && body[at + 1] !== "?")
        yield put(site, print(`${body.slice(0, at + 1)}?${body.slice(at + 1)}`), costs.lazy);
    }
    for (const match of body.matchAll(/\\([dDwWsSbB])/g)) {
      const letter = match[1] ?? "";
      const others = [
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
        "w",
        "d",
      ];
      for (const other of new Set(others)) {
        if (other !== letter)
          yield put(
            site,
            print(`${body.slice(0, match.index)}\\${other}${body.slice(match.index + 2)}`),
            costs.classDetail,
          );
      }
    }
    for (const { 0: found, 1: inner = "", index } of body.matchAll(/(?<!\\)\[((?:\\.|[^\]\\])*)\]/g)) {
      const changed = (other: string) =>
        print(`${body.slice(0, index)}[${other}]${body.slice(index + found.length)}`);
      for (const each of RANGES)
        if (!inner.includes(each)) yield put(site, changed(inner + each), costs.classAddition);
      const start = inner.startsWith("^") ? 1 : 0;
      for (const each of inner[start] === "-" ? [] : MEMBERS)
        if (!inner.includes(each) && !text.endsWith(each))
          yield put(site, changed(inner.slice(0, start) + each + inner.slice(start)), costs.classMember);
    }
    for (const { 0: found, 1: least = "", 2: most, index } of body.matchAll(/\{(\d+)(,\d*)?\}/g)) {
      const low = Number(least);
      const high = Number((most ?? "").slice(1)) || low;
      const counts = [
        `{${low + 1}}`,
        `{${low - 1}}`,
        `{${low},}`,
        `{1,${high}}`,
        `{${low},${high + 1}}`,
        `{${low},${high - 1}}`,
      ];
      for (const each of counts)
        if (each !== found && isCount(each))
          yield put(site, print(body.slice(0, index) + each + body.slice(index + found.length)), costs.count);
    }
    for (const match of body.matchAll(/(?:\]|\\[dDwWsS])(?![*+?{])/g)) {
      const at = match.index + match[0].length;
      for (const [index, repeated] of ["+", "*"].entries())
        yield put(
          site,
          print(body.slice(0, at) + repeated + body.slice(at)),
          costs.repeat + index * costs.perRepeat,
        );
    }
    for (const match of body.matchAll(/(?<!\\)\./g)) {
      yield put(
        site,
        print(`${body.slice(0, match.index)}\\.${body.slice(match.index + 1)}`),
        costs.escapeDot,
      );
    }
  },
};

/** The pattern as a whole word, or not directly after or before one. */
function boundaries(body: string): readonly string[] {
  const before = /^(?:\^|\\b|\(\?<)/.test(body) ? [] : ["\\b", "(?<!\\w)"];
  const after = /(?:\$|\\b)$/.test(body) ? [] : ["\\b", "(?!\\w)"];
  const whole = before.length > 0 && after.length > 0 ? [`\\b${body}\\b`] : [];
  return [...before.map((each) => each + body), ...after.map((each) => body + each), ...whole];
}

/** Whether a quantifier like `{2,4}` can match something. */
function isCount(text: string): boolean {
  const [, least = "", most] = /^\{(-?\d+),?(-?\d+)?\}$/.exec(text) ?? [];
  return Number(least) > 0 && (most === undefined || Number(most) >= Number(least));
}

const RANGES = ["A-Z", "a-z", "0-9", "_", "-", "0-9_"];
/** Characters that are often forgotten in a class. */
const MEMBERS = [".", "+", "'", "\\s", ",", "/", ":", "#", "%", "$", "&", "@"];

interface RawPattern {
  readonly open: string;
  readonly body: string;
  readonly close: string;
}

/** A raw string: any in Python; the argument of a function that compiles patterns elsewhere. */
function rawPattern(site: SyntaxNode, { text, language }: Context): RawPattern | null {
  const match =
    language.id === "go"
      ? /^(`)([\s\S]*)(`)$/.exec(text(site))
      : /^(r#*["'])([\s\S]*?)(["']#*)$/.exec(text(site));
  if (match === null) return null;
  const [, open = "", body = "", close = ""] = match;
  if (language.id === "python") return { open, body, close };
  const call = site.parent?.kind === "arguments" ? site.parent.parent : null;
  const callee = call ? child(call, "callee") : null;
  return callee !== null && COMPILERS.test(text(callee)) ? { open, body, close } : null;
}
