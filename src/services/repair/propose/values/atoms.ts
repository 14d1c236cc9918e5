import { COSTS } from "../../costs.ts";
import {
  child,
  descendants,
  enclosingFunction,
  enclosingStatement,
  isValue,
  type SyntaxNode,
} from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import { keptFields } from "../own-fields.ts";

const costs = COSTS.values;
const MOST_NAMES = 10;
const MOST_MEMBERS = 8;
const MOST_LITERALS = 8;
const LONGEST = 24;
/** Values that code is often missing. */
const USUAL = { numbers: ["0", "1", "2"], strings: ['""', '" "'] };

/** An expression that can be evaluated anywhere in the function without side effects, and how unusual it is. */
export interface Atom {
  readonly text: string;
  readonly size: number;
}

/** What an expression at this place may be built from: names, members of objects, literals. */
export function atomsAt(site: SyntaxNode, context: Context): readonly Atom[] {
  const owner = enclosingFunction(site) ?? context.tree;
  const near = context.text(enclosingStatement(site) ?? site);
  const found = new Map<string, number>();
  const add = (text: string, size: number) => {
    const own = size + (isIn(text, near) ? 0 : costs.elsewhere);
    found.set(text, Math.min(own, found.get(text) ?? own));
  };

  const names = context
    .variables(site)
    .filter(
      ({ name, definite, kind }) => definite && kind !== "function" && !/^(?:self|cls|this|_)$/.test(name),
    );
  for (const { name, distance, unused } of names.slice(0, MOST_NAMES))
    add(name, costs.name + distance * costs.outer + (unused ? costs.unused : 0));
  for (const member of membersIn(owner, context)) add(member, costs.member);
  if (/\b(?:self|this)\./.test(context.text(owner)))
    for (const field of keptFields(context).slice(0, MOST_MEMBERS)) add(field, costs.member);
  for (const literal of literalsIn(owner, context)) add(literal, costs.literal);
  for (const literal of [...USUAL.numbers, ...USUAL.strings]) add(literal, costs.usualLiteral);
  return [...found].map(([text, size]) => ({ text, size })).sort((a, b) => a.size - b.size);
}

function isIn(text: string, code: string): boolean {
  const at = code.indexOf(text);
  return (
    at >= 0 && !/\w/.test(`${code[at - 1] ?? " "}${code[at + text.length] ?? " "}`.replace(/[^\w]/g, ""))
  );
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
