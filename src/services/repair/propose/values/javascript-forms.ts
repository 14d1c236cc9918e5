import type { Language } from "../../languages/language.ts";
import { grouped } from "../../syntax/expression.ts";
import { commonBinary } from "./common-forms.ts";
import { around, type Binary, between, type Forms, operator, type Unary } from "./form.ts";
import * as operations from "./operations.ts";
import type { Group, Sequence, Table, Value } from "./value.ts";

const ORDERED = ["text", "sequence"] as const;

const INDEXED = [
  ["sequence", "number"],
  ["text", "number"],
] as const;

const ITEMS = [
  ["sequence", "number"],
  ["sequence", "text"],
  ["text", "text"],
] as const;
const MEMBERS = [
  ["group", "number"],
  ["group", "text"],
] as const;

export function javascriptForms(language: Language): Forms {
  return {
    unary: [...UNARY, { takes: ["flag"], write: language.write.not, work: (it: boolean) => !it }],
    binary: [...commonBinary(language), ...BINARY],
  };
}

const UNARY: readonly Unary[] = [
  { takes: ORDERED, write: around("$.length"), work: operations.sizeOf },
  { takes: ["group"], write: around("$.size"), work: operations.sizeOf },
  { takes: ["table"], write: around("Object.keys($)"), work: operations.keysOf },
  { takes: ["table"], write: around("Object.values($)"), work: operations.valuesOf },
  { takes: ORDERED, write: around("$[0]"), work: (it: Sequence) => operations.itemAt(it, 0) },
  { takes: ORDERED, write: around("$.at(-1)"), work: (it: Sequence) => operations.itemAt(it, -1) },
  { takes: ORDERED, write: around("$.slice(1)"), work: (it: Sequence) => operations.partOf(it, 1) },
  {
    takes: ORDERED,
    write: around("$.slice(0, -1)"),
    work: (it: Sequence) => operations.partOf(it, 0, -1),
  },
  { takes: ["sequence"], write: around("[...$].reverse()"), work: operations.reversed },
  {
    takes: ["sequence"],
    write: around("[...$].sort((a, b) => a - b)"),
    work: (it: Sequence) => operations.sorted(onlyOf("number", it)),
  },
  {
    takes: ["sequence"],
    write: around("[...$].sort()"),
    work: (it: Sequence) => operations.sorted(onlyOf("string", it)),
  },
  {
    takes: ["sequence"],
    write: around("$.reduce((sum, each) => sum + each, 0)"),
    work: operations.total,
  },
  {
    takes: ["sequence"],
    write: around("Math.max(...$)"),
    work: (it: Sequence) => operations.greatest(onlyOf("number", it)),
  },
  {
    takes: ["sequence"],
    write: around("Math.min(...$)"),
    work: (it: Sequence) => operations.least(onlyOf("number", it)),
  },
  { takes: ["sequence"], write: around("new Set($)"), work: operations.distinct },
  {
    takes: ["sequence"],
    write: around("[...new Set($)]"),
    work: (it: Sequence) => operations.listOf(operations.distinct(it)),
  },
  { takes: ["group"], write: around("[...$]"), work: operations.listOf },
  { takes: ["number"], write: around("Math.abs($)"), work: (it: number) => Math.abs(it) },
  { takes: ["number"], write: around("Math.floor($)"), work: (it: number) => Math.floor(it) },
  { takes: ["number"], write: around("Math.ceil($)"), work: (it: number) => Math.ceil(it) },
  { takes: ["number"], write: around("Math.round($)"), work: (it: number) => Math.round(it) },
  {
    takes: ["number"],
    write: (it) => ({ text: `Math.round(${grouped(it, 10)} * 100) / 100`, level: 10 }),
    work: (it: number) => Math.round(it * 100) / 100,
  },
  { takes: ["number"], write: around("String($)"), work: (it: number) => String(it) },
  {
    takes: ["number"],
    write: (it) => ({ text: `-${grouped(it, 12)}`, level: 11 }),
    work: (it: number) => -it,
  },
  { takes: ["text"], write: around("Number($)"), work: numberIn },
  { takes: ["text"], write: around("$.trim()"), work: (it: string) => it.trim() },
  { takes: ["text"], write: around("$.toLowerCase()"), work: (it: string) => it.toLowerCase() },
  { takes: ["text"], write: around("$.toUpperCase()"), work: (it: string) => it.toUpperCase() },
  {
    takes: ["text"],
    write: around("[...$]"),
    work: operations.listOf,
  },
  {
    takes: ["number", "text", "sequence", "table"],
    write: around("[$]"),
    work: (it: Value): Sequence => ({ kind: "list", items: [it] }),
  },
];

const BINARY: readonly Binary[] = [
  {
    takes: ["number"],
    write: operator("%"),
    work: (a: number, b: number) => a - b * Math.trunc(operations.quotient(a, b)),
  },
  {
    takes: ["number"],
    write: (a, b) => ({ text: `Math.floor(${grouped(a, 10)} / ${grouped(b, 11)})`, level: 13 }),
    work: (a: number, b: number) => Math.floor(operations.quotient(a, b)),
  },
  {
    takes: ["sequence"],
    write: (a, b) => ({ text: `[...${grouped(a, 2)}, ...${grouped(b, 2)}]`, level: 13 }),
    work: operations.both,
    second: operations.itemsAfter,
  },
  {
    takes: ["table"],
    write: (a, b) => ({ text: `({ ...${grouped(a, 2)}, ...${grouped(b, 2)} })`, level: 13 }),
    work: (a: Table, b: Table): Table => operations.merged(a, b),
  },
  { takes: [["text", "number"]], write: between("$.repeat(@)"), work: operations.repeated },
  { takes: INDEXED, write: between("$[@]"), work: byPosition },
  {
    takes: INDEXED,
    write: between("$.slice(@)"),
    work: (it: Sequence, at: number) => operations.partOf(it, at),
  },
  {
    takes: INDEXED,
    write: between("$.slice(0, @)"),
    work: (it: Sequence, at: number) => operations.partOf(it, 0, at),
  },
  { takes: [["table", "text"]], write: between("$[@]"), work: operations.heldOrThrow },
  { takes: ["text"], write: between("$.split(@)"), work: operations.splitBy },
  { takes: [["sequence", "text"]], write: between("$.join(@)"), work: operations.joinedBy },
  { takes: ITEMS, write: between("$.indexOf(@)"), work: operations.positionOf },
  { takes: ITEMS, write: between("$.includes(@)"), work: operations.contains },
  {
    takes: MEMBERS,
    write: between("$.has(@)"),
    work: (it: Group, item: Value) => operations.contains(it, item),
  },
  {
    takes: [["text", "table"]],
    write: operator("in"),
    work: (a: string, b: Table) => operations.contains(b, a),
  },
  { takes: ["text"], write: between("$.startsWith(@)"), work: (a: string, b: string) => a.startsWith(b) },
  { takes: ["text"], write: between("$.endsWith(@)"), work: (a: string, b: string) => a.endsWith(b) },
];

function onlyOf(type: "number" | "string", list: Sequence): Sequence {
  if (list.items.length === 0 || list.items.some((each) => typeof each !== type))
    throw new TypeError("mixed");
  return list;
}

function byPosition(it: string | Sequence, at: number): Value {
  if (at < 0) throw new RangeError("no such item");
  return operations.itemAt(it, at);
}

function numberIn(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) throw new TypeError("not a number");
  return number;
}
