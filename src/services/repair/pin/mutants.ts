import type { Patch, TextEdit } from "../../../domain/entities/patch.ts";
import type { RepairTarget } from "../../../domain/ports/repair.ts";
import { languageOf } from "../languages/list.ts";
import type { Suspicion } from "../localize/suspicion.ts";
import { applyEdits } from "../propose/apply.ts";
import { regionsOf } from "../propose/regions.ts";
import { lineAt } from "../syntax/line-at.ts";
import type { SyntaxNode } from "../syntax/node.ts";
import { parse } from "../syntax/parse.ts";
import { otherCode } from "../variations.ts";
import { compose } from "./compose.ts";

/** A repaired program with one small difference. */
export interface Mutant {
  /** The difference from the repaired program, for people. */
  readonly description: string;
  /** The difference from the program before the repair, in the worker's format. */
  readonly edits: readonly TextEdit[];
  /** Whether it is in a line that the repair changed, not only in the same function. */
  readonly isNear: boolean;
}

export interface MutantLimits {
  readonly near: number;
  readonly around: number;
}

/** The suspicion of the rest of the function, relative to the changed line: mutants there cost more. */
const AROUND = 0.6;
/** The number of candidates examined; most of them add code and are not mutants. */
const MOST_CONSIDERED = 1500;

/** Small changes to the line that a patch repairs and to the function around it, likeliest first. */
export function mutantsOf(
  patch: Patch,
  { sources }: Pick<RepairTarget, "sources">,
  limits: MutantLimits,
): readonly Mutant[] {
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const found: Mutant[] = [];
  const left = { ...limits };
  for (const [path, text] of applyEdits(patch.edits, texts)) {
    const language = languageOf(path);
    const earlier = texts.get(path) ?? "";
    if (language === null || earlier === text) continue;
    const lines = changedLines(path, text, patch.edits);
    const names = regionsAround(parse(language.grammar, text), text, lines);
    const suspicion = nearOf(lines, names);
    for (const other of otherCode({ path, text }, language, earlier, suspicion, MOST_CONSIDERED)) {
      const isNear = other.patch.edits.some((edit) => lines.has(lineAt(text, edit.start)));
      const kind = isNear ? "near" : "around";
      if (left[kind] === 0) continue;
      left[kind] -= 1;
      found.push({
        description: other.patch.description,
        edits: compose(patch.edits, other.patch.edits, texts),
        isNear,
      });
      if (left.near + left.around === 0) return found;
    }
  }
  return found;
}

/** Lines of the repaired text that the patch wrote, or where it removed something. */
function changedLines(path: string, text: string, edits: readonly TextEdit[]): ReadonlySet<number> {
  const lines = new Set<number>();
  let grown = 0;
  const own = edits.filter((edit) => edit.path === path).toSorted((a, b) => a.start - b.start);
  for (const edit of own) {
    const start = edit.start + grown;
    const [first, last] = [lineAt(text, start), lineAt(text, start + edit.text.length)];
    for (let line = first; line <= last; line += 1) lines.add(line);
    grown += edit.text.length - (edit.end - edit.start);
  }
  return lines;
}

/** Names of the functions that contain one of these lines. */
function regionsAround(tree: SyntaxNode, text: string, lines: ReadonlySet<number>): ReadonlySet<string> {
  const regions = regionsOf(tree, text).filter(({ sites }) => sites.some(({ line }) => lines.has(line)));
  return new Set(regions.map(({ name }) => name));
}

function nearOf(lines: ReadonlySet<number>, names: ReadonlySet<string>): Suspicion {
  const around = (name: string) => (name !== "" && names.has(name) ? AROUND : 0);
  const of = (_path: string, line: number, name: string) => (lines.has(line) ? 1 : around(name));
  return { of, isLinked: () => true, most: () => 1, why: () => "where the change is" };
}
