/** Data as lines for people: one field per line, multi-line text as its own block. */
export function readable(data: unknown): string[] {
  if (data === null || data === undefined || data === "") return [];
  if (typeof data === "string") return data.replace(/\n+$/, "").split("\n");
  if (typeof data !== "object") return [String(data)];
  if (Array.isArray(data)) return data.flatMap((item) => itemLines(item));
  return Object.entries(data).flatMap(([name, value]) => fieldLines(name, value));
}

function fieldLines(name: string, value: unknown): string[] {
  const lines = readable(value);
  const [only = ""] = lines;
  if (lines.length === 0) return [`${name}: ${Array.isArray(value) ? "none" : "–"}`];
  if (lines.length === 1 && typeof value !== "object") return [`${name}: ${only}`];
  return [`${name}:`, ...lines.map((line) => `  ${line}`)];
}

function itemLines(item: unknown): string[] {
  const [first = "–", ...rest] = readable(item);
  return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
}
