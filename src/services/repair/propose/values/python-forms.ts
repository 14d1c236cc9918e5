import type { Language } from "../../languages/language.ts";
import { grouped } from "../../syntax/expression.ts";
import { appended, commonBinary } from "./common-forms.ts";
import { around, type Binary, between, type Forms, operator, type Unary } from "./form.ts";
import * as operations from "./operations.ts";
import type { Group, Sequence, Table, Value } from "./value.ts";

const SIZED = ["text", "sequence", "table", "group"] as const;
const LISTED = ["sequence", "group"] as const;
const ORDERED = ["text", "sequence"] as const;

const KEYED = [
  ["table", "text"],
  ["table", "number"],
] as const;

const COUNTED = [
  ["sequence", "number"],
  ["sequence", "text"],
  ["text", "text"],
] as const;
const MEMBERS = [
  ["text", "text"],
  ["text", "sequence"],
  ["text", "table"],
  ["text", "group"],
  ["number", "sequence"],
  ["number", "table"],
  ["number", "group"],
] as const;

export function pythonForms(language: Language): Forms {
  return {
    unary: [...UNARY, { takes: ["flag"], write: language.write.not, work: (it: boolean) => !it }],
    binary: [...commonBinary(language), ...BINARY],
  };
}

const UNARY: readonly Unary[] = [
  { takes: SIZED, write: around("len($)"), work: operations.sizeOf },
  { takes: ORDERED, write: around("$[0]"), work: (it: Sequence) => operations.itemAt(it, 0) },
  { takes: ORDERED, write: around("$[-1]"), work: (it: Sequence) => operations.itemAt(it, -1) },
  { takes: ORDERED, write: around("$[1:]"), work: (it: Sequence) => operations.partOf(it, 1) },
  { takes: ORDERED, write: around("$[:-1]"), work: (it: Sequence) => operations.partOf(it, 0, -1) },
  { takes: ORDERED, write: around("$[::-1]"), work: operations.reversed },
  { takes: LISTED, write: around("sorted($)"), work: operations.sorted },
  { takes: LISTED, write: around("sum($)"), work: operations.total },
  { takes: LISTED, write: around("max($)"), work: operations.greatest },
  { takes: LISTED, write: around("min($)"), work: operations.least },
  {
    takes: ["table"],
    write: around("sum($.values())"),
    work: (it: Table) => operations.total(operations.valuesOf(it)),
  },
  { takes: ["table"], write: around("list($.values())"), work: operations.valuesOf },
  { takes: ["number"], write: around("abs($)"), work: (it: number) => Math.abs(it) },
  { takes: ["number"], write: around("int($)"), work: (it: number) => Math.trunc(it) },
  { takes: ["number"], write: around("round($)"), work: toEven },
  { takes: ["number"], write: around("round($, 2)"), work: (it: number) => toEven(it * 100) / 100 },
  { takes: ["number"], write: around("str($)"), work: (it: number) => String(it) },
  {
    takes: ["number"],
    write: (it) => ({ text: `-${grouped(it, 11)}`, level: 11 }),
    work: (it: number) => -it,
  },
  { takes: ["text"], write: around("int($)"), work: wholeIn },
  { takes: ["text"], write: around("float($)"), work: numberIn },
  { takes: ["text"], write: around("$.strip()"), work: (it: string) => it.trim() },
  { takes: ["text"], write: around("$.lower()"), work: (it: string) => it.toLowerCase() },
  { takes: ["text"], write: around("$.upper()"), work: (it: string) => it.toUpperCase() },
  { takes: ["text"], write: around("$.capitalize()"), work: capitalized },
  {
    takes: ["text"],
    write: around("$.title()"),
    work: (it: string) => it.replaceAll(/[A-Za-z]+/g, capitalized),
  },
  {
    takes: ["text"],
    write: around("$.split()"),
    work: (it: string): Sequence => ({
      kind: "list",
      items: it.split(/\s+/).filter((each) => each !== ""),
    }),
  },
  { takes: ORDERED, write: around("set($)"), work: operations.distinct },
  { takes: SIZED, write: around("list($)"), work: operations.listOf },
  {
    takes: ["sequence"],
    write: around("tuple($)"),
    work: (it: Sequence): Sequence => ({ kind: "tuple", items: it.items }),
  },
  {
    takes: ["number", "text", "sequence", "table"],
    write: around("[$]"),
    work: (it: Value): Sequence => ({ kind: "list", items: [it] }),
  },
];

