import type { Redactor } from "./redactor.ts";
import type { SecretSpan } from "./span.ts";

/** A secret that a stored text omits: the positions of its placeholder and of its value. */
export interface Withheld {
  /** The range of the placeholder. */
  readonly at: number;
  readonly length: number;
  /** The original that contains the value, and its range. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface WithheldText {
  readonly text: string;
  readonly withheld: readonly Withheld[];
  /** Kinds of secrets that are not in any original: they cannot be omitted without losing them. */
  readonly added: readonly string[];
}

/**
 * A text to be stored, without its secrets. With the originals, each can be restored exactly; this does not
 * depend on detection.
 */
export function withhold(
  text: string,
  originals: ReadonlyMap<string, string>,
  redactor: Pick<Redactor, "find" | "placeholder">,
): WithheldText {
  const withheld: Withheld[] = [];
  const added: string[] = [];
  let result = "";
  let at = 0;
  for (const { start, end, kind } of spansIn(text, originals, redactor)) {
    const value = text.slice(start, end);
    const place = placeOf(value, originals);
    if (place === null) added.push(kind);
    const placeholder = redactor.placeholder(value, kind);
    result += text.slice(at, start);
    if (place !== null) withheld.push({ at: result.length, length: placeholder.length, ...place });
    result += placeholder;
    at = end;
  }
  return { text: result + text.slice(at), withheld, added };
}

export function restore(
  text: string,
  withheld: readonly Withheld[],
  originals: ReadonlyMap<string, string>,
): string {
  let result = "";
  let at = 0;
  for (const each of withheld) {
    result += text.slice(at, each.at) + (originals.get(each.path) ?? "").slice(each.start, each.end);
    at = each.at + each.length;
  }
  return result + text.slice(at);
}

/** Secrets found in the text itself, and every occurrence of a secret from an original. */
function spansIn(
  text: string,
  originals: ReadonlyMap<string, string>,
  { find }: Pick<Redactor, "find">,
): readonly SecretSpan[] {
  const values = new Map(
    [...originals.values()].flatMap((original) =>
      find(original).map(({ start, end, kind }) => [original.slice(start, end), kind] as const),
    ),
  );
  const places = [...values].flatMap(([value, kind]) =>
    value.length < SHORTEST
      ? []
      : placesOf(value, text).map((start) => ({ start, end: start + value.length, kind })),
  );
  let end = 0;
  return [...find(text), ...places]
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .filter((span) => {
      if (span.start < end) return false;
      end = span.end;
      return true;
    });
}

const SHORTEST = 6;

function placesOf(value: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) places.push(at);
  return places;
}

function placeOf(value: string, originals: ReadonlyMap<string, string>) {
  for (const [path, original] of originals) {
    const start = original.indexOf(value);
    if (start >= 0) return { path, start, end: start + value.length };
  }
  return null;
}
