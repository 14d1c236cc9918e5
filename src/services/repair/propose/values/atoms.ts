import { escapeRegex } from "../../../../domain/rules/text/escape-regex.ts";
import { COSTS } from "../../costs.ts";
import { atom, type Expression } from "../../syntax/expression.ts";
import {
  child,
  descendants,
  enclosingFunction,
  enclosingStatement,
  isValue,
  type Kind,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import { keptFields } from "../own-fields.ts";

const costs = COSTS.values;
const MOST_NAMES = 10;
const MOST_MEMBERS = 8;
const MOST_LITERALS = 8;
const LONGEST = 24;
const MOST_PARTS = 6;
const LONGEST_PART = 60;
const HARMLESS: ReadonlySet<Kind> = new Set([
  "binary",
  "comparison",
  "logical",
  "not",
  "unary",
  "identifier",
  "name",
  "attribute",
  "subscript",
  "slice",
  "number",
  "string",
  "boolean",
  "null",
  "list",
  "tuple",
  "group",
  "arguments",
]);
const HARMLESS_CALLS =
  /^(?:abs|float|int|len|list|max|min|round|set|sorted|str|sum|tuple|Math\.\w+|Number|String|Object\.(?:keys|values)|.*\.(?:get|keys|values|items|split|strip|lower|upper|startswith|endswith|trim|slice|includes|indexOf|has|toLowerCase|toUpperCase))$/s;
/** Values that code is often missing. */
const USUAL = { numbers: ["0", "1", "2"], strings: ['""', '" "'] };

/** An expression that can be evaluated anywhere in the function without side effects, and how unusual it is. */
export interface Atom {
  readonly expression: Expression;
  readonly size: number;
}

/** What an expression at this place may be built from: names, members of objects, literals. */
export function atomsAt(site: SyntaxNode, context: Context): readonly Atom[] {
  const owner = enclosingFunction(site) ?? context.tree;
  const near = context.text(enclosingStatement(site) ?? site);
  const found = new Map<string, Atom>();
  const add = (expression: Expression, usual: number) => {
    const size = usual + (isIn(expression.text, near) ? 0 : costs.elsewhere);
    const known = found.get(expression.text);
    if (known === undefined || known.size > size) found.set(expression.text, { expression, size });
  };

  const names = context
    .variables(site)
    .filter(
      ({ name, definite, kind }) => definite && kind !== "function" && !/^(?:self|cls|this|_)$/.test(name),
    );
  for (const { name, distance, unused } of names.slice(0, MOST_NAMES))
    add(atom(name), costs.name + distance * costs.outer + (unused ? costs.unused : 0));
  for (const part of partsOf(site, context)) add(part, costs.part);
  for (const member of membersIn(owner, context)) add(atom(member), costs.member);
  if (/\b(?:self|this)\b/.test(context.text(owner)))
    for (const field of keptFields(context).slice(0, MOST_MEMBERS)) add(atom(field), costs.member);
  for (const literal of literalsIn(owner, context)) add(atom(literal), costs.literal);
  for (const literal of [...USUAL.numbers, ...USUAL.strings]) add(atom(literal), costs.usualLiteral);
  return [...found.values()].sort((a, b) => a.size - b.size);
}

function isIn(text: string, code: string): boolean {
  return new RegExp(`(?<!\\w)${escapeRegex(text)}(?!\\w)`).test(code);
}

/** Parts of the expression itself that can be evaluated again without side effects. */
function partsOf(site: SyntaxNode, context: Context): readonly Expression[] {
  return descendants(site)
    .filter((node) => node !== site && isValue(node) && node.role !== "callee" && isHarmless(node, context))
    .map((node) => context.expression(node))
    .filter(({ text }) => !text.includes("\n") && text.length <= LONGEST_PART)
    .slice(0, MOST_PARTS);
}

function isHarmless(node: SyntaxNode, context: Context): boolean {
  return descendants(node).every((each) => {
    if (each.kind !== "call") return HARMLESS.has(each.kind);
    const callee = child(each, "callee");
    return callee !== null && HARMLESS_CALLS.test(context.text(callee));
  });
}

/** `self.size`, `row["name"]`, `point[0]` */
function membersIn(owner: SyntaxNode, context: Context): readonly string[] {
  const found = new Set<string>();
  for (const node of descendants(owner)) {
    if (!isValue(node) || node.role === "callee" || !isMember(node)) continue;
    const text = context.text(node);
    if (text.length <= LONGEST && !text.includes("\n")) found.add(text);
  }
  return [...found].slice(0, MOST_MEMBERS);
}

function isMember(node: SyntaxNode): boolean {
  if (node.kind !== "attribute" && node.kind !== "subscript") return false;
  const object = child(node, "object");
  const index = child(node, "index");
  const isPlain = index === null ? node.kind === "attribute" : ["string", "number"].includes(index.kind);
  return isPlain && object !== null && (object.kind === "identifier" || isMember(object));
}

function literalsIn(owner: SyntaxNode, context: Context): readonly string[] {
  const found = new Set<string>();
  for (const node of descendants(owner)) {
    const isText = node.kind === "string" && node.children.length === 0 && /^["']/.test(context.text(node));
    if (node.kind !== "number" && !(isText && node.parent?.kind !== "expression-statement")) continue;
    const text = context.text(node);
    if (text.length <= LONGEST && !text.includes("\n")) found.add(text);
  }
  return [...found].slice(0, MOST_LITERALS);
}
