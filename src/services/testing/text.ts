import { stripVTControlCharacters } from "node:util";
import type { z } from "zod";

/** Above what our helper files let through, so that nothing is cut twice. */
const FIELD_LIMIT = 22_000;

/** Text of a parsed field: no color codes, no carriage-return art, bounded. */
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

/** Every line that holds a JSON object of this shape; lines that do not are left out. */
export function jsonLines<T>(text: string, shape: z.ZodType<T>): T[] {
  return text.split("\n").flatMap((line) => {
    const parsed = line.startsWith("{") ? shape.safeParse(parseJson(line)) : null;
    return parsed?.success ? [parsed.data] : [];
  });
}

/** Undefined for what is not JSON, such as a last line that a kill has torn. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
