import { UNITS, type Unit } from "./units.ts";

function unit(name: string): Unit {
  const found = UNITS[name];
  if (!found) throw new RangeError(`unknown unit ${name}`);
  return found;
}

export function convert(value: number, from: string, to: string): number {
  const source = unit(from);
  const target = unit(to);
  if (source.kind !== target.kind) throw new TypeError(`cannot convert ${from} to ${to}`);
  const base = value * source.factor + source.offset;
  return round(base / target.factor - target.offset);
}

/** Rounded to four digits, so that conversions can be compared. */
export function round(value: number): number {
  return Math.round(value * 10000) / 10000;
}
