import { editDistance } from "../../domain/rules/text/edit-distance.ts";

/** The known word closest to a mistyped one; null if none is close. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, Math.floor(word.length / 3))
    ? best.candidate
    : null;
}
