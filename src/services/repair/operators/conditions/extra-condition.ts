import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import type { ValueKind } from "../../languages/language.ts";
import type { Context } from "../../propose/context.ts";
import { replace } from "../../propose/edits.ts";
import { atom, type Expression, infix } from "../../syntax/expression.ts";
import {
  ancestors,
  child,
  descendants,
  isValue,
  type Kind,
  operatorOf,
  type SyntaxNode,
  unwrap,
} from "../../syntax/node.ts";
import type { Operator, SitePatch } from "../operator.ts";

const costs = COSTS["extra-condition"];

const PARTS: ReadonlySet<Kind> = new Set(["comparison", "not", "call", "attribute"]);
const MOST_PARTS = 8;
const MOST_SUBJECTS = 4;
const MOST_STRINGS = 5;
const LONGEST = 60;

export const extraCondition: Operator = {
  meta: {
    id: "extra-condition",
    title: "One more condition",
    why: "A condition that omits a check that nearby code makes, an empty case, or a second value.",
    cost: costs.prior,
    kinds: ["comparison", "logical", "not", "call", "attribute", "identifier", "subscript"],
    most: 60,
    examples: [
      {
        language: "python",
        before: "if k not in best:\n    best[k] = n",
        after: "if k not in best or n < best[k]:\n    best[k] = n",
      },
      {
        language: "javascript",
        before: "if (!best.has(k)) best.set(k, n);",
        after: "if (!best.has(k) || n < best.get(k)) best.set(k, n);",
      },
      {
        language: "python",
        before: "def f(a, b):\n    if a.open:\n        g()\n    if b > 1:\n        h()",
        after: "def f(a, b):\n    if a.open:\n        g()\n    if b > 1 and a.open:\n        h()",
      },
      {
        language: "python",
        before: "def f(hook, xs):\n    if hook in xs:\n        g()",
        after: "def f(hook, xs):\n    if hook and hook in xs:\n        g()",
      },
      {
        language: "python",
        before: 'def f(a):\n    return a == "x"\ng("y")',
        after: 'def f(a):\n    return a == "x" or a == "y"\ng("y")',
      },
      {
        language: "javascript",
        before: "function f(a) { if (a.b === 1) g(); }",
        after: "function f(a) { if (a && a.b === 1) g(); }",
      },
      {
        language: "go",
        before: "package p\nfunc f(seen map[string]bool, name string) { if seen[name] { g() } }",
        after: 'package p\nfunc f(seen map[string]bool, name string) { if name == "" || seen[name] { g() } }',
      },
      {
        language: "go",
        before: 'package p\nfunc f(r Rule) bool { if r.Re == "" { return true }; return r.From == "" }',
        after:
          'package p\nfunc f(r Rule) bool { if r.Re == "" { return true }; return r.From == "" && r.Re == "" }',
      },
    ],
    leaves: [
      { language: "python", code: "def f(a):\n    return a" },
      { language: "javascript", code: "function f(a) { return a; }" },
    ],
  },
  *propose(site, context) {
    if (!isWholeCondition(site)) return;
    const { write } = context.language;
    const whole = context.expression(site);
    const known = namesAt(site, context);
    let at = 0;
    for (const part of conditionsOf(context)) {
      const text = context.text(part);
      if (at >= MOST_PARTS || text === whole.text || whole.text.includes(text)) continue;
      if (!namesIn(part, context).every((name) => known.has(name)) || overlaps(part, site)) continue;
      const other = context.expression(part);
      const extra = costs.reused + at * costs.perPart;
      yield replace(site, infix(write.and, whole, other), extra);
      yield replace(site, infix(write.or, whole, other), extra);
      yield replace(site, infix(write.and, whole, write.not(other)), extra + costs.negated);
      yield replace(site, infix(write.and, other, whole), extra + costs.first);
      yield replace(site, infix(write.or, other, whole), extra + costs.first);
      at += 1;
    }
    yield* betterEntry(site, whole, context);
    yield* presence(site, whole, context);
    yield* otherValues(site, whole, context);
  },
};

/** The complete condition of a branch, a loop or a result, not a part of it. */
function isWholeCondition(site: SyntaxNode): boolean {
  if (!isValue(site)) return false;
  let outer = site;
  while (outer.parent?.kind === "group") outer = outer.parent;
  if (outer.role === "condition") return true;
  const isAnswer =
    outer.parent?.kind === "return" || outer.role === "value" || outer.parent?.kind === "lambda";
  return isAnswer && (site.kind === "comparison" || site.kind === "logical" || site.kind === "not");
}

