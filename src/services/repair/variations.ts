import type { Patch, TextEdit } from "../../domain/entities/patch.ts";
import { NO_TESTS } from "../../domain/entities/test-result.ts";
import type { FindVariations, SourceFile, Variation } from "../../domain/ports/repair.ts";
import type { Language } from "./languages/language.ts";
import { languageOf } from "./languages/list.ts";
import type { Suspicion } from "./localize/suspicion.ts";
import { codeOf } from "./new-tokens.ts";
import { operators } from "./operators/list.ts";
import { applyEdits } from "./propose/apply.ts";
import { propose } from "./propose/propose.ts";
import { lineAt } from "./syntax/line-at.ts";
import { hasSyntaxError } from "./syntax/parse.ts";
import { diffTokens } from "./syntax/token-diff.ts";

/** Each one costs a test run. */
const MOST_VARIATIONS = 12;
/** The cheapest ones, over all places. */
const MOST_CONSIDERED = 400;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Replacements of new code, as the search would try them: the likeliest at each place first, and one at every
 * place before a second one anywhere. Tests that cover a change notice each of them.
 */
export const findVariations: FindVariations = ({ before, after }) => {
  const changed = after.flatMap((file) => {
    const language = languageOf(file.path);
    const earlier = before.find(({ path }) => path === file.path)?.text ?? "";
    return language === null || earlier === file.text ? [] : [{ file, language, earlier }];
  });
  const found = changed.flatMap(({ file, language, earlier }) => variationsOf(file, language, earlier));
  return found.sort((left, right) => left.round - right.round).slice(0, MOST_VARIATIONS);
};

function variationsOf(
  file: SourceFile,
  language: Language,
  earlier: string,
): readonly (Variation & { readonly round: number })[] {
  const ranges = newRanges(file, earlier);
  const rounds = new Map<Range, number>();
  const found: (Variation & { readonly round: number })[] = [];
  for (const { patch, without } of otherCode(file, language, earlier, at(file, ranges))) {
    const range = ranges.find((each) => patch.edits.some((edit) => touches(edit, each)));
    if (range === undefined) continue;
    const round = rounds.get(range) ?? 0;
    rounds.set(range, round + 1);
    const line = lineAt(file.text, range.start);
    found.push({ path: file.path, line, text: patch.description, without, round });
  }
  return found;
}

/** A file with one small difference: the edit to the changed file, and the resulting file. */
interface OtherCode {
  readonly patch: Patch;
  readonly without: string;
}

/**
 * Other code that the search would try in a changed file, likeliest first. Never adds code or restores the
 * old code.
 */
export function* otherCode(
  file: SourceFile,
  language: Language,
  earlier: string,
  suspicion: Suspicion,
  most = MOST_CONSIDERED,
): Generator<OtherCode> {
  const target = { failing: NO_TESTS, sources: [file], tests: [], coverage: null };
  const texts = new Map([[file.path, file.text]]);
  let considered = 0;
  for (const patch of propose(target, { operators, suspicion })) {
    considered += 1;
    if (considered > most) return;
    if (patch.edits.some((edit) => adds(edit, file.text))) continue;
    const without = applyEdits(patch.edits, texts).get(file.path) ?? file.text;
    if (without === earlier || hasSyntaxError(language.grammar, without)) continue;
    yield { patch, without };
  }
}

/** Added code can always do something that no test checks. */
function adds({ start, end, text }: TextEdit, source: string): boolean {
  const size = (code: string) => code.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu)?.length ?? 0;
  return size(text) > size(source.slice(start, end));
}

function touches(edit: Range, { start, end }: Range): boolean {
  return edit.start < end && edit.end > start;
}

/** The tokens that the change added. */
function newRanges(file: SourceFile, earlier: string): readonly Range[] {
  const now = codeOf(file);
  const old = codeOf({ path: file.path, text: earlier });
  return diffTokens(old, now).flatMap(({ start, end }) => now.slice(start, end));
}

function at({ text }: SourceFile, ranges: readonly Range[]): Suspicion {
  const lines = new Set(ranges.map(({ start }) => lineAt(text, start)));
  const of = (_path: string, line: number) => (lines.has(line) ? 1 : 0);
  return { of, isLinked: () => true, most: () => 1, why: () => "where the change is" };
}
