import type { Violation } from "../../entities/violation.ts";
import type { ViolationBaseline } from "../../entities/violation-baseline.ts";

type Entry = ViolationBaseline["violations"][number];

/** In hexadecimal. */
type Digest = (text: string) => string;

export interface BaselineComparison {
  /** Not in the baseline. */
  readonly fresh: readonly Violation[];
  /** The known violations that still exist; `makeBaseline` of these shrinks the baseline. */
  readonly known: readonly Violation[];
}

/** A baseline of these violations, in an order that does not depend on the run. */
export function makeBaseline(violations: readonly Violation[], sha256: Digest): ViolationBaseline {
  const entries = new Map<string, Entry>();
  for (const violation of violations) {
    const entry = entryOf(violation, sha256);
    const key = keyOf(entry);
    entries.set(key, { ...entry, count: (entries.get(key)?.count ?? 0) + 1 });
  }
  return sorted([...entries.values()]);
}

/** Distinguishes old violations from new ones by their code, first in the same file, then anywhere: code that moved is old, a
 * second copy of it is new.
 */
export function compareWithBaseline(
  baseline: ViolationBaseline,
  violations: readonly Violation[],
  sha256: Digest,
): BaselineComparison {
  const left = new Map(baseline.violations.map((entry) => [keyOf(entry), entry.count]));
  const known: Violation[] = [];
  const unmatched = violations.filter((violation) => {
    const isKnown = takeOne(left, keyOf(entryOf(violation, sha256)));
    if (isKnown) known.push(violation);
    return !isKnown;
  });
  if (unmatched.length === 0) return { fresh: [], known };
  const elsewhere = Map.groupBy(baseline.violations, codeOf);
  const moved: Violation[] = [];
  const fresh = unmatched.filter((violation) => {
    const from = elsewhere
      .get(codeOf(entryOf(violation, sha256)))
      ?.find((entry) => takeOne(left, keyOf(entry)));
    if (from) moved.push(violation);
    return from === undefined;
  });
  return { fresh, known: [...known, ...moved] };
}

function takeOne(left: Map<string, number>, key: string): boolean {
  const count = left.get(key) ?? 0;
  if (count > 0) left.set(key, count - 1);
  return count > 0;
}

function entryOf({ contract_id, check_id, file_path, snippet, message }: Violation, sha256: Digest): Entry {
  const code = (snippet ?? message).replace(/\s+/g, " ").trim();
  return {
    check: `${contract_id}/${check_id}`,
    file: file_path,
    code: sha256(code).slice(0, 16),
    count: 1,
  };
}

/** No name contains the separator. */
function keyOf({ check, file, code }: Entry): string {
  return `${check}\0${file}\0${code}`;
}

function codeOf({ check, code }: Entry): string {
  return `${check}\0${code}`;
}

function sorted(entries: readonly Entry[]): ViolationBaseline {
  const placed = entries.map((entry) => ({
    entry,
    place: JSON.stringify([entry.check, entry.file, entry.code]),
  }));
  placed.sort((a, b) => (a.place < b.place ? -1 : 1));
  return { version: 1, violations: placed.map(({ entry }) => entry) };
}
