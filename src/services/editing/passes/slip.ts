import { alignedCandidate } from "../line-blocks.ts";
import { asBlock, countFilled, isBlank } from "../lines.ts";
import { nearPlaces } from "../near-places.ts";
import type { Candidate, Pass } from "../pass.ts";
import { pairSequences } from "../sequence-diff.ts";
import type { SourceIndex } from "../source-index.ts";
import { type Slip, similarity, slipsBetween } from "../spelling.ts";

const LEAST_LINES = 3;
const MOST_WRONG = 0.25;

export const slip: Pass = {
  meta: {
    name: "slip",
    title: "A word misspelled in a line of context",
    why: "One letter off in a line that is otherwise right, among lines that are all right. Never where the misspelled word is a word of the file, where it returns on several lines, or in what would be written: that is another place, not a slip.",
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
        file: "a(user)\nb(users)\nc()\nd()\n",
        search: "b(user)\nc()\nd()\n",
        replace: "b(user)\nc()\ne()\n",
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
    const accepted = places.flatMap((place, order): Candidate[] => {
      if (place.share < 1 - Math.max(MOST_WRONG, 1 / filled)) return [];
      const slips = slipsAt(source, block.search, place.from);
      if (slips === null || !areSlips(source, slips, block)) return [];
      const alignment = {
        from: place.from,
        to: place.from + block.search.length,
        at: block.search.map((_, index) => place.from + index),
      };
      const score = 0.9 * likeness(source, block.search, place.from);
      const candidate = alignedCandidate(source, alignment, block, {
        relations: ["same", "offset", "tabs", "first_line"],
        score,
      });
      if (candidate === null) return [];
      const other = places[order === 0 ? 1 : 0];
      return [
        {
          ...candidate,
          runnerUp: other === undefined ? 0 : 0.9 * likeness(source, block.search, other.from),
        },
      ];
    });
    return accepted;
  },
};

/** The slips of each line that differs, or null where a line says something else. */
function slipsAt(
  source: SourceIndex,
  search: readonly string[],
  from: number,
): readonly (readonly Slip[])[] | null {
  const found: (readonly Slip[])[] = [];
  for (const [index, line] of search.entries()) {
    const file = source.lines[from + index] ?? "";
    if (line.trim() === file.trim()) continue;
    const slips = slipsBetween(line, file);
    if (slips === null) return null;
    found.push(slips);
  }
  return found;
}

function areSlips(
  source: SourceIndex,
  lines: readonly (readonly Slip[])[],
  block: { readonly search: readonly string[]; readonly replace: readonly string[] },
): boolean {
  const slips = lines.flat();
  const words = slips.map((one) => one.searched);
  if (words.length === 0 || new Set(words).size !== words.length) return false;
  if (words.some((word) => source.words().has(word))) return false;
  const pairs = pairSequences(block.search, block.replace);
  const written = block.replace.filter((_, index) => pairs[index] === -1).join("\n");
  return !words.some((word) => new Set(written.match(/[\p{L}\p{N}_$]+/gu)).has(word));
}

function likeness(source: SourceIndex, search: readonly string[], from: number): number {
  let sum = 0;
  let weight = 0;
  for (const [index, line] of search.entries()) {
    if (isBlank(line)) continue;
    sum += line.length * similarity(line.trim(), (source.lines[from + index] ?? "").trim());
    weight += line.length;
  }
  return weight === 0 ? 0 : sum / weight;
}
