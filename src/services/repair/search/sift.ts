import type { Patch } from "../../../domain/entities/patch.ts";
import type { ReadChange, RepairTarget } from "../../../domain/ports/repair.ts";
import { searchRules } from "../doubts/list.ts";
import { findDoubts, sentences } from "../doubts/read.ts";
import { applyEdits } from "../propose/apply.ts";
import type { Ordered } from "./batch.ts";

/** Separates candidates that pass the tests but cannot be trusted, with the reason. */
export function sift(plausible: readonly Ordered[], target: RepairTarget) {
  const trusted: Ordered[] = [];
  const distrusted: { patch: Patch; why: string }[] = [];
  for (const each of plausible) {
    const [why] = sentences(findDoubts(changeOf(each.patch, target), searchRules));
    if (why === undefined) trusted.push(each);
    else distrusted.push({ patch: each.patch, why });
  }
  return { trusted, distrusted };
}

function changeOf(patch: Patch, { sources, tests }: RepairTarget): ReadChange {
  const texts = new Map(sources.map((each) => [each.path, each.text]));
  const changed = applyEdits(patch.edits, texts);
  return {
    before: sources.filter((each) => changed.has(each.path)),
    after: [...changed].map(([path, text]) => ({ path, text })),
    tests,
  };
}
