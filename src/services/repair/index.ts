import type { Patch } from "../../domain/entities/patch.ts";
import type {
  OfferedPatch,
  PatchSource,
  RepairTarget,
  Searched,
  SourceFile,
  Suspect,
} from "../../domain/ports/repair.ts";
import { findConditions } from "./added-conditions.ts";
import { findParts } from "./changed-parts.ts";
import { readDoubts } from "./doubts/read.ts";
import { languageOf } from "./languages/list.ts";
import { type Suspicion, suspect } from "./localize/suspicion.ts";
import { countNewTokens } from "./new-tokens.ts";
import { operators } from "./operators/list.ts";
import { applyEdits } from "./propose/apply.ts";
import { createCrashLog } from "./propose/crashes.ts";
import type { Crash } from "./propose/proposals.ts";
import { propose as proposePatches } from "./propose/propose.ts";
import { regionsOf } from "./propose/regions.ts";
import { openSource } from "./propose/source.ts";
import { SOURCE_ID } from "./propose/to-patch.ts";
import type { SearchSetup } from "./search/search.ts";
import { hasSyntaxError } from "./syntax/parse.ts";
import { findVariations } from "./variations.ts";
import { createWarmSearch, type WarmSearch } from "./warm-search.ts";

export { readDoubts } from "./doubts/read.ts";
export { affectedTests } from "./localize/affected.ts";
export { gatherNear } from "./localize/near.ts";
export { createProbe } from "./probe/probe.ts";
export { createRivals } from "./probe/rivals.ts";
export { createViolationSearch } from "./violations.ts";

/** Everything that analyzes a change, regardless of its author. */
export const changeReaders = { readDoubts, findConditions, findParts, findVariations, countNewTokens };

const MOST_SUSPECTS = 20;
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
      watch.suspects(locate(target));
      const prepared = warm?.takeExpected(target, environment);
      const found = await warm?.search(target, environment, {
        budgetMs: leftMs(),
        signal,
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
      if (signal.aborted || leftMs() === 0) return;
      const measured = await measure();
      watch.suspects(locate(measured));
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

/**
 * Opens files in order of the highest suspicion they can reach, and stops when no other file can rank among
 * the first.
 */
export function locate(target: RepairTarget): readonly Suspect[] {
  const suspicion = suspect(target);
  const files = target.sources
    .map((file) => ({ file, most: suspicion.most(file.path) }))
    .filter(({ file, most }) => most > 0 && suspicion.isLinked(file.path))
    .sort((a, b) => b.most - a.most);
  let found: readonly Suspect[] = [];
  for (const { file, most } of files) {
    if (most <= (found[MOST_SUSPECTS - 1]?.score ?? 0)) break;
    found = [...found, ...suspectsIn(file, suspicion)]
      .sort((a, b) => b.score - a.score || a.path.localeCompare(b.path) || a.line - b.line)
      .slice(0, MOST_SUSPECTS);
  }
  return found;
}

/** The most suspicious place in each function. */
function suspectsIn(file: SourceFile, suspicion: Suspicion): readonly Suspect[] {
  const language = languageOf(file.path);
  if (language === null) return [];
  const { tree, source } = openSource(file, language);
  const found: Suspect[] = [];
  for (const region of regionsOf(tree, source)) {
    let best: Suspect | null = null;
    for (const site of region.sites) {
      const score = suspicion.of(file.path, site.line, region.name);
      if (score > (best?.score ?? 0))
        best = { path: file.path, line: site.line, score, why: suspicion.why(file.path, site.line) };
    }
    if (best !== null) found.push(best);
  }
  return found;
}

function isWellFormed(patch: Patch, texts: ReadonlyMap<string, string>): boolean {
  for (const [path, text] of applyEdits(patch.edits, texts)) {
    const language = languageOf(path);
    if (language !== null && hasSyntaxError(language.grammar, text)) return false;
  }
  return true;
}
