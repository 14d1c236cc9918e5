import type { Patch } from "../../../domain/entities/patch.ts";
import type { RepairTarget, SourceFile, Suspect } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";
import { type Region, regionsOf } from "../propose/regions.ts";
import { LARGEST_FILE } from "../propose/source.ts";
import { parse } from "../syntax/parse.ts";
import { type Suspicion, suspect } from "./suspicion.ts";

const MOST_SUSPECTS = 20;

/**
 * The most suspicious place of each function, most suspicious first. Opens files in order of the highest suspicion they
 * can reach, and stops when no other file can rank among the first.
 */
export function locate(target: RepairTarget, suspicion = suspect(target)): readonly Suspect[] {
  let found: readonly Suspect[] = [];
  for (const { file, most } of linkedFiles(target, suspicion)) {
    if (most <= (found[MOST_SUSPECTS - 1]?.score ?? 0)) break;
    found = [...found, ...suspectsIn(file, suspicion)]
      .sort((a, b) => b.score - a.score || a.path.localeCompare(b.path) || a.line - b.line)
      .slice(0, MOST_SUSPECTS);
  }
  return found;
}

/** How many functions are more suspicious than the most suspicious one that a patch changes. */
export function countMoreSuspicious({ edits }: Patch, target: RepairTarget, suspicion: Suspicion): number {
  const own = Math.max(
    ...edits.map(({ path, start }) => {
      const file = target.sources.find((each) => each.path === path);
      const region = file && innermost(regionsIn(file), start);
      return region ? (mostSuspicious(file, region, suspicion)?.score ?? 0) : 0;
    }),
  );
  return linkedFiles(target, suspicion)
    .filter(({ most }) => most > own)
    .flatMap(({ file }) => suspectsIn(file, suspicion))
    .filter(({ score }) => score > own).length;
}

function linkedFiles({ sources }: RepairTarget, suspicion: Suspicion) {
  return sources
    .map((file) => ({ file, most: suspicion.most(file.path) }))
    .filter(({ file, most }) => most > 0 && suspicion.isLinked(file.path))
    .sort((a, b) => b.most - a.most);
}

function suspectsIn(file: SourceFile, suspicion: Suspicion): readonly Suspect[] {
  return regionsIn(file)
    .map((region) => mostSuspicious(file, region, suspicion))
    .filter((each) => each !== null);
}

function mostSuspicious({ path }: SourceFile, { name, sites }: Region, suspicion: Suspicion): Suspect | null {
  let best: Suspect | null = null;
  for (const { line } of sites) {
    const score = suspicion.of(path, line, name);
    if (score > (best?.score ?? 0)) best = { path, line, score, why: suspicion.why(path, line) };
  }
  return best;
}

function regionsIn({ path, text }: SourceFile): readonly Region[] {
  const language = languageOf(path);
  if (language === null || text.length > LARGEST_FILE) return [];
  return regionsOf(parse(language.grammar, text), text);
}

function innermost(regions: readonly Region[], at: number): Region | undefined {
  return regions
    .filter(({ node }) => node.start <= at && at <= node.end)
    .sort((a, b) => a.node.end - a.node.start - (b.node.end - b.node.start))[0];
}