/** Parts of all conditions in the file, in file order. */
const conditionsIn = remembered((tree: SyntaxNode): readonly SyntaxNode[] =>
  descendants(tree).filter((node) => {
    const { parent } = node;
    if (!PARTS.has(node.kind) || parent === null || node.end - node.start > LONGEST) return false;
    return parent.kind === "logical" || unwrap(parent).role === "condition" || node.role === "condition";
  }),
);

function* conditionsOf({ tree, text }: Context): Generator<SyntaxNode> {
  const seen = new Set<string>();
  for (const node of conditionsIn(tree)) {
    if (seen.has(text(node))) continue;
    seen.add(text(node));
    yield node;
  }
}

function overlaps(part: SyntaxNode, site: SyntaxNode): boolean {
  return part.start < site.end && site.start < part.end;
}

function namesAt(site: SyntaxNode, context: Context): ReadonlySet<string> {
  const known = context.variables(site).flatMap((each) => (each.definite ? [each.name] : []));
  return new Set([...known, ...context.language.builtins, "self", "this"]);
}

function namesIn(part: SyntaxNode, context: Context): readonly string[] {
  return descendants(part)
    .filter((node) => node.kind === "identifier" && node.role !== "property" && node.role !== "name")
    .map((node) => context.text(node));
}

/** `a and a.b > 1`: checks that something exists before using it. */
function* presence(site: SyntaxNode, whole: Expression, context: Context): Generator<SitePatch> {
  const { write, id } = context.language;
  const subjects = new Map<string, ValueKind | null>();
  for (const node of descendants(site)) {
    if (node.kind !== "identifier" && node.kind !== "attribute") continue;
    if (
      !isValue(node) ||
      node.role === "callee" ||
      [...ancestors(node)].some((each) => each.role === "callee" && each.start > site.start)
    )
      continue;
    if (context.text(node) !== whole.text) subjects.set(context.text(node), context.kindOf(node));
  }
  const isTyped = id === "go" || id === "java" || id === "rust";
  for (const [subject, kind] of [...subjects].slice(0, MOST_SUBJECTS)) {
    if (isTyped && (kind === "number" || kind === "boolean" || kind === "function")) continue;
    const isGoText = id === "go" && kind === "string";
    const empty = isGoText ? infix(write.equal, atom(subject), atom('""')) : write.isEmpty(atom(subject));
    const has = isTyped ? empty : write.not(atom(subject));
    if (has === null) continue;
    const full = isGoText ? infix(write.notEqual, atom(subject), atom('""')) : write.not(has);
    const there = isTyped ? full : atom(subject);
    yield replace(site, infix(write.and, there, whole), costs.presence);
    yield replace(site, infix(write.or, has, whole), costs.presence + costs.negated);
  }
}

/** `a == "x" or a == "y"`: with other strings from the file. */
function* otherValues(site: SyntaxNode, whole: Expression, context: Context): Generator<SitePatch> {
  const [left, right] = [child(site, "left"), child(site, "right")];
  const operator = operatorOf(site);
  if (site.kind !== "comparison" || left === null || right?.kind !== "string") return;
  const { write } = context.language;
  const joiner = operator === write.equal ? write.or : operator === write.notEqual ? write.and : null;
  if (joiner === null) return;
  const others = context.ingredients.strings.filter((each) => each !== context.text(right));
  for (const [at, other] of others.slice(0, MOST_STRINGS).entries()) {
    const again = infix(operator, context.expression(left), atom(other));
    yield replace(site, infix(joiner, whole, again), costs.otherValue + at * costs.perPart);
  }
}

/** `k not in best or new < best[k]`: an entry is replaced by a better one too, if the branch sets it. */
function* betterEntry(site: SyntaxNode, whole: Expression, context: Context): Generator<SitePatch> {
  const lacks = /^(.+) not in ([\w.]+)$|^!([\w.]+)\.has\((.+)\)$|^!\((.+) in ([\w.]+)\)$/.exec(whole.text);
  const branch = site.parent?.kind === "group" ? site.parent.parent : site.parent;
  if (lacks === null || branch?.kind !== "if") return;
  const map = lacks[2] ?? lacks[3] ?? lacks[6] ?? "";
  const key = lacks[1] ?? lacks[4] ?? lacks[5] ?? "";
  const isMap = lacks[3] !== undefined;
  const entry = isMap ? `${map}.get(${key})` : `${map}[${key}]`;
  const body = context.text(branch);
  const value = isMap
    ? body.split(`${map}.set(${key}, `)[1]?.split(");")[0]
    : body.split(`${map}[${key}] = `)[1]?.split(/[;\n]/)[0];
  if (value === undefined || !/^[\w.]+$/.test(value)) return;
  for (const operator of ["<", ">"])
    yield replace(
      site,
      infix(context.language.write.or, whole, infix(operator, atom(value), atom(entry))),
      costs.betterEntry,
    );
}
