import { COSTS } from "../../costs.ts";
import { type Context, isDynamic, isScript, type Variable } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, type Expression, grouped, infix } from "../../syntax/expression.ts";
import { child, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["unused-name"];

export const unusedName: Operator = {
  meta: {
    id: "unused-name",
    title: "Use a name that nothing uses",
    why: "A table, a set of accepted values or an imported function that is there and never used: the author meant to.",
    cost: costs.prior,
    kinds: ["call", "identifier", "attribute", "subscript"],
    most: 12,
    examples: [
      {
        language: "python",
        before: 'YES = {"1", "on"}\ndef f(text):\n    return bool(text.strip())',
        after: 'YES = {"1", "on"}\ndef f(text):\n    return text.strip() in YES',
      },
      {
        language: "python",
        before: 'YES = {"1", "on"}\ndef f(text):\n    return bool(text.strip())',
        after: 'YES = {"1", "on"}\ndef f(text):\n    return text.strip().lower() in YES',
      },
      {
        language: "python",
        before: 'NAMES = {"a": "Alpha"}\ndef f(key):\n    return key',
        after: 'NAMES = {"a": "Alpha"}\ndef f(key):\n    return NAMES[key]',
      },
      {
        language: "python",
        before: "from math import ceil\ndef f(n):\n    return int(n / 2)",
        after: "from math import ceil\ndef f(n):\n    return ceil(n / 2)",
      },
      {
        language: "javascript",
        before: "const YES = new Set(['on']);\nfunction f(text) { return Boolean(text); }",
        after: "const YES = new Set(['on']);\nfunction f(text) { return YES.has(text); }",
      },
      {
        language: "typescript",
        before: "import { slug } from './slug.ts';\nfunction f(s: string) { return g(s); }",
        after: "import { slug } from './slug.ts';\nfunction f(s: string) { return g(slug(s)); }",
      },
    ],
    leaves: [
      { language: "python", code: "YES = {1, 2}\ndef f(n):\n    return n in YES" },
      { language: "javascript", code: "const YES = [1];\nfunction f(n) { return YES.includes(n); }" },
    ],
  },
  *propose(site, context) {
    if (!isValue(site) || site.role === "callee" || site.role === "object") return;
    if (!isDynamic(context)) return;
    const asked = askedFor(site, context);
    for (const { name, kind } of unusedVariables(site, context)) {
      if (kind === "set" || kind === "list" || kind === "dict") {
        const value = context.expression(asked);
        yield replace(site, isMember(value, name, kind, context), costs.member);
        yield replace(site, isMember(folded(value, context), name, kind, context), costs.foldedMember);
      }
      if (kind === "dict") {
        const key = context.text(asked);
        yield replace(site, `${name}[${key}]`, costs.entry);
        if (context.language.id === "python")
          yield replace(site, `${name}.get(${key}, ${key})`, costs.orItself);
      }
    }
    for (const name of unusedImports(context)) yield* applied(name, site, context);
  },
};

/** What is really asked about: `bool(x)` asks about `x`. */
function askedFor(site: SyntaxNode, context: Context): SyntaxNode {
  const callee = child(site, "callee");
  const [only, ...others] = child(site, "arguments")?.children ?? [];
  const isTruth = callee !== null && /^(?:bool|Boolean)$/.test(context.text(callee));
  return isTruth && only !== undefined && others.length === 0 ? only : site;
}

function unusedVariables(site: SyntaxNode, context: Context): readonly Variable[] {
  return context.variables(site).filter(({ unused, name }) => unused && name !== context.text(site));
}

function folded(value: Expression, context: Context): Expression {
  return atom(`${grouped(value, atom("").level)}.${isScript(context) ? "toLowerCase" : "lower"}()`);
}

function isMember(
  value: Expression,
  container: string,
  kind: Variable["kind"],
  context: Context,
): Expression {
  if (!isScript(context)) return infix("in", value, atom(container));
  if (kind === "dict") return atom(`Object.hasOwn(${container}, ${value.text})`);
  return atom(`${container}.${kind === "set" ? "has" : "includes"}(${value.text})`);
}

/** `round(x)` → `ceil(x)`, `x` → `ceil(x)`. */
function* applied(name: string, site: SyntaxNode, context: Context): Generator<SitePatch> {
  const callee = child(site, "callee");
  if (callee !== null && callee.kind === "identifier" && context.text(callee) !== name)
    yield replace(site, `${name}${context.source.slice(callee.end, site.end)}`, costs.calledInstead);
  yield replace(site, `${name}(${context.text(site)})`, costs.called);
}

/** Names that are imported and occur nowhere else in the file. */
function unusedImports({ source, language }: Context): readonly string[] {
  const lists =
    language.id === "python"
      ? [...source.matchAll(/^from [\w.]+ import \(?([\w\s,]+)\)?$/gm)]
      : [...source.matchAll(/^import \{([\w\s,]+)\} from .*$/gm)];
  const rest = lists.reduce((text, [statement]) => text.replace(statement, ""), source);
  const names = lists.flatMap((each) => each[1]?.match(/\w+/g) ?? []);
  return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(rest));
}
