import type { Language } from "../../languages/language.ts";
import type { Expression } from "../../syntax/expression.ts";
import type { Atom } from "./atoms.ts";
import { type Entry, entryOf } from "./entry.ts";
import type { Binary, Forms } from "./form.ts";
import { formsOf } from "./forms-of.ts";
import { keyOf, shapeOf, type Value } from "./value.ts";
import { isEqual, type Visit } from "./visits.ts";

/** An expression that could replace the observed one. */
export interface Found {
  readonly expression: Expression;
  /** How much there is in it. */
  readonly size: number;
  /** Whether a failing test shows that it has the value it wants. */
  readonly isSure: boolean;
}

export interface Observed {
  readonly original: Expression;
  readonly atoms: readonly Atom[];
  readonly language: Language;
}

/** Evaluations of an operation at one visit, in total: the same place always yields the same expressions. */
const MOST_EVALUATIONS = 150_000;
const MOST_ATOMS = 28;
/** The smallest expressions of one operation, from which larger ones are built. */
const MOST_BASES = 240;
const MOST_MET = 4000;
const MOST_CHOICES = 5;
/** Larger expressions pass by chance: each value that failing tests want allows a larger one. */
const LARGEST = { unsure: 4, sure: 3, perExample: 2 };

/**
 * Expressions with the right values, the smallest first: the wanted value if a failing test shows it, the old value
 * where tests pass, and another one where they fail. When larger ones are built, expressions with the same values at
 * every visit are one.
 */
export function enumerate(visits: readonly Visit[], observed: Observed): readonly Found[] {
  if (!visits.some((each) => each.failing)) return [];
  const examples = new Set(
    visits.flatMap(({ failing, wanted }) => (failing && wanted !== undefined ? keyOf(wanted) : [])),
  );
  const isSure = examples.size > 0;
  const largest = isSure ? LARGEST.sure + LARGEST.perExample * examples.size : LARGEST.unsure;
  return new Enumeration(visits, observed)
    .fitting(isSure)
    .filter((each) => each.size <= largest)
    .sort((a, b) => a.size - b.size)
    .map(({ expression, size }) => ({ expression, size, isSure }));
}

class Enumeration {
  readonly visits: readonly Visit[];
  readonly observed: Observed;
  readonly #forms: Forms;
  readonly #binary: ReadonlyMap<string, readonly Binary[]>;
  /** The smallest expression with certain values. */
  readonly #known = new Map<string, Entry>();
  readonly #fitting: Entry[] = [];
  #left = MOST_EVALUATIONS;

  constructor(visits: readonly Visit[], observed: Observed) {
    this.visits = visits;
    this.observed = observed;
    this.#forms = formsOf(observed.language);
    this.#binary = byShapes(this.#forms.binary);
  }

