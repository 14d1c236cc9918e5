import { COSTS } from "../../costs.ts";
import type { ValueKind } from "../../languages/language.ts";
import { atom, type Expression } from "../../syntax/expression.ts";
import { child, descendants, enclosingFunction, isValue, type SyntaxNode } from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import { keptFields } from "../own-fields.ts";

const costs = COSTS.conditions;
const MOST_VARIABLES = 8;
const MOST_MEMBERS = 6;
const MOST_GUESSED = 12;

/** A value that a condition can test. */
export interface Subject {
  readonly expression: Expression;
  readonly kind: ValueKind | null;
  /** The variable itself, or the one it belongs to. */
  readonly name: string;
  readonly extra: number;
  /** A member that the function does not mention. */
  readonly isGuess: boolean;
}

/**
 * Variables that certainly have a value here, members of them that the function reads, and members that it could read.
 */
export function subjectsAt(site: SyntaxNode, context: Context): readonly Subject[] {
  const owner = enclosingFunction(site) ?? context.tree;
  const variables = context
    .variables(site)
    .filter((each) => each.definite && each.kind !== "function")
    .filter((each) => each.distance === 0 || (each.distance === 1 && each.kind !== null))
    .filter(({ name }) => !/^(?:self|this|cls|_)$/.test(name));
  const own = variables.slice(0, MOST_VARIABLES).map(
    ({ name, kind, unused, distance }, at): Subject => ({
      expression: atom(name),
      kind,
      name,
      extra: at * costs.perSubject + distance * costs.outer + (unused ? costs.unusedParameter : 0),
      isGuess: false,
    }),
  );
  const members = membersIn(owner, new Set(variables.map((each) => each.name)), context);
  const guessed = [...otherMembers(members, context)]
    .filter((text) => !members.has(text))
    .slice(0, MOST_GUESSED)
    .map((text, at): Subject => {
      const extra = costs.member + costs.unusedMember + at * costs.perSubject;
      return { expression: atom(text), kind: null, name: rootOf(text), extra, isGuess: true };
    });
  return [...own, ...[...members.values()].slice(0, MOST_MEMBERS), ...guessed];
}

function membersIn(
  owner: SyntaxNode,
  variables: ReadonlySet<string>,
  context: Context,
): ReadonlyMap<string, Subject> {
  const found = new Map<string, Subject>();
  for (const node of descendants(owner)) {
    if (node.kind !== "attribute" && node.kind !== "subscript") continue;
    const object = child(node, "object");
    const name = context.text(object);
    const index = child(node, "index");
    const isPlain = node.kind === "attribute" || index?.kind === "string";
    if (!(variables.has(name) || /^(?:self|this)$/.test(name)) || !isPlain || !isValue(node)) continue;
    const text = context.text(node);
    if (node.role === "callee" || /\.(?:length|size)$/.test(text) || found.has(text)) continue;
    const kind = context.kindOf(node);
    found.set(text, { expression: atom(text), kind, name, extra: costs.member, isGuess: false });
  }
  return found;
}

/** Members of the same objects that other code and the tests mention. */
function* otherMembers(known: ReadonlyMap<string, Subject>, context: Context): Generator<string> {
  const isOwn = [...known.values()].some(({ name }) => name === "self" || name === "this");
  if (isOwn) yield* keptFields(context);
  const objects = new Set(
    [...known.keys()].filter((text) => !/^(?:self|this)\.|\[/.test(text)).map((text) => rootOf(text)),
  );
  for (const field of context.ingredients.fields)
    for (const object of objects) if (!/^(?:length|size)$/.test(field)) yield `${object}.${field}`;
}

function rootOf(text: string): string {
  return /^[\w$]+/.exec(text)?.[0] ?? text;
}
