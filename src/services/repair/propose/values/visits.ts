import type { ObservedTest } from "../../validate/worker.ts";
import { held } from "./operations.ts";
import { keyOf, unpacked, type Value } from "./value.ts";

/** One evaluation of an expression by a test. */
export interface Visit {
  readonly value: Value;
  /** The values of the atoms at that moment; undefined if one had none, or none that can be copied. */
  readonly atoms: readonly (Value | undefined)[];
  /** What the value should have been, if a later comparison shows it. */
  readonly wanted?: Value;
  /** Whether the test failed at the next comparison, or before it. */
  readonly failing: boolean;
}

const MOST = 60;

/** The visits of all tests, with what their comparisons say about them. */
export function visitsOf(tests: readonly ObservedTest[]): readonly Visit[] {
  return tests.flatMap(visitsOfTest).slice(0, MOST);
}

function visitsOfTest({ failing, events }: ObservedTest): readonly Visit[] {
  const visits: Visit[] = [];
  let stretch: Visit[] = [];
  for (const event of events) {
    if ("atoms" in event) {
      const value = unpacked(event.value);
      if (value !== undefined)
        stretch.push({ value, atoms: event.atoms.map((each) => unpacked(each)), failing: false });
      continue;
    }
    const [got, wanted] = [unpacked(event.got), unpacked(event.wanted)];
    const compared = stretch.map((each) => ({ ...each, failing: !event.equal }));
    visits.push(
      ...(got === undefined || wanted === undefined ? compared : withWanted(compared, got, wanted)),
    );
    stretch = [];
  }
  visits.push(...stretch.map((each) => ({ ...each, failing })));
  return visits;
}

/**
 * What the expression should have been worth at the visits before a comparison: the compared value itself if the last
 * visit produced it, or parts of it if the visits produced the parts.
 */
function withWanted(visits: readonly Visit[], got: Value, wanted: Value): readonly Visit[] {
  const last = visits.at(-1);
  if (last === undefined) return visits;
  if (isEqual(last.value, got)) return visits.with(-1, { ...last, wanted });
  const parts = partsOf(got, wanted);
  if (parts.length === visits.length && parts.every(([part], at) => isEqual(visits[at]?.value, part)))
    return visits.map((each, at) => ({ ...each, wanted: parts[at]?.[1] ?? null }));
  const [wrong, ...others] = parts.filter(([part, should]) => !isEqual(part, should));
  if (wrong === undefined || others.length > 0) return visits;
  const producing = visits.filter((each) => isEqual(each.value, wrong[0]));
  if (producing.length !== 1) return visits;
  return visits.map((each) => (each === producing[0] ? { ...each, wanted: wrong[1] } : each));
}

/** The parts of two containers of the same form, in pairs; none if their forms differ. */
function partsOf(got: Value, wanted: Value): readonly (readonly [Value, Value])[] {
  if (got === null || wanted === null || typeof got !== "object" || typeof wanted !== "object") return [];
  if (got.kind === "dict" && wanted.kind === "dict") {
    if (got.entries.length !== wanted.entries.length) return [];
    return got.entries.flatMap(([key, own]) => {
      const other = held(wanted, key);
      return other === undefined ? [] : [[own, other] as const];
    });
  }
  if (got.kind === "dict" || wanted.kind === "dict" || got.kind !== wanted.kind) return [];
  if (got.items.length !== wanted.items.length) return [];
  return got.items.flatMap((item, at) => {
    const other = wanted.items[at];
    return other === undefined ? [] : [[item, other] as const];
  });
}

export function isEqual(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  try {
    return keyOf(one) === keyOf(other);
  } catch {
    return false;
  }
}
