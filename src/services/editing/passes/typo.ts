import { pairSequences } from "../../../domain/rules/changes/sequence-diff.ts";
import { alignedCandidate } from "../line-blocks.ts";
import { asBlock, countFilled, isBlank } from "../lines.ts";
import { nearPlaces } from "../near-places.ts";
import type { Candidate, Pass } from "../pass.ts";
import type { SourceIndex } from "../source-index.ts";
import { equalButForSpaces, similarity, typoBetween } from "../spelling.ts";

const LEAST_LINES = 3;
const MOST_WRONG = 0.25;
const MOST_SCORE = 0.84;

export const typo: Pass = {
  meta: {
    name: "typo",
    title: "A misspelled word in a context line",
    why: "One wrong letter in an otherwise correct line, among correct lines. Does not apply if the misspelled word occurs in the file, is misspelled the same way on several lines, or is part of the new text: then it is a different place, not a typo.",
    examples: [
      {
        title: "a letter lost",
        file: "def total(items):\n    result = 0\n    for item in items:\n        result += item\n",
        search: "def total(items):\n    reslt = 0\n    for item in items:\n",
        replace: "def total(items):\n    result = 1\n    for item in items:\n",
        result: "def total(items):\n    result = 1\n    for item in items:\n        result += item\n",
      },
      {
        title: "a renamed copy",
        file: "def total_old(items):\n    result_old = 0\n    return result_old\n",
        search: "def total(items):\n    result = 0\n    return result\n",
        replace: "def total(items):\n    result = 1\n    return result\n",
        result: null,
      },
      {
        title: "the word exists elsewhere",
        file: "a(tenant)\nb(tennant)\nc()\nd()\n",
        search: "b(tenant)\nc()\nd()\n",
        replace: "b(tenant)\nc()\ne()\n",
        result: null,
      },
      {
        title: "the word is repeated",
        file: "open(tennant)\nclose(tennant)\nc()\nd()\ne()\nf()\ng()\nh()\n",
        search: "open(tenant)\nclose(tenant)\nc()\nd()\ne()\nf()\ng()\nh()\n",
        replace: "x()\n",
        result: null,
      },
      {
        title: "the word would be written",
        file: "b(tennant)\nc()\nd()\n",
        search: "b(tenant)\nc()\nd()\n",
        replace: "b(tenant, 1)\nc()\nd()\n",
        result: null,
      },
      {
        title: "two lines are too few",
        file: "alpha\nbeta\n",
        search: "alpha\nbeto\n",
        replace: "x\n",
        result: null,
      },
    ],
  },

  find(source, wording) {
    const block = asBlock(wording.search, wording.replace);
    const filled = countFilled(block.search);
    if (filled < LEAST_LINES) return [];
    const places = nearPlaces(source, block.search);
    return places.flatMap((place): Candidate[] => {
      if (filled - place.count > Math.max(1, MOST_WRONG * filled)) return [];
      const words = misspelledWords(source, block.search, place.from);
      if (words === null || !areForeign(source, words, block)) return [];
      const at = block.search.map((_, index) => place.from + index);
      const candidate = alignedCandidate(
        source,
        { from: place.from, to: place.from + at.length, at },
        block,
        {
          relations: ["same", "offset", "tabs", "first_line"],
          score: score(source, block.search, place.from),
        },
      );
      if (candidate === null) return [];
      const other = places.find(({ from }) => from !== place.from);
      return [{ ...candidate, runnerUp: other === undefined ? 0 : score(source, block.search, other.from) }];
    });
  },
};

/** The words that only the search text has, line by line; null if a line has different content. */
function misspelledWords(
  source: SourceIndex,
  search: readonly string[],
  from: number,
): readonly string[] | null {
  const words: string[] = [];
  for (const [index, line] of search.entries()) {
    const file = source.lines[from + index] ?? "";
    if (equalButForSpaces(line, file)) continue;
    const typo = typoBetween(line, file);
    if (typo === null) return null;
    words.push(...typo.words);
  }
  return words;
}

/**
 * A word that is repeated, occurs in the file or would be written is not a typo: this is a different place.
 */
function areForeign(
  source: SourceIndex,
  words: readonly string[],
  block: { readonly search: readonly string[]; readonly replace: readonly string[] },
): boolean {
  if (new Set(words).size !== words.length) return false;
  const kept = pairSequences(block.search, block.replace);
  const written = block.replace.filter((_, index) => kept[index] === -1).join("\n");
  const known = new Set([...source.words(), ...(written.match(/[\p{L}\p{N}_$]+/gu) ?? [])]);
  return !words.some((word) => known.has(word));
}

/** How similar the lines are, weighted by length; always less than a faithful match. */
function score(source: SourceIndex, search: readonly string[], from: number): number {
  let sum = 0;
  let weight = 0;
  for (const [index, line] of search.entries()) {
    if (isBlank(line)) continue;
    sum += line.length * similarity(line.trim(), (source.lines[from + index] ?? "").trim());
    weight += line.length;
  }
  return weight === 0 ? 0 : (MOST_SCORE * sum) / weight;
}
