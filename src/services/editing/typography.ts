const LOOKS_LIKE: readonly (readonly [plain: string, marks: string])[] = [
  ["'", "\u2018\u2019\u201a\u201b\u2032\u00b4"],
  ['"', "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"],
  ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"],
  [" ", "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000"],
  ["...", "\u2026"],
  ["", "\u200b\ufeff"],
];

const PLAIN: ReadonlyMap<string, string> = new Map(
  LOOKS_LIKE.flatMap(([plain, marks]) => [...marks].map((mark) => [mark, plain] as const)),
);

const TYPOGRAPHIC = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "gu");

/**
 * Replaces typographic quotes, dashes and spaces with plain characters, and compatibility forms with their
 * letters.
 */
export const plainPunctuation = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test for pure ASCII is the point
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text.replace(TYPOGRAPHIC, (mark) => PLAIN.get(mark) ?? mark).normalize("NFKC");

/**
 * How the search text was changed in transit, so that new lines can be changed back: typographic marks where
 * the file has plain ones, unless the replacement also has the plain form, because then both are intended.
 */
export function undoTypography(search: string, file: string, replace: string): (line: string) => string {
  const foreign = new Set(
    (search.match(TYPOGRAPHIC) ?? []).filter(
      (mark) => !file.includes(mark) && !replace.includes(PLAIN.get(mark) || mark),
    ),
  );
  if (foreign.size === 0) return (line) => line;
  return (line) =>
    line.replace(TYPOGRAPHIC, (mark) => (foreign.has(mark) ? (PLAIN.get(mark) ?? mark) : mark));
}
