import type { Patch, TextEdit } from "../../../domain/entities/patch.ts";
import type { RepairTarget, Search } from "../../../domain/ports/repair.ts";
import { applyEdits } from "../propose/apply.ts";
import { type Helpful, isPair, joined } from "./pairs.ts";

type Searched = Extract<Search, { status: "searched" }>;

/** A search result, and the candidates that helped. */
export interface Outcome {
  readonly search: Search;
  readonly helpful: readonly Helpful[];
}

export interface OnwardOptions {
  readonly searchFrom: (target: RepairTarget) => Promise<Outcome>;
  /** Searches for other kinds of candidates, each started only if those before it found nothing. */
  readonly others: readonly (() => Promise<Outcome>)[];
  /** Whether there is time for another search. */
  readonly hasTime: () => boolean;
}

const MOST_BASES = 3;

/**
 * If no edit fixes the tests, continues from candidates that got a test further: the test now runs lines that
 * it never reached before. Candidates that fix a test are left to the caller. If that finds nothing either,
 * and no candidate fixes any test, it searches for other kinds of candidates. If only pairs of edits fix the tests, it
 * tries the first of these kinds too.
 */
export async function searchOnward(
  first: Outcome,
  target: RepairTarget,
  { searchFrom, others, hasTime }: OnwardOptions,
): Promise<Search> {
  const { search } = first;
  if (search.status === "cold") return search;
  if (search.patches.length > 0) return withoutPairs(search, others[0], hasTime);
  if (!search.complete) return search;
  let { tried } = search;
  let operators: Counts = search.operators;
  let complete = true;
  for (const { patch: base } of first.helpful.filter((each) => each.fixed === 0).slice(0, MOST_BASES)) {
    complete = hasTime();
    if (!complete) break;
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
    const pairs = { ...search, patches, rivals, disagree: rivals.length, tried, operators };
    return withoutPairs(pairs, others[0], hasTime);
  }
  let latest = search;
  const distrusted = [...search.distrusted];
  if (search.partly.length > 0) return { ...search, tried, operators, complete };
  for (const searchOther of others) {
    complete = hasTime();
    if (!complete) break;
    const { search: other } = await searchOther();
    if (other.status === "cold") continue;
    latest = other;
    tried += other.tried;
    operators = added(operators, other.operators);
    distrusted.push(...other.distrusted);
    if (other.patches.length > 0) break;
  }
  return { ...latest, distrusted, tried, operators, complete: complete && latest.complete };
}

/**
 * Two edits at once can pass by chance, and are found long before the search asks what one place would need. If
 * nothing else was found, that is asked too, and a cheaper answer comes first.
 */
async function withoutPairs(
  search: Searched,
  searchOther: OnwardOptions["others"][number] | undefined,
  hasTime: () => boolean,
): Promise<Searched> {
  const [best] = search.patches;
  if (searchOther === undefined || !search.patches.every(isPair) || !hasTime()) return search;
  const { search: other } = await searchOther();
  if (other.status === "cold") return search;
  const tried = search.tried + other.tried;
  const operators = added(search.operators, other.operators);
  const cost = other.patches[0]?.cost ?? Number.POSITIVE_INFINITY;
  if (best === undefined || cost >= best.cost) return { ...search, tried, operators };
  const pairs = search.patches.map((patch) => ({ patch, differs: null }));
  return {
    ...other,
    patches: [...other.patches, ...search.patches],
    rivals: [...other.rivals, ...pairs],
    disagree: other.disagree + pairs.length,
    distrusted: [...search.distrusted, ...other.distrusted],
    tried,
    operators,
  };
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
