import { stripVTControlCharacters } from "node:util";

/** Above what our helper files let through, so that nothing is cut twice. */
const FIELD_LIMIT = 22_000;

/** Text of a parsed field: no colour codes, no carriage-return art, bounded. */
export function clean(text: string, limit = FIELD_LIMIT): string {
  return bounded(stripVTControlCharacters(text).replaceAll("\r\n", "\n"), limit);
}

/** Keeps the beginning and the end, where the cause and the summary are. */
export function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 3);
  const cut = text.length - limit;
  return `${text.slice(0, limit - tail)}\n… ${cut} characters left out …\n${text.slice(text.length - tail)}`;
}

export function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Every line that holds a JSON object; lines that do not are left out. */
export function jsonLines(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("{")) continue;
    try {
      found.push(JSON.parse(line) as Record<string, unknown>);
    } catch {
      // A torn last line after a kill.
    }
  }
  return found;
}
