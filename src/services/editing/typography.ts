const PLAIN: ReadonlyMap<string, string> = new Map([
  ..."‘’‚‛′´`"
    .replace("`", "")
    .split("")
    .map((mark) => [mark, "'"] as const),
  ..."“”„‟″«»".split("").map((mark) => [mark, '"'] as const),
  ..."‐‑‒–—―−".split("").map((mark) => [mark, "-"] as const),
  ..."\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000".split("").map((mark) => [mark, " "] as const),
  ["…", "..."],
  ["\u200b", ""],
  ["\ufeff", ""],
]);

const TYPOGRAPHIC = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "gu");

/** Typographic quotes, dashes and spaces as a keyboard types them, and compatibility forms as their letters. */
export const plainPunctuation = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test for pure ASCII is the point
  /^[\x00-\x7f]*$/.test(text)
    ? text
    : text.replace(TYPOGRAPHIC, (mark) => PLAIN.get(mark) ?? mark).normalize("NFKC");

/**
 * How the channel changed the search, to be undone in new lines: marks that stand in the search where the file
 * has plain ones, unless the replacement also has the plain form and so means both.
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
