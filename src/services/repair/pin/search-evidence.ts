import type { SearchEvidence } from "../../../domain/entities/evidence.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../domain/ports/repair.ts";
import { countMoreSuspicious } from "../localize/suspects.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import type { Ordered } from "../search/batch.ts";
import { alikeOf, type TriedCandidates } from "../search/tried-candidates.ts";
import { lineAt } from "../syntax/line-at.ts";
import type { Survey, Worker } from "../validate/worker.ts";
import { pin } from "./pin.ts";

interface SearchEvidenceInput {
  readonly worker: Worker;
  readonly target: RepairTarget;
  readonly suspicion: Suspicion;
  readonly ticks: number;
}

/** What the search knows about its best patch; empty if there is none. */
export async function searchEvidenceOf(
  [best]: readonly Ordered[],
  { plausible, operators }: Pick<TriedCandidates, "plausible" | "operators">,
  { worker, target, suspicion, ticks }: SearchEvidenceInput,
): Promise<{ readonly searchEvidence?: SearchEvidence }> {
  if (best === undefined) return {};
  return {
    searchEvidence: {
      place: countMoreSuspicious(best.patch, target, suspicion),
      cost: best.patch.cost,
      before: best.order,
      alike: alikeOf(best.patch, operators),
      passing: plausible.length,
      tests: testsAt(best.patch, target, worker.survey),
      pinning: await pin(best.patch, target, worker, ticks),
    },
  };
}

/** How many tests run a line that the patch changes. */
function testsAt({ edits }: Patch, { sources }: RepairTarget, { tests }: Survey): number {
  const places = edits.map(({ path, start, end }) => {
    const text = sources.find((each) => each.path === path)?.text ?? "";
    return { path, first: lineAt(text, start), last: lineAt(text, end) };
  });
  return tests.filter(({ lines }) =>
    places.some(({ path, first, last }) => lines[path]?.some((line) => first <= line && line <= last)),
  ).length;
}