  fitting(isSure: boolean): readonly Entry[] {
    const atoms: Entry[] = [];
    for (const each of this.#atoms()) this.#add(each, atoms);
    const once: Entry[] = [];
    for (const each of atoms) this.#applyUnary(each, once);
    for (const one of atoms) for (const other of atoms) this.#applyBinary(one, other, once);
    for (const each of smallest(once, MOST_BASES)) {
      this.#applyUnary(each);
      for (const atom of atoms) {
        this.#applyBinary(each, atom);
        this.#applyBinary(atom, each);
      }
    }
    if (!isSure) return this.#fitting;
    this.#left = MOST_EVALUATIONS;
    this.#meet();
    return [...this.#fitting, ...this.#choices([...atoms, ...once])];
  }

  /** The original expression, and the atoms that have a value at every visit. */
  *#atoms(): Generator<Entry> {
    const { original, atoms } = this.observed;
    const values = this.visits.map((each) => each.value);
    yield entryOf({ expression: original, size: 0, values, hasOriginal: !/^\w+$/.test(original.text) });
    let count = 0;
    for (const [at, { expression, size }] of atoms.entries()) {
      const own = this.visits.map((each) => each.atoms[at]).filter((each) => each !== undefined);
      if (own.length < this.visits.length || count === MOST_ATOMS) continue;
      count += 1;
      yield entryOf({ expression, size, values: own, isLiteral: /^(?:["'`\d]|-\d)/.test(expression.text) });
    }
  }

  #add(entry: Entry, into?: Entry[]): void {
    if (entry.size > 0 && fits(entry, this.visits)) this.#fitting.push(entry);
    const same = this.#known.get(entry.key);
    if (same === undefined || same.size > entry.size) this.#known.set(entry.key, entry);
    if (same === undefined) into?.push(entry);
  }

  #applyUnary(entry: Entry, into?: Entry[]): void {
    if (entry.isLiteral) return;
    for (const { takes, write, work } of this.#forms.unary)
      if (takes.includes(entry.shape)) this.#offer(work, [entry], () => write(entry.expression), into);
  }

  #applyBinary(one: Entry, other: Entry, into?: Entry[], only?: Binary): void {
    // The original expression is not evaluated twice, and two literals are one.
    if ((one.hasOriginal && other.hasOriginal) || (one.isLiteral && other.isLiteral)) return;
    for (const form of this.#binary.get(`${one.shape} ${other.shape}`) ?? [])
      if (only === undefined || only === form)
        this.#offer(form.work, [one, other], () => form.write(one.expression, other.expression), into);
  }

  #offer(
    work: (...operands: never[]) => Value,
    operands: readonly Entry[],
    write: () => Expression,
    into?: Entry[],
  ): void {
    this.#left -= this.visits.length;
    if (this.#left < 0) return;
    try {
      const values = this.visits.map((_, at) =>
        work(...(operands.map((each) => each.values[at]) as never[])),
      );
      const size = operands.reduce((sum, each) => sum + each.size, areRelated(operands) ? 2 : 1);
      const hasOriginal = operands.some((each) => each.hasOriginal);
      this.#add(entryOf({ expression: write(), size, values, hasOriginal }), into);
    } catch {
      // At some visit, the operation has no result.
    }
  }

  /** For each known expression, the wanted values say what a second operand must be worth. */
  #meet(): void {
    const wanted = this.visits.map((each) => each.wanted ?? (each.failing ? undefined : each.value));
    if (wanted.includes(undefined)) return;
    for (const one of smallest([...this.#known.values()], MOST_MET)) {
      for (const form of this.#forms.binary) {
        const other = this.#known.get(secondKey(form, wanted, one) ?? "");
        if (other !== undefined) this.#applyBinary(one, other, undefined, form);
      }
    }
  }

  /** The original value under a condition, and another one otherwise. */
  #choices(entries: readonly Entry[]): readonly Entry[] {
    const isWrong = this.visits.map(({ wanted, value }) => wanted !== undefined && !isEqual(wanted, value));
    if (isWrong.every((each) => each)) return [];
    const wrong = isWrong.map((each) => keyOf(each)).join("\n");
    const conditions = [...this.#known.values()].filter((each) => !each.hasOriginal && each.key === wrong);
    const right = entries.filter(
      (each) =>
        !each.hasOriginal &&
        this.visits.every(({ wanted }, at) => !isWrong[at] || isEqual(wanted, each.values[at])),
    );
    const { original, language } = this.observed;
    return smallest(right, MOST_CHOICES).flatMap((each) =>
      conditions.flatMap((condition) => {
        const expression = language.write.conditional(condition.expression, each.expression, original);
        return expression === null ? [] : [{ ...each, expression, size: each.size + condition.size + 1 }];
      }),
    );
  }
}

/** Whether one operand contains the other: `a + a`, `min(a + b, a)`. Code rarely does. */
function areRelated([one, other]: readonly Entry[]): boolean {
  if (one === undefined || other === undefined) return false;
  const [first, second] = [one.expression.text, other.expression.text];
  return first.includes(second) || second.includes(first);
}

function smallest(entries: readonly Entry[], most: number): readonly Entry[] {
  return entries.toSorted((a, b) => a.size - b.size).slice(0, most);
}

/** The values that a second operand needs for the wanted results; null if there are none. */
function secondKey({ second }: Binary, wanted: readonly (Value | undefined)[], one: Entry): string | null {
  if (second === undefined) return null;
  try {
    return wanted.map((each, at) => keyOf(second(each as never, one.values[at] as never))).join("\n");
  } catch {
    return null;
  }
}

function fits({ values }: Entry, visits: readonly Visit[]): boolean {
  let isOther = false;
  for (const [at, visit] of visits.entries()) {
    const value = values[at] ?? null;
    const wanted = visit.wanted ?? (visit.failing ? undefined : visit.value);
    if (wanted !== undefined && !isEqual(value, wanted)) return false;
    if (wanted === undefined && visit.value !== null && shapeOf(value) !== shapeOf(visit.value)) return false;
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
