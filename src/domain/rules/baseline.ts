import type { Baseline } from "../entities/baseline.ts";
import type { Violation } from "../entities/violation.ts";
import { sha256 } from "./sha256.ts";

type Entry = Baseline["violations"][number];

export interface BaselineComparison {
  /** Not in the baseline. */
  readonly fresh: readonly Violation[];
  readonly known: readonly Violation[];
  /** The baseline without what is no longer found. */
  readonly left: Baseline;
}

/** A baseline of these violations, in an order that does not depend on the run. */
export function makeBaseline(violations: readonly Violation[]): Baseline {
  const entries = new Map<string, Entry>();
  for (const violation of violations) {
    const entry = entryOf(violation);
    const count = (entries.get(keyOf(entry))?.count ?? 0) + 1;
    entries.set(keyOf(entry), { ...entry, count });
  }
  return sorted([...entries.values()]);
}

/** Distinguishes old violations from new ones by their code, first in the same file, then anywhere: code that moved is old, a
 * second copy of it is new.
 */
export function compareWithBaseline(
  baseline: Baseline,
  violations: readonly Violation[],
): BaselineComparison {
  const left = new Map(baseline.violations.map((entry) => [keyOf(entry), entry.count]));
  const known: Violation[] = [];
  const unmatched = violations.filter((violation) => {
    const isKnown = takeOne(left, keyOf(entryOf(violation)));
    if (isKnown) known.push(violation);
    return !isKnown;
  });
  const elsewhere = Map.groupBy(baseline.violations, codeOf);
  const moved: Violation[] = [];
  const fresh = unmatched.filter((violation) => {
    const from = elsewhere.get(codeOf(entryOf(violation)))?.find((entry) => takeOne(left, keyOf(entry)));
    if (from) moved.push(violation);
    return from === undefined;
  });
  return { fresh, known: [...known, ...moved], left: makeBaseline([...known, ...moved]) };
}

function takeOne(left: Map<string, number>, key: string): boolean {
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}

function entryOf({ contract_id, check_id, file_path, snippet, message }: Violation): Entry {
  const code = (snippet ?? message).replace(/\s+/g, " ").trim();
  return {
    check: `${contract_id}/${check_id}`,
    file: file_path,
    code: sha256(code).slice(0, 16),
    count: 1,
  };
}

function keyOf({ check, file, code }: Entry): string {
  return JSON.stringify([check, file, code]);
}

function codeOf({ check, code }: Entry): string {
  return JSON.stringify([check, code]);
}

function sorted(entries: readonly Entry[]): Baseline {
  const order = (a: Entry, b: Entry) => (keyOf(a) < keyOf(b) ? -1 : 1);
  return { version: 1, violations: [...entries].sort(order) };
}
