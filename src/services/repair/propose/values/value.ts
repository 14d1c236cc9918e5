/** A value that a worker observed. Objects that cannot be copied as data are missing. */
export type Value = null | boolean | number | string | Sequence | Table | Group;

/** A list, an array or a tuple. */
export interface Sequence {
  readonly kind: "list" | "tuple";
  readonly items: readonly Value[];
}

/** A dictionary, or an object with fields. */
export interface Table {
  readonly kind: "dict";
  readonly entries: readonly (readonly [Value, Value])[];
}

export interface Group {
  readonly kind: "set";
  readonly items: readonly Value[];
}

export type Shape = "null" | "flag" | "number" | "text" | "sequence" | "table" | "group";

export function shapeOf(value: Value): Shape {
  if (value === null) return "null";
  if (typeof value === "boolean") return "flag";
  if (typeof value === "number") return "number";
  if (typeof value === "string") return "text";
  if (value.kind === "dict") return "table";
  return value.kind === "set" ? "group" : "sequence";
}

const LARGEST = 2000;
const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER;
/** Digits of a number that count: sums of fractions differ in the last ones. */
const PRECISION = 12;

/** Equal for equal values. Throws if the value is too large to be handled. */
export function keyOf(value: Value): string {
  const key = keyWithin(value);
  if (key.length > LARGEST) throw new RangeError("the value is too large");
  return key;
}

function keyWithin(value: Value): string {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || Math.abs(value) > LARGEST_NUMBER) throw new RangeError("no usual number");
    return Number.isInteger(value) ? String(value + 0) : String(Number(value.toPrecision(PRECISION)));
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (value.kind === "dict")
    return `{${value.entries.map(([key, held]) => `${keyWithin(key)}:${keyWithin(held)}`).join()}}`;
  const items = value.items.map(keyWithin);
  return `${value.kind}[${(value.kind === "set" ? items.sort() : items).join()}]`;
}

/** The value that a worker wrote; undefined if it, or a part of it, is missing. */
export function unpacked(wire: unknown): Value | undefined {
  if (wire === null || typeof wire === "boolean" || typeof wire === "number" || typeof wire === "string")
    return wire;
  if (typeof wire !== "object" || wire === undefined) return undefined;
  const [[kind, parts] = ["missing", null]] = Object.entries(wire);
  if (!Array.isArray(parts)) return undefined;
  if (kind === "dict") {
    const entries = parts.map(([key, held]) => [unpacked(key), unpacked(held)] as const);
    const known = entries.filter((each): each is readonly [Value, Value] => !each.includes(undefined));
    return known.length === parts.length ? { kind, entries: known } : undefined;
  }
  const items = parts.map(unpacked);
  const known = items.filter((each) => each !== undefined);
  if (known.length < items.length) return undefined;
  return kind === "list" || kind === "tuple" || kind === "set" ? { kind, items: known } : undefined;
}
