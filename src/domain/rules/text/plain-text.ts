/** Invisible characters that hide, reorder or control text; joiners stay, because emoji and some scripts need them. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cf}]/gu;
const KEPT = /[\n\t\u200c\u200d]/;

/** Text from a model or a file as a single line of at most `most` visible characters, as a reader counts them. */
export function oneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  return shortened(
    visible(text.replace(/[\r\u0085]/g, "\n"))
      .replace(/\s+/gu, " ")
      .trim(),
    most,
  );
}

/** Text from a model or a file as lines of visible characters: no control characters, no hidden text. */
export function plainLines(text: string, most = Number.POSITIVE_INFINITY): string {
  const lines = visible(text.replace(/\r\n|[\r\u0085\u2028\u2029]/gu, "\n"));
  return shortened(lines.replace(/[^\S\n]+$/gmu, "").trim(), most);
}

function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => (KEPT.test(character) ? character : ""));
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const parts: string[] = [];
  for (const { segment } of new Intl.Segmenter("en").segment(text.slice(0, most * 16))) {
    if (parts.length === most) return `${parts.slice(0, -1).join("").trimEnd()}…`;
    parts.push(segment);
  }
  return parts.join("");
}
