import { remembered } from "../../../../domain/rules/values/remembered.ts";
import { COSTS } from "../../costs.ts";
import { atom, type Expression } from "../../syntax/expression.ts";
import { ancestors, child, descendants, isValue, type SyntaxNode, unwrap } from "../../syntax/node.ts";
import type { Context } from "../context.ts";
import type { Subject } from "./subjects.ts";

const costs = COSTS.conditions;
const MOST_CALLS = 8;
const MOST_FIELDS = 4;
const LONGEST = 50;

interface Check {
  readonly expression: Expression;
  readonly extra: number;
  readonly names: readonly string[];
}

/**
 * Calls that conditions in the file make, for the same or another value, or on a sibling:
 * `seen.has(key)`, `isBlank(text)`, `rule.deny.has(name)` after `rule.allow.has(name)`.
 */
export function* checksAt(
  site: SyntaxNode,
  context: Context,
  subjects: readonly Subject[],
): Generator<Check> {
  const { write } = context.language;
  const variables = new Set(context.variables(site).flatMap((each) => (each.definite ? [each.name] : [])));
  const items = subjects.map((each) => each.expression.text);
  let at = 0;
  for (const call of callsIn(context)) {
    if (at === MOST_CALLS) return;
    const names = namesIn(call, context);
    const [argument, second] = child(call, "arguments")?.children ?? [];
    const others = argument === undefined || second !== undefined || !isValue(argument) ? [] : items;
    const texts = new Map<string, number>();
    const own = context.text(call);
    if (names.every((name) => variables.has(name))) {
      texts.set(own, 0);
      for (const text of siblingsOf(call, context)) texts.set(text, costs.otherArgument);
    }
    const outside = argument === undefined ? [] : namesIn(argument, context);
    const receiver = names.filter((name) => !outside.includes(name));
    if (argument !== undefined && receiver.every((name) => variables.has(name)))
      for (const other of others) {
        const text =
          context.source.slice(call.start, argument.start) +
          other +
          context.source.slice(argument.end, call.end);
        if (!texts.has(text) && !receiver.includes(other)) texts.set(text, costs.otherArgument);
      }
    if (texts.size > 0) at += 1;
    for (const [text, extra] of texts) {
      const used = text.match(/[A-Za-z_$][\w$]*/g)?.filter((word) => variables.has(word)) ?? [];
      const cost = extra + at * costs.perCheck;
      yield { expression: atom(text), extra: cost, names: used };
      yield { expression: write.not(atom(text)), extra: cost, names: used };
    }
  }
}

/** Short calls in conditions, in the order of the file, each once. */
const callsIn = remembered((context: Context): readonly SyntaxNode[] => {
  const found = new Map<string, SyntaxNode>();
  for (const node of descendants(context.tree)) {
    if (node.kind !== "call" || node.end - node.start > LONGEST || !isAsked(node)) continue;
    const text = context.text(node);
    if (!found.has(text) && !text.includes("\n")) found.set(text, node);
  }
  return [...found.values()];
});

function isAsked(node: SyntaxNode): boolean {
  let inner = node;
  for (const each of ancestors(node)) {
    if (inner.role === "condition") return true;
    if (!["not", "logical", "group"].includes(unwrap(each).kind) && each.kind !== "group") return false;
    inner = each;
  }
  return false;
}

/** The same call on another member of the same object. */
function siblingsOf(call: SyntaxNode, context: Context): readonly string[] {
  const callee = child(call, "callee");
  const object = callee === null ? null : child(callee, "object");
  const property = object?.kind === "attribute" ? child(object, "property") : null;
  if (property === null) return [];
  const own = context.text(property);
  return [...new Set([...keysBeside(own, context), ...context.ingredients.fields])]
    .filter((field) => field !== own)
    .slice(0, MOST_FIELDS)
    .map(
      (field) =>
        context.source.slice(call.start, property.start) +
        field +
        context.source.slice(property.end, call.end),
    );
}

/** Other keys of objects in the file that have this key. */
function keysBeside(own: string, { tree, text }: Context): readonly string[] {
  return descendants(tree)
    .filter((node) => node.kind === "dict")
    .map((node) => node.children.map((each) => text(child(each, "key") ?? each)))
    .filter((keys) => keys.includes(own))
    .flat()
    .filter((key) => /^[A-Za-z_]\w*$/.test(key));
}

/** Variables that an expression reads; the names of functions are assumed to exist. */
function namesIn(node: SyntaxNode, context: Context): readonly string[] {
  return descendants(node)
    .filter((each) => each.kind === "identifier" && each.role !== "property" && each.role !== "callee")
    .map((each) => context.text(each))
    .filter((name) => name !== "self" && name !== "this");
}