const BINARY: readonly Binary[] = [
  { ...appended, write: operator("+") },
  {
    takes: ["number"],
    write: operator("//"),
    work: (a: number, b: number) => Math.floor(operations.quotient(a, b)),
  },
  { takes: ["number"], write: operator("%"), work: remainder },
  { takes: [["text", "number"]], write: operator("*"), work: repeated },
  {
    takes: [
      ["sequence", "number"],
      ["text", "number"],
    ],
    write: between("$[@]"),
    work: operations.itemAt,
  },
  {
    takes: [
      ["sequence", "number"],
      ["text", "number"],
    ],
    write: between("$[@:]"),
    work: (it: Sequence, at: number) => operations.partOf(it, at),
  },
  {
    takes: [
      ["sequence", "number"],
      ["text", "number"],
    ],
    write: between("$[:@]"),
    work: (it: Sequence, at: number) => operations.partOf(it, 0, at),
  },
  { takes: KEYED, write: between("$[@]"), work: operations.heldOrThrow },
  {
    takes: KEYED,
    write: between("$.get(@)"),
    work: (it: Table, key: Value) => operations.held(it, key) ?? null,
  },
  {
    takes: KEYED,
    write: between("$.get(@, 0)"),
    work: (it: Table, key: Value) => operations.held(it, key) ?? 0,
  },
  {
    takes: ["table"],
    write: (a, b) => ({ text: `{**${grouped(a, 9)}, **${grouped(b, 9)}}`, level: 13 }),
    work: operations.merged,
  },
  {
    takes: ["group"],
    write: operator("-"),
    work: (a: Group, b: Group): Group => ({
      kind: "set",
      items: a.items.filter((each) => !operations.contains(b, each)),
    }),
  },
  {
    takes: ["group"],
    write: operator("&"),
    work: (a: Group, b: Group): Group => ({
      kind: "set",
      items: a.items.filter((each) => operations.contains(b, each)),
    }),
  },
  {
    takes: ["group"],
    write: operator("|"),
    work: (a: Group, b: Group) => operations.distinct({ kind: "set", items: [...a.items, ...b.items] }),
  },
  { takes: ["text"], write: between("$.split(@)"), work: operations.splitBy },
  {
    takes: [["text", "sequence"]],
    write: between("$.join(@)"),
    work: (separator: string, it: Sequence) => operations.joinedBy(it, separator),
  },
  { takes: COUNTED, write: between("$.count(@)"), work: operations.countOf },
  {
    takes: COUNTED,
    write: between("$.index(@)"),
    work: (it: Sequence, item: Value) => existing(operations.positionOf(it, item)),
  },
  { takes: ["text"], write: between("$.startswith(@)"), work: (a: string, b: string) => a.startsWith(b) },
  { takes: ["text"], write: between("$.endswith(@)"), work: (a: string, b: string) => a.endsWith(b) },
  { takes: MEMBERS, write: operator("in"), work: (a: Value, b: Sequence) => operations.contains(b, a) },
  {
    takes: MEMBERS,
    write: operator("not in"),
    work: (a: Value, b: Sequence) => !operations.contains(b, a),
  },
];

function repeated(text: string, count: number): string {
  return operations.repeated(text, Math.max(0, count));
}

function toEven(value: number): number {
  const floor = Math.floor(value);
  const isHalf = value - floor === 1 / 2;
  return isHalf ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(value);
}

function remainder(a: number, b: number): number {
  if (b === 0) throw new RangeError("division by zero");
  return a - b * Math.floor(a / b);
}

function wholeIn(text: string): number {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) throw new TypeError("not a number");
  return Number(text);
}

function numberIn(text: string): number {
  if (!/^\s*[-+]?(?:\d+\.?\d*|\.\d+)\s*$/.test(text)) throw new TypeError("not a number");
  return Number(text);
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

function existing(at: number): number {
  if (at < 0) throw new RangeError("no such item");
  return at;
}
