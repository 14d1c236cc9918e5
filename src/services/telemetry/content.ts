/** How much of one text, and of one attribute, leaves the machine. */
const LONGEST_TEXT = 16_000;
const LONGEST_ATTRIBUTE = 250_000;

/**
 * Data as JSON whose texts are redacted and truncated one by one, so that it stays valid JSON and no escape
 * hides a secret.
 */
export function contentText(value: unknown, redact: (text: string) => string): string {
  if (typeof value === "string") return cut(redact(value));
  const clean = cleaned(value, redact);
  const text = JSON.stringify(clean) ?? "null";
  if (text.length <= LONGEST_ATTRIBUTE || !Array.isArray(clean)) return text.slice(0, LONGEST_ATTRIBUTE);
  return JSON.stringify(newest(clean));
}

function cleaned(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return cut(redact(value));
  if (Array.isArray(value)) return value.map((item) => cleaned(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [redact(name), cleaned(item, redact)]),
  );
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}… (${text.length - LONGEST_TEXT} more characters)`;
}

/** The last messages that fit. */
function newest(list: readonly unknown[]): unknown[] {
  const kept: unknown[] = [];
  let length = 0;
  for (const item of list.toReversed()) {
    length += JSON.stringify(item).length + 1;
    if (length > LONGEST_ATTRIBUTE) break;
    kept.unshift(item);
  }
  return kept;
}
