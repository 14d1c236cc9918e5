import type { Context } from "../propose/context.ts";
import { callOf } from "../propose/method-call.ts";
import { enclosingClass, isStatement, type SyntaxNode } from "../syntax/node.ts";

/** Names of fields that say how much an object may hold. */
const LIMIT = /^#?_?(?:limit|capacity|max\w*|maximum|size|most|length|window|cap)$/i;

export interface Fields {
  readonly limits: readonly string[];
  /** Fields that start at zero. */
  readonly totals: readonly string[];
  readonly all: readonly string[];
}

/** The fields of the class around a node, by their names. */
export function fieldsAround(node: SyntaxNode, context: Context): Fields {
  const around = enclosingClass(node);
  const text = around === null ? "" : context.text(around);
  const assigned = [...text.matchAll(/\b(?:self|this)\.(#?\w+)\s*=\s*([^=\n;][^\n;]*)/g)];
  const names = (kept: (name: string, value: string) => boolean) => [
    ...new Set(assigned.flatMap(([, name = "", value = ""]) => (kept(name, value.trim()) ? [name] : []))),
  ];
  return {
    limits: names((name) => LIMIT.test(name)),
    totals: names((_, value) => /^0(?:\.0)?$/.test(value)),
    all: names(() => true),
  };
}

/** A statement that adds one item to a collection of the object, or removes one: `self.xs.append(x)`. */
export interface ItemChange {
  readonly list: string;
  readonly item: string;
  readonly method: string;
  readonly adds: boolean;
}

export function itemChange(site: SyntaxNode, context: Context): ItemChange | null {
  const call = isStatement(site) ? callOf(site.children[0], context) : null;
  const [item, ...more] = call?.given ?? [];
  if (call === null || call.object === null || item === undefined || more.length > 0) return null;
  const list = context.text(call.object);
  if (!/^(?:self|this)\./.test(list) || !/^(?:append|push|add|remove|discard|delete)$/.test(call.name))
    return null;
  const adds = /^(?:append|push|add)$/.test(call.name);
  return { list, item: context.text(item), method: call.name, adds };
}
