import { stripVTControlCharacters } from "node:util";
import type { z } from "zod";

/** Above the limit of our helper files, so that nothing is truncated twice. */
const FIELD_LIMIT = 22_000;

/** Cleans the text of a parsed field: no color codes, no text overwritten with carriage returns, limited length. */
export function clean(text: string, limit = FIELD_LIMIT): string {
  return bounded(stripVTControlCharacters(text).replaceAll("\r\n", "\n"), limit);
}

/** Keeps the beginning and the end, which contain the cause and the summary. */
export function bounded(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 3);
  const cut = text.length - limit;
  return `${text.slice(0, limit - tail)}\n… ${cut} characters left out …\n${text.slice(text.length - tail)}`;
}

/** Every line that is a JSON object of this shape; other lines are skipped. */
export function jsonLines<T>(text: string, shape: z.ZodType<T>): T[] {
  return text.split("\n").flatMap((line) => {
    const parsed = line.startsWith("{") ? shape.safeParse(parseJson(line)) : null;
    return parsed?.success ? [parsed.data] : [];
  });
}

/** Undefined if it is not JSON, such as a last line truncated by a kill. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
