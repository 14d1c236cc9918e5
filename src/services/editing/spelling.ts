/** A single typo that separates a searched line from a line of the file. */
export interface Typo {
  /** Words of the searched line, at the typo, that the file's line does not have. */
  readonly words: readonly string[];
}

/**
 * The one typo that turns the searched line into the file's, or null if the two have different content. A
 * typo is a character that was lost, added, swapped with its neighbor or replaced: a letter inside a word, a
 * space, a bracket, quote, period or comma, or any mark whose loss joined two words. Digits, other operators
 * and an s at the end of a word are never typos: item1 and item2, item and items, < and <= are different
 * things.
 */
export function typoBetween(searched: string, found: string): Typo | null {
  const left = searched.trim();
  const right = found.trim();
  if (left === right || left === "" || right === "") return null;
  const { start, leftEnd, rightEnd } = differingPart(left, right);
  const lost = left.slice(start, leftEnd);
  const there = right.slice(start, rightEnd);
  const previous = left.charAt(start - 1);
  const next = right.charAt(rightEnd);
  if (isPlural(previous, lost + there, next) || (DIGIT.test(previous) && DIGIT.test(next))) return null;
  const joins = lost === "" && there.length === 1 && LETTER.test(previous) && LETTER.test(next);
  const length = Math.max(wordAround(left, start, leftEnd).length, wordAround(right, start, rightEnd).length);
  if (DIGIT.test(lost + there) || !(joins || isKeystroke(lost, there, length, LETTER.test(previous))))
    return null;
  const known = new Set(right.match(WORDS));
  return { words: wordsAround(left, start, leftEnd).filter((one) => !known.has(one)) };
}

/** Equal except for spaces between words. */
export const equalButForSpaces = (a: string, b: string): boolean => squeeze(a) === squeeze(b);

const squeeze = (line: string): string => line.replace(/\s+/g, "");

const LETTER = /[\p{L}_]/u;
const DIGIT = /\p{N}/u;
const WORDS = /[\p{L}\p{N}_$]+/gu;
const INNER = /[\p{L}\p{N}_$]/u;
const STRUCTURE = /^[\s()[\]{}"'`.,;:#]$/u;

const isPlural = (previous: string, character: string, next: string): boolean =>
  character === "s" && INNER.test(previous) && previous !== "s" && !INNER.test(next);

function isKeystroke(lost: string, there: string, wordLength: number, inside: boolean): boolean {
  if (lost.length === 2 && there.length === 2) {
    return (
      /^\p{L}{2}$/u.test(lost) && lost.charAt(0) === there.charAt(1) && lost.charAt(1) === there.charAt(0)
    );
  }
  if (lost.length > 1 || there.length > 1) return false;
  if (lost !== "" && there !== "")
    return LETTER.test(lost) && LETTER.test(there) && wordLength >= 5 && inside;
  const character = lost + there;
  if (STRUCTURE.test(character)) return true;
  return LETTER.test(character) && (wordLength >= 3 || character === "_");
}

function differingPart(left: string, right: string): { start: number; leftEnd: number; rightEnd: number } {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  return { start, leftEnd: left.length - tail, rightEnd: right.length - tail };
}

function wordAround(line: string, start: number, end: number): string {
  let from = start;
  while (from > 0 && INNER.test(line.charAt(from - 1))) from -= 1;
  let to = end;
  while (to < line.length && INNER.test(line.charAt(to))) to += 1;
  return line.slice(from, to);
}

const wordsAround = (line: string, start: number, end: number): readonly string[] =>
  wordAround(line, start, end).match(WORDS) ?? [];

/** From 0 to 1, by the character pairs two lines share. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let i = 0; i < a.length - 1; i += 1) {
    const pair = a.slice(i, i + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i < b.length - 1; i += 1) {
    const pair = b.slice(i, i + 2);
    const left = counts.get(pair) ?? 0;
    if (left === 0) continue;
    counts.set(pair, left - 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length - 2);
}
