import type { Patch } from "../../domain/entities/patch.ts";
import type {
  PatchSource,
  Preparation,
  RepairTarget,
  SourceFile,
  Suspect,
} from "../../domain/ports/repair.ts";
import { findConditions } from "./added-conditions.ts";
import { readDoubts } from "./doubts/read.ts";
import { languageOf } from "./languages/list.ts";
import { type Suspicion, suspect } from "./localise/suspicion.ts";
import { countNewTokens } from "./new-tokens.ts";
import { operators } from "./operators/list.ts";
import { applyEdits } from "./propose/apply.ts";
import { type CrashLog, createCrashLog } from "./propose/crashes.ts";
import { propose, SOURCE_ID } from "./propose/propose.ts";
import { regionsOf } from "./propose/regions.ts";
import { openSource } from "./propose/source.ts";
import { type RunningSearch, type SearchSetup, startSearch } from "./search/search.ts";
import { hasSyntaxError } from "./syntax/parse.ts";
import { foreseenCommand } from "./validate/harness.ts";
import { createWarmProcesses } from "./validate/warm-processes.ts";
import { findVariations } from "./variations.ts";

export { readDoubts } from "./doubts/read.ts";
export { gatherNear } from "./localise/near.ts";
export { createProbe, type ProbeOptions } from "./probe/probe.ts";
export { createRivals } from "./probe/rivals.ts";
export { createViolationSearch } from "./violations.ts";

/** Everything that reads a change, whoever made it. */
export const changeReaders = { readDoubts, findConditions, findVariations, countNewTokens };

const MOST_SUSPECTS = 20;

export type SearchBrainOptions = Omit<SearchSetup, "onCrash">;

/**
 * Edit operators on the syntax tree, ordered by suspicion, prior and size. Needs no model and no network. With a
 * way to start workers it also searches by itself; without one it only proposes.
 */
export function createSearchBrain(setup: SearchBrainOptions | null = null): PatchSource {
  const crashes = createCrashLog();
  return {
    ...(setup === null ? {} : warmSearch(setup, crashes)),
    id: SOURCE_ID,
    account: () => crashes.drain(),
    async locate(target: RepairTarget): Promise<readonly Suspect[]> {
      return locate(target);
    },
    async *propose(target: RepairTarget, signal: AbortSignal): AsyncGenerator<Patch> {
      const texts = new Map(target.sources.map((each) => [each.path, each.text]));
      for (const patch of propose(target, { operators, suspicion: suspect(target), onCrash: crashes.add })) {
        if (signal.aborted) return;
        if (isWellFormed(patch, texts)) yield patch;
      }
    },
  };
}

/** A preparation is the search itself, begun: who asks for it later finds it well on its way. */
function warmSearch(
  given: SearchBrainOptions,
  crashes: CrashLog,
): Required<Pick<PatchSource, "foresee" | "prepare" | "search">> {
  const begun = new WeakMap<Preparation, RunningSearch>();
  const processes = createWarmProcesses(given.startWorker);
  const setup = { ...given, startWorker: processes.take, onCrash: crashes.add };
  return {
    foresee(environment, { budgetMs, signal }) {
      const command = foreseenCommand(environment, { ...setup, budgetMs });
      return command && processes.start({ ...command, signal });
    },
    prepare(target, environment, options) {
      const running = startSearch(target, environment, setup, options);
      if (running !== null) begun.set(running, running);
      return running;
    },
    async search(target, environment, { prepared, onProgress, ...options }) {
      const early = prepared && begun.get(prepared);
      const running = early ?? startSearch(target, environment, setup, options);
      if (running === null) return { status: "cold", why: "no warm worker knows this test framework" };
      if (onProgress) running.listen(onProgress);
      return running.found;
    },
  };
}

/** Opens files in the order of what their lines can reach at most, and stops when no other can be among the first. */
function locate(target: RepairTarget): readonly Suspect[] {
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

/** The most suspected place of each function. */
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
