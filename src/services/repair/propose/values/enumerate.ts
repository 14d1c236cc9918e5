import type { Language } from "../../languages/language.ts";
import type { Expression } from "../../syntax/expression.ts";
import type { Atom } from "./atoms.ts";
import type { Binary, Forms } from "./form.ts";
import { formsOf } from "./forms-of.ts";
import { keyOf, type Shape, shapeOf, type Value } from "./value.ts";
import { isEqual, type Visit } from "./visits.ts";

/** An expression that could replace the observed one. */
export interface Found {
  readonly expression: Expression;
  /** How much there is in it. */
  readonly size: number;
  /** Whether a failing test shows that it has the value it wants. */
  readonly isSure: boolean;
}

export interface Place {
  readonly original: Expression;
  readonly atoms: readonly Atom[];
  readonly language: Language;
}

/** Operations that are evaluated at one visit, in total: the same place always yields the same expressions. */
const MOST_EVALUATIONS = 150_000;
const MOST_ATOMS = 28;
/** The smallest expressions of one operation, from which larger ones are built. */
const MOST_BASES = 240;
const MOST_MET = 4000;
const MOST_CHOICES = 5;

/** An expression, and what it is worth at each visit. */
interface Entry {
  readonly expression: Expression;
  readonly size: number;
  readonly values: readonly Value[];
  readonly keys: readonly string[];
  readonly shape: Shape;
  /** Whether the original expression is in it: it is not evaluated twice. */
  readonly hasOriginal: boolean;
  readonly isLiteral: boolean;
}

/**
 * Expressions with the right values, the smallest first: the wanted value if a failing test shows it, the old value
 * where tests pass, and another one where they fail. Expressions with the same values at every visit are one.
 */
export function enumerate(visits: readonly Visit[], place: Place): readonly Found[] {
  if (!visits.some((each) => each.failing)) return [];
  const forms = formsOf(place.language);
  const binary = byShapes(forms.binary);
  const known = new Map<string, Entry>();
  const fitting: Entry[] = [];
  let left = MOST_EVALUATIONS;
  const isSure = visits.some((each) => each.failing && each.wanted !== undefined);

  function add(entry: Entry, into?: Entry[]): void {
    if (entry.size > 0 && fits(entry, visits)) fitting.push(entry);
    const key = entry.keys.join("\n");
    const same = known.get(key);
    if (same === undefined || same.size > entry.size) known.set(key, entry);
    if (same === undefined) into?.push(entry);
  }

  function offer(
    work: (...operands: never[]) => Value,
    operands: readonly Entry[],
    write: () => Expression,
    into?: Entry[],
  ): void {
    left -= visits.length;
    if (left < 0) return;
    const values: Value[] = [];
    const keys: string[] = [];
    try {
      for (const at of visits.keys()) {
        const value = work(...(operands.map((each) => each.values[at]) as never[]));
        values.push(value);
        keys.push(keyOf(value));
      }
    } catch {
      // At some visit, the operation has no result.
      return;
    }
    const size = operands.reduce((sum, each) => sum + each.size, 1);
    const hasOriginal = operands.some((each) => each.hasOriginal);
    add(
      { expression: write(), size, values, keys, shape: shapeIn(values), hasOriginal, isLiteral: false },
      into,
    );
  }

  function applyUnary(entry: Entry, into?: Entry[]): void {
    if (entry.isLiteral) return;
    for (const { takes, write, work } of forms.unary)
      if (takes.includes(entry.shape)) offer(work, [entry], () => write(entry.expression), into);
  }

  function applyBinary(one: Entry, other: Entry, into?: Entry[], only?: Binary): void {
    if ((one.hasOriginal && other.hasOriginal) || (one.isLiteral && other.isLiteral)) return;
    for (const form of binary.get(`${one.shape} ${other.shape}`) ?? [])
      if (only === undefined || only === form)
        offer(form.work, [one, other], () => form.write(one.expression, other.expression), into);
  }

  /** For each known expression, the wanted values say what a second operand must be worth. */
  function meet(): void {
    const wanted = visits.map((each) => each.wanted ?? (each.failing ? undefined : each.value));
    if (wanted.includes(undefined)) return;
    for (const one of [...known.values()].sort((a, b) => a.size - b.size).slice(0, MOST_MET)) {
      for (const form of forms.binary) {
        const { second } = form;
        if (second === undefined) continue;
        try {
          const missing = visits.map((_, at) => keyOf(second(wanted[at] as never, one.values[at] as never)));
          const other = known.get(missing.join("\n"));
          if (other !== undefined) applyBinary(one, other, undefined, form);
        } catch {
          // No second operand gives this result.
        }
      }
    }
  }

  /** The original value under a condition, and another one otherwise. */
  function choose(entries: readonly Entry[]): readonly Entry[] {
    const isWrong = visits.map((each) => each.wanted !== undefined && !isEqual(each.wanted, each.value));
    if (isWrong.every((each) => each) || !isWrong.includes(true)) return [];
    const wrong = isWrong.map(String).join("\n");
    const conditions = [...known.values()]
      .filter((each) => each.shape === "flag" && !each.hasOriginal && each.keys.join("\n") === wrong)
      .sort((a, b) => a.size - b.size)
      .slice(0, MOST_CHOICES);
    return entries
      .filter(
        (each) =>
          !each.hasOriginal &&
          visits.every(({ wanted }, at) => !isWrong[at] || isEqual(wanted, each.values[at])),
      )
      .sort((a, b) => a.size - b.size)
      .slice(0, MOST_CHOICES)
      .flatMap((each) =>
        conditions.flatMap((condition) => {
          const { write } = place.language;
          const expression = write.conditional(condition.expression, each.expression, place.original);
          const size = each.size + condition.size + 1;
          return expression === null ? [] : [{ ...each, expression, size }];
        }),
      );
  }

  const atoms: Entry[] = [];
  for (const entry of atomsOf(visits, place)) add(entry, atoms);
  const once: Entry[] = [];
  for (const entry of atoms) applyUnary(entry, once);
  for (const one of atoms) for (const other of atoms) applyBinary(one, other, once);
  const bases = once.toSorted((a, b) => a.size - b.size).slice(0, MOST_BASES);
  for (const entry of bases) {
    applyUnary(entry);
    for (const each of atoms) {
      applyBinary(entry, each);
      applyBinary(each, entry);
    }
  }
  if (isSure) {
    left = MOST_EVALUATIONS;
    meet();
    fitting.push(...choose([...atoms, ...once]));
  }
  return fitting
    .sort((a, b) => a.size - b.size)
    .map(({ expression, size }) => ({ expression, size, isSure }));
}

