import type { Patch, TextEdit } from "../../../domain/entities/patch.ts";
import type { RepairTarget, Search } from "../../../domain/ports/repair.ts";
import { applyEdits } from "../propose/apply.ts";
import { type Helpful, joined } from "./pairs.ts";

/** A search result, and the candidates that helped. */
export interface Outcome {
  readonly search: Search;
  readonly helpful: readonly Helpful[];
}

export interface OnwardOptions {
  readonly searchFrom: (target: RepairTarget) => Promise<Outcome>;
  /** Asks where another path through the program makes a failing test pass, and synthesizes the condition for it. */
  readonly searchByExperiment: () => Promise<Outcome>;
  /** Tries candidates that no search has tried so far. */
  readonly searchWider: () => Promise<Outcome>;
  /** Whether there is time for another search. */
  readonly hasTime: () => boolean;
}

const MOST_BASES = 3;

/**
 * If no edit fixes the tests, continues from candidates that got a test further: the test now runs lines that
 * it never reached before. Candidates that fix a test are left to the caller. If that finds nothing either,
 * and no candidate fixes any test, it experiments, and then tries wider candidates.
 */
export async function searchOnward(
  first: Outcome,
  target: RepairTarget,
  { searchFrom, searchByExperiment, searchWider, hasTime }: OnwardOptions,
): Promise<Search> {
  const { search } = first;
  if (search.status === "cold" || search.patches.length > 0 || !search.complete) return search;
  let { tried } = search;
  let operators: Counts = search.operators;
  for (const { patch: base } of first.helpful.filter((each) => each.fixed === 0).slice(0, MOST_BASES)) {
    if (!hasTime()) break;
    const { search: next } = await searchFrom(withPatch(target, base));
    if (next.status === "cold") continue;
    tried += next.tried;
    operators = added(operators, next.operators);
    const patches = next.patches.flatMap((each) => after(base, each) ?? []);
    if (patches.length === 0) continue;
    const rivals = next.rivals.flatMap(({ patch, differs, split = null }) => {
      const whole = after(base, patch);
      return whole === null ? [] : [{ patch: whole, differs, split }];
    });
    return { ...search, patches, rivals, disagree: rivals.length, tried, operators };
  }
  if (!hasTime() || search.partly.length > 0) return { ...search, tried, operators };
  const distrusted = [...search.distrusted];
  const { search: experiments } = await searchByExperiment();
  if (experiments.status !== "cold") {
    tried += experiments.tried;
    operators = added(operators, experiments.operators);
    distrusted.push(...experiments.distrusted);
    if (experiments.patches.length > 0) return { ...experiments, distrusted, tried, operators };
  }
  if (!hasTime()) return { ...search, distrusted, tried, operators };
  const { search: wide } = await searchWider();
  if (wide.status === "cold") return { ...search, distrusted, tried, operators };
  distrusted.push(...wide.distrusted);
  return { ...wide, distrusted, tried: tried + wide.tried, operators: added(operators, wide.operators) };
}

type Counts = Readonly<Record<string, number>>;

function added(some: Counts, others: Counts): Counts {
  const sum = { ...some };
  for (const [name, count] of Object.entries(others)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function withPatch(target: RepairTarget, patch: Patch): RepairTarget {
  const texts = applyEdits(patch.edits, new Map(target.sources.map((each) => [each.path, each.text])));
  return {
    ...target,
    sources: target.sources.map((each) => ({ ...each, text: texts.get(each.path) ?? each.text })),
  };
}

/** Both patches relative to the original files; null if the second changes what the first wrote. */
function after(first: Patch, second: Patch): Patch | null {
  const edits: TextEdit[] = [];
  for (const edit of second.edits) {
    const back = backBefore(edit, first.edits);
    if (back === null) return null;
    edits.push(back);
  }
  return joined(first, second, edits);
}

function backBefore(edit: TextEdit, earlier: readonly TextEdit[]): TextEdit | null {
  let { start, end } = edit;
  let grown = 0;
  for (const each of earlier.filter(({ path }) => path === edit.path).toSorted((a, b) => a.start - b.start)) {
    const begins = each.start + grown;
    const ends = begins + each.text.length;
    if (edit.end <= begins) break;
    if (edit.start < ends) return null;
    const growth = each.text.length - (each.end - each.start);
    grown += growth;
    start -= growth;
    end -= growth;
  }
  return { ...edit, start, end };
}
