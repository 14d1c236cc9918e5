import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import { type Context, isScript } from "../../propose/context.ts";
import { callOf } from "../../propose/method-call.ts";
import { fieldsIn } from "../../propose/own-fields.ts";
import { plainParameters } from "../../propose/parameters.ts";
import {
  child,
  descendants,
  enclosingFunction,
  enclosingStatement,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["argument-count"];
const MOST_KEYWORDS = 8;

export const argumentCount: Operator = {
  meta: {
    id: "argument-count",
    title: "Add or remove an argument",
    why: "A forgotten start, base, limit or default; an argument that overrides a default.",
    cost: costs.prior,
    kinds: ["arguments"],
    most: 50,
    examples: [
      { language: "python", before: "for i in range(n): pass", after: "for i in range(1, n): pass" },
      {
        language: "python",
        before: "for at, x in enumerate(xs): pass",
        after: "for at, x in enumerate(xs, 1): pass",
      },
      { language: "python", before: "x = d.get(k, 1)", after: "x = d.get(k)" },
      {
        language: "python",
        before: "def f(x, file):\n    echo(x)\n    echo(1, file=file)",
        after: "def f(x, file):\n    echo(x, file=file)\n    echo(1, file=file)",
      },
      {
        language: "python",
        before: "def f(a, b):\n    return g(a)",
        after: "def f(a, b):\n    return g(a, b)",
      },
      { language: "javascript", before: "x = Object.assign(a, b);", after: "x = Object.assign({}, a, b);" },
      {
        language: "javascript",
        before: "x = xs.reduce((a, b) => a + b);",
        after: "x = xs.reduce((a, b) => a + b, 0);",
      },
      { language: "javascript", before: "xs.splice(at);", after: "xs.splice(at, 1);" },
      { language: "javascript", before: "x = parseInt(s);", after: "x = parseInt(s, 10);" },
      {
        language: "python",
        before: "same = a.get(k, none) == b.get(k)",
        after: "same = a.get(k, none) == b.get(k, none)",
      },
      {
        language: "python",
        before: "def f(x, depth):\n    return [f(y) for y in x]",
        after: "def f(x, depth):\n    return [f(y, depth - 1) for y in x]",
      },
      {
        language: "typescript",
        before: "function f(a: number, b: number) { return g(a); }",
        after: "function f(a: number, b: number) { return g(a, b); }",
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    const owner = enclosingFunction(site);
    const open = context.source[site.start];
    if (open !== "(") return;
    const items = site.children.filter((each) => each.kind !== "comment").map((each) => context.text(each));
    const write = (parts: readonly string[], extra: number) => ({
      edits: [{ start: site.start, end: site.end, text: `(${parts.join(", ")})` }],
      extra,
    });
    if (items.length > 1)
      for (const [index] of items.entries()) yield write(items.toSpliced(index, 1), costs.dropArgument);
    if (context.language.id === "python") yield* namedElsewhere(site, items, context, write);
    if (items.length > 3) return;
    for (const each of ofTwin(site, items.length, context)) yield write([...items, each], costs.ofTwin);
    const parameters = (owner === null ? null : plainParameters(owner, context)) ?? [];
    const next = parameters[items.length + (parameters[0] === "self" ? 1 : 0)];
    if (owner !== null && next !== undefined && callsItself(site, owner, context))
      for (const step of [" - 1", " + 1"]) yield write([...items, next + step], costs.nextDepth);
    for (const [index, literal] of ["1", "0", "10", "2", "-1"].entries()) {
      yield write([...items, literal], costs.appendLiteral + index * costs.perLiteral);
      if (items.length > 0) yield write([literal, ...items], costs.prependLiteral + index * costs.perLiteral);
    }
    if (items.length === 1 && isCallOf(site, /\benumerate$/, context))
      yield write([...items, "1"], costs.enumerateFromOne);
    if (isScript(context) && items.length === 1) yield* forgotten(site, items, context, write);
    if (isJoining(site, context)) yield write(["{}", ...items], 0);
    for (const each of context.variables(site)) {
      if (each.distance > 0 || !each.definite || items.includes(each.name)) continue;
      yield write([...items, each.name], each.unused ? 0 : costs.usedVariable);
      if (items.length > 0) yield write([each.name, ...items], costs.prependVariable);
    }
    for (const field of owner === null ? [] : fieldsIn(owner, context)) {
      if (!items.includes(field)) yield write([...items, field], costs.field);
    }
  },
};

/** The last argument of a call of the same method in the statement that has one more. */
function ofTwin(site: SyntaxNode, count: number, context: Context): readonly string[] {
  const statement = enclosingStatement(site);
  const name = callOf(site.parent, context)?.name;
  if (statement === null || name === undefined) return [];
  const twins = descendants(statement).flatMap((each) => callOf(each, context) ?? []);
  const last = twins
    .filter((each) => each.name === name && each.given.length === count + 1)
    .flatMap(({ given }) => given.slice(-1).map(context.text));
  return [...new Set(last)];
}

const keywordsIn = remembered((context: Context) =>
  descendants(context.tree).flatMap((each) => {
    const [, key, value] = /^(\w+) ?= ?(.{1,40})$/.exec(context.text(each)) ?? [];
    if (each.kind !== "keyword-argument" || key === undefined || value === undefined) return [];
    return [{ key, value, callee: callOf(each.parent?.parent, context)?.name }];
  }),
);

/** Keyword arguments of other calls in the file, those of the same function first. */
function* namedElsewhere(
  site: SyntaxNode,
  items: readonly string[],
  context: Context,
  write: (parts: readonly string[], extra: number) => SitePatch,
): Generator<SitePatch> {
  const name = callOf(site.parent, context)?.name;
  const known = new Set(context.variables(site).map((each) => each.name));
  const taken = new Set(items.map((each) => each.split("=")[0]?.trim()));
  const others = keywordsIn(context).filter(({ key, value }) => !taken.has(key) && isReadable(value));
  const [same, rest] = [true, false].map((wanted) =>
    others.filter((each) => (each.callee === name) === wanted),
  );
  const texts = new Set([...(same ?? []), ...(rest ?? [])].map(({ key, value }) => `${key}=${value}`));
  const end = items.findIndex((each) => each.startsWith("**"));
  for (const [at, text] of [...texts].slice(0, MOST_KEYWORDS).entries())
    yield write(
      items.toSpliced(end === -1 ? items.length : end, 0, text),
      costs.keyword + at * costs.perKeyword,
    );

  function isReadable(value: string): boolean {
    const first = /^[A-Za-z_]\w*/.exec(value)?.[0];
    return first === undefined || known.has(first) || /^(?:self|True|False|None)$/.test(first);
  }
}

function callsItself(site: SyntaxNode, owner: SyntaxNode, context: Context): boolean {
  const name = child(owner, "name");
  return name !== null && callOf(site.parent, context)?.name === context.text(name);
}

/** A reduction without a start fails on an empty list; `splice` with one argument removes everything that follows. */
function* forgotten(
  site: SyntaxNode,
  items: readonly string[],
  context: Context,
  write: (parts: readonly string[], extra: number) => SitePatch,
): Generator<SitePatch> {
  const [start, ...others] = startsOf(site.children[0], context);
  if (isCallOf(site, /\.(?:reduce|reduceRight)$/, context) && start !== undefined) {
    yield write([...items, start], costs.startOfReduction);
    for (const other of others) yield write([...items, other], costs.otherStart);
  }
  if (isCallOf(site, /\.splice$/, context)) yield write([...items, "1"], costs.spliceOne);
}

/** Start values that fit what the reducer does with its first parameter, best first. */
function startsOf(reducer: SyntaxNode | undefined, context: Context): readonly string[] {
  const body = context.text(reducer);
  if (/\.push\(|\.concat\(|=>\s*\[\.\.\./.test(body)) return ["[]"];
  if (/\.set\(/.test(body)) return ["new Map()"];
  if (/\]\s*[-+|?]*=|\{\s*\.\.\./.test(body)) return ["{}"];
  if (/Math\.max\b/.test(body)) return ["-Infinity", "0"];
  if (/Math\.min\b/.test(body)) return ["Infinity"];
  if (/[`'"]/.test(body)) return ['""', "0"];
  return /\*/.test(body) && !/\+/.test(body) ? ["1", "0"] : ["0", "1", "[]", "{}"];
}

/** `Object.assign` and similar functions change their first argument, so it must be a new object. */
function isJoining(site: SyntaxNode, context: Context): boolean {
  return isScript(context) && isCallOf(site, /\b(?:assign|merge|extend|defaults)$/, context);
}

function isCallOf(site: SyntaxNode, name: RegExp, context: Context): boolean {
  const callee = site.parent === null ? null : child(site.parent, "callee");
  return callee !== null && name.test(context.text(callee));
}
