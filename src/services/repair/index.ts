import type { Patch } from "../../domain/entities/patch.ts";
import type { OfferedPatch, PatchSource, RepairTarget, Searched } from "../../domain/ports/repair.ts";
import { findConditions } from "./added-conditions.ts";
import { findParts } from "./changed-parts.ts";
import { readDoubts } from "./doubts/read.ts";
import { languageOf } from "./languages/list.ts";
import { locate } from "./localize/suspects.ts";
import { suspect } from "./localize/suspicion.ts";
import { countNewTokens } from "./new-tokens.ts";
import { operators } from "./operators/list.ts";
import { applyEdits } from "./propose/apply.ts";
import { createCrashLog } from "./propose/crashes.ts";
import type { Crash } from "./propose/proposals.ts";
import { propose as proposePatches } from "./propose/propose.ts";
import { SOURCE_ID } from "./propose/to-patch.ts";
import { withoutRemarks } from "./remarks.ts";
import type { SearchSetup } from "./search/search.ts";
import { hasSyntaxError } from "./syntax/parse.ts";
import { findVariations } from "./variations.ts";
import { createWarmSearch, type WarmSearch } from "./warm-search.ts";

export { readDoubts } from "./doubts/read.ts";
export { affectedTests } from "./localize/affected.ts";
export { gatherNear } from "./localize/near.ts";
export { locate } from "./localize/suspects.ts";
export { createProbe } from "./probe/probe.ts";
export { createRivals } from "./probe/rivals.ts";
export { createViolationSearch } from "./violations.ts";

/** Everything that analyzes a change, regardless of its author. */
export const changeReaders = {
  readDoubts,
  findConditions,
  findParts,
  findVariations,
  countNewTokens,
  withoutRemarks,
};

/** After this many of its own patches were rejected, the search considers its test runs unreliable for this project. */
const MOST_SCREENED = 6;

export type SearchBrainOptions = Omit<SearchSetup, "onCrash" | "onNote">;

/** The source, and its parts that are tested separately. */
export interface SearchBrain extends PatchSource, Partial<Omit<WarmSearch, "warmUp" | "takeExpected">> {
  propose(target: RepairTarget, signal: AbortSignal): AsyncIterable<Patch>;
}

/**
 * Edit operators on the syntax tree, ordered by suspicion, prior and size. Needs no model and no network. If it
 * can start workers, it first searches on its own and screens its results. It proposes untested patches if the
 * tests cannot run in a worker, or if none of its results was accepted.
 */
export function createSearchBrain(setup: SearchBrainOptions | null = null): SearchBrain {
  const crashes = createCrashLog();
  const notes = new Set<string>();
  const warm =
    setup === null
      ? null
      : createWarmSearch({ ...setup, onCrash: crashes.add, onNote: (each) => notes.add(each) });
  const propose = (target: RepairTarget, signal: AbortSignal) => proposeWhole(target, signal, crashes.add);
  return {
    ...(warm && { foresee: warm.foresee, prepare: warm.prepare, search: warm.search, warmUp: warm.warmUp }),
    id: SOURCE_ID,
    account() {
      const said = [...crashes.drain(), ...notes];
      notes.clear();
      return said;
    },
    propose,
    async *patches({ target, environment, signal, leftMs, measure, watch }) {
      const prepared = warm?.takeExpected(target, environment);
      const found = await warm?.search(target, environment, {
        budgetMs: leftMs(),
        signal,
        onSuspects: watch.suspects,
        onProgress: watch.progress,
        ...(prepared && { prepared }),
      });
      if (found?.status === "searched") {
        watch.searched(found);
        yield* screened(found);
        if (found.patches.length === 0) return;
      }
      if (found?.status === "cold")
        notes.add(`each candidate needed a full run of the test framework, which is slow: ${found.why}`);
      const hasTime = !signal.aborted && leftMs() > 0;
      const measured = hasTime ? await measure() : target;
      watch.suspects(locate(measured));
      if (!hasTime) return;
      for await (const patch of propose(measured, signal)) yield { patch };
    },
  };
}

function* screened({ patches, partly, rivals, searchEvidence }: Searched): Generator<OfferedPatch> {
  for (const patch of [...patches, ...partly].slice(0, MOST_SCREENED)) {
    const others = rivals.filter((rival) => rival.patch !== patch);
    const own = patch === patches[0] && searchEvidence ? { searchEvidence } : {};
    yield { patch, screened: { rivals: others, stands: patches.includes(patch), ...own } };
  }
}

/** Skips patches that do not parse. */
async function* proposeWhole(
  target: RepairTarget,
  signal: AbortSignal,
  onCrash: (crash: Crash) => void,
): AsyncGenerator<Patch> {
  const texts = new Map(target.sources.map((each) => [each.path, each.text]));
  for (const patch of proposePatches(target, { operators, suspicion: suspect(target), onCrash })) {
    if (signal.aborted) return;
    if (isWellFormed(patch, texts)) yield patch;
  }
}

function isWellFormed(patch: Patch, texts: ReadonlyMap<string, string>): boolean {
  for (const [path, text] of applyEdits(patch.edits, texts)) {
    const language = languageOf(path);
    if (language !== null && hasSyntaxError(language.grammar, text)) return false;
  }
  return true;
}
