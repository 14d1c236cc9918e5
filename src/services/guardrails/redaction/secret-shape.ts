/** A `*` in a shape stands for at least this many characters other than blanks and quotes. */
const LEAST = 4;
const OUTSIDE = /[\s"'`]/g;

/**
 * Replaces every match of a shape such as `mycorp_*` by `mask`, in one pass: a regular expression with several `*`
 * would try every way to split a long word among them.
 */
export function replaceShape(text: string, shape: string, mask: string): string {
  const [head = "", ...parts] = shape.split(/\*+/);
  const longest = Math.max(head.length, ...parts.map((part) => part.length));
  if (parts.length === 0) return text.replaceAll(shape, mask);
  let result = "";
  let copied = 0;
  let from = 0;
  for (;;) {
    const start = text.indexOf(head, from);
    if (start === -1 || from > text.length) return result + text.slice(copied);
    const found = matchParts(text, start + head.length, parts);
    if (found.matched) {
      result += text.slice(copied, start) + mask;
      copied = found.at;
    }
    from = Math.max(found.matched ? found.at : found.at - longest, start + 1);
  }
}

/**
 * The end of the match. If a part is missing, the end of the word, because no later start in it can match.
 */
function matchParts(
  text: string,
  start: number,
  parts: readonly string[],
): { readonly matched: boolean; readonly at: number } {
  let at = start;
  for (const [index, part] of parts.entries()) {
    const end = endOfWord(text, at);
    const isLast = index === parts.length - 1;
    const place = isLast ? text.lastIndexOf(part, end) : text.indexOf(part, at + LEAST);
    if (place === -1 || place < at + LEAST || place > end) return { matched: false, at: end };
    at = place + part.length;
  }
  return { matched: true, at };
}

function endOfWord(text: string, from: number): number {
  OUTSIDE.lastIndex = from;
  return OUTSIDE.exec(text)?.index ?? text.length;
}
