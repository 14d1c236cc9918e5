import { type Group, keyOf, type Sequence, type Table, type Value } from "./value.ts";

/** Operations that a language has under one name or another. Each throws if it has no result. */

const LARGEST = 400;

type Listed = Sequence | Group;

export function sizeOf(value: string | Listed | Table): number {
  if (typeof value === "string") return value.length;
  return value.kind === "dict" ? value.entries.length : value.items.length;
}

export function listOf(value: string | Listed | Table): Sequence {
  return { kind: "list", items: itemsOf(value) };
}

function itemsOf(value: string | Listed | Table): readonly Value[] {
  if (typeof value === "string") return [...value];
  return value.kind === "dict" ? value.entries.map(([key]) => key) : value.items;
}

/** Negative positions count from the end. */
export function itemAt(value: string | Sequence, at: number): Value {
  const found = itemsOf(value).at(at);
  if (found === undefined || !Number.isInteger(at)) throw new RangeError("no such item");
  return found;
}

export function partOf(value: string | Sequence, from: number, to?: number): Value {
  if (!Number.isInteger(from) || (to !== undefined && !Number.isInteger(to)))
    throw new RangeError("no position");
  return typeof value === "string" ? value.slice(from, to) : { ...value, items: value.items.slice(from, to) };
}

export function reversed(value: string | Sequence): Value {
  if (typeof value === "string") return [...value].reverse().join("");
  return { ...value, items: value.items.toReversed() };
}

export function sorted(value: Listed): Sequence {
  return { kind: "list", items: value.items.toSorted((a, b) => ordered(a, b)) };
}

/** Below zero if the first comes first. */
export function ordered(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== "string" || typeof b !== "string") throw new TypeError("no order");
  return a < b ? -1 : Number(a > b);
}

export function total(value: Listed): number {
  return value.items.reduce<number>((sum, each) => sum + numberIn(each), 0);
}

export function greatest(value: Listed): Value {
  return extreme(value, -1);
}

export function least(value: Listed): Value {
  return extreme(value, 1);
}

function extreme({ items }: Listed, sign: number): Value {
  const [first, ...others] = items;
  if (first === undefined) throw new RangeError("nothing to choose from");
  return others.reduce((best, each) => (sign * ordered(each, best) < 0 ? each : best), first);
}

function numberIn(value: Value): number {
  if (typeof value !== "number") throw new TypeError("not a number");
  return value;
}

export function distinct(value: string | Listed): Group {
  const found = new Map(itemsOf(value).map((each) => [keyOf(each), each]));
  return { kind: "set", items: [...found.values()] };
}

export function contains(value: string | Listed | Table, item: Value): boolean {
  if (typeof value === "string") {
    if (typeof item !== "string") throw new TypeError("not a text");
    return value.includes(item);
  }
  const key = keyOf(item);
  return itemsOf(value).some((each) => keyOf(each) === key);
}

export function positionOf(value: string | Sequence, item: Value): number {
  if (typeof value === "string") return value.indexOf(String(item));
  const key = keyOf(item);
  return value.items.findIndex((each) => keyOf(each) === key);
}

export function countOf(value: string | Sequence, item: Value): number {
  if (typeof value === "string") {
    if (item === "") throw new RangeError("nothing to count");
    return value.split(String(item)).length - 1;
  }
  const key = keyOf(item);
  return value.items.filter((each) => keyOf(each) === key).length;
}

/** The value of a key; undefined if it is missing. */
export function held(table: Table, key: Value): Value | undefined {
  const own = keyOf(key);
  return table.entries.find(([each]) => keyOf(each) === own)?.[1];
}

export function heldOrThrow(table: Table, key: Value): Value {
  const found = held(table, key);
  if (found === undefined) throw new RangeError("no such key");
  return found;
}

export function keysOf({ entries }: Table): Sequence {
  return { kind: "list", items: entries.map(([key]) => key) };
}

export function valuesOf({ entries }: Table): Sequence {
  return { kind: "list", items: entries.map(([, value]) => value) };
}

export function both(a: Sequence, b: Sequence): Sequence {
  if (a.kind !== b.kind) throw new TypeError("not of one kind");
  return { ...a, items: [...a.items, ...b.items] };
}

export function restAfter(whole: string, start: string): string {
  if (start === "" || !whole.startsWith(start)) throw new RangeError("does not start with it");
  return whole.slice(start.length);
}

export function itemsAfter(whole: Sequence, start: Sequence): Sequence {
  if (start.items.length === 0 || whole.kind !== start.kind) throw new RangeError("does not start with it");
  if (start.items.some((each, at) => keyOf(each) !== keyOf(whole.items[at] ?? null)))
    throw new RangeError("does not start with it");
  return { ...whole, items: whole.items.slice(start.items.length) };
}

export function joinedBy(value: Sequence, separator: string): string {
  return value.items
    .map((each) => {
      if (typeof each !== "string") throw new TypeError("not a text");
      return each;
    })
    .join(separator);
}

export function splitBy(text: string, separator: string): Sequence {
  if (separator === "") throw new RangeError("no separator");
  return { kind: "list", items: text.split(separator) };
}

export function repeated(text: string, count: number): string {
  if (!Number.isInteger(count) || text.length * count > LARGEST) throw new RangeError("too long");
  return text.repeat(count);
}

export function quotient(a: number, b: number): number {
  if (b === 0) throw new RangeError("division by zero");
  return a / b;
}

export function power(a: number, b: number): number {
  const result = a ** b;
  if (Math.abs(b) > 8 || !Number.isFinite(result)) throw new RangeError("no usual result");
  return result;
}

/** The entries of both; those of the second win. */
export function merged(a: Table, b: Table): Table {
  const kept = a.entries.map(([key, value]) => [key, held(b, key) ?? value] as const);
  const added = b.entries.filter(([key]) => held(a, key) === undefined);
  return { kind: "dict", entries: [...kept, ...added] };
}
