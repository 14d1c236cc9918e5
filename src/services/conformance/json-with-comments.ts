import { readBounded } from "../../domain/rules/settings/bounded-data.ts";

/** JSON with comments and trailing commas, as in tsconfig.json; null if it is invalid or not an object. */
export function parseJsonWithComments(text: string): Record<string, unknown> | null {
  try {
    const data = readBounded(text, (bounded) => JSON.parse(withoutComments(bounded)) as unknown);
    return isObject(data) ? data : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const PARTS = /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TRAILING_COMMAS = /"(?:\\.|[^"\\])*"|,(?=\s*[}\]])/g;

function withoutComments(text: string): string {
  const keepStrings = (part: string) => (part.startsWith('"') ? part : "");
  return text
    .replace(/^\uFEFF/, "")
    .replace(PARTS, keepStrings)
    .replace(TRAILING_COMMAS, keepStrings);
}