function* atomsOf(visits: readonly Visit[], { original, atoms }: Place): Generator<Entry> {
  const isName = /^\w+$/.test(original.text);
  yield entryOf(
    original,
    0,
    visits.map((each) => each.value),
    !isName,
  );
  let count = 0;
  for (const [at, { expression, size }] of atoms.entries()) {
    const values = visits.flatMap((each) => each.atoms[at] ?? (each.atoms[at] === null ? [null] : []));
    if (values.length < visits.length || count === MOST_ATOMS) continue;
    count += 1;
    yield entryOf(expression, size, values, false);
  }
}

function entryOf(
  expression: Expression,
  size: number,
  values: readonly Value[],
  hasOriginal: boolean,
): Entry {
  const isLiteral = /^(?:["'`\d]|-\d)/.test(expression.text) && hasOriginal === false;
  const keys = values.map((each) => keyOf(each));
  return { expression, size, values, keys, shape: shapeIn(values), hasOriginal, isLiteral };
}

/** The shape of the first value that has one. */
function shapeIn(values: readonly Value[]): Shape {
  return shapeOf(values.find((each) => each !== null) ?? null);
}

function fits({ values }: Entry, visits: readonly Visit[]): boolean {
  let isOther = false;
  for (const [at, visit] of visits.entries()) {
    const value = values[at];
    const wanted = visit.wanted ?? (visit.failing ? undefined : visit.value);
    if (wanted !== undefined && !isEqual(value, wanted)) return false;
    if (wanted === undefined && visit.value !== null && shapeOf(value ?? null) !== shapeOf(visit.value))
      return false;
    isOther ||= visit.failing && !isEqual(value, visit.value);
  }
  return isOther;
}

function byShapes(forms: Forms["binary"]): ReadonlyMap<string, readonly Binary[]> {
  const found = new Map<string, Binary[]>();
  for (const form of forms) {
    for (const each of form.takes) {
      const key = typeof each === "string" ? `${each} ${each}` : each.join(" ");
      found.set(key, [...(found.get(key) ?? []), form]);
    }
  }
  return found;
}
