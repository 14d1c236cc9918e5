import type { z } from "zod";

type Json = z.core.util.JSONType;
type Fields = { readonly [key: string]: Json };

/** A tool's result as readable lines: code and output are unchanged, nothing is escaped. */
export function plainOutput(output: Json): string {
  if (isFields(output) && Array.isArray(output.notes) && "result" in output && size(output) === 2)
    return [plainOutput(output.result ?? null), ...output.notes.map((note) => `note: ${note}`)].join("\n");
  return render(output) || "nothing";
}

function render(value: Json): string {
  if (value === null) return "";
  if (Array.isArray(value)) return renderList(value);
  if (typeof value === "object") return renderFields(value);
  return typeof value === "string" ? shortHash(value) : String(value);
}

/** Short facts share the first line; longer ones follow below. */
function renderFields(fields: Fields): string {
  const facts: string[] = [];
  const blocks: string[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const text = isBody(key) && typeof value === "string" ? withoutIndex(value) : render(value);
    if (text === "" || (!value && /omitted|timed_out/.test(key))) continue;
    const label = key.replaceAll("_", " ");
    if (isInline(key, value, text)) facts.push(`${label}: ${text}`);
    else blocks.push(isBody(key) ? text : `${label}:\n${text}`);
  }
  return [...(facts.length > 0 ? [facts.join(", ")] : []), ...blocks].join("\n");
}

/** The text is the requested result, so it needs no label. */
function isBody(key: string): boolean {
  return ["content", "text", "diff"].includes(key);
}

/** Git's blob hashes mean nothing to a reader. */
export function withoutIndex(text: string): string {
  return text.replace(/^index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}.*\n/gm, "");
}

function isInline(key: string, value: Json, text: string): boolean {
  return !isBody(key) && !text.includes("\n") && (typeof value !== "object" || text.length <= LONGEST_LINE);
}

const LONGEST_LINE = 160;

function renderList(list: readonly Json[]): string {
  if (list.length > 0 && list.every(isMatch)) return renderMatches(list);
  const texts = list.map(render);
  const line = texts.join(", ");
  const isLine = list.every((each) => typeof each !== "object" || each === null) && !line.includes("\n");
  return isLine && line.length <= LONGEST_LINE ? line : texts.join("\n");
}

interface Match {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function isMatch(value: Json): value is Fields & Match {
  if (!isFields(value)) return false;
  const { path, line, text, before, after } = value;
  const isPlace = typeof path === "string" && typeof line === "number" && typeof text === "string";
  return isPlace && Array.isArray(before) && Array.isArray(after);
}

/** Each path once, above its lines; a colon marks a line that was found, as grep writes it. */
function renderMatches(matches: readonly Match[]): string {
  const lines: string[] = [];
  let [path, next] = ["", 0];
  for (const match of matches) {
    const first = match.line - match.before.length;
    if (match.path !== path) lines.push(match.path);
    else if (first !== next && hasContext(match)) lines.push("--");
    lines.push(...numbered(match.before, first), `${match.line}: ${match.text}`);
    lines.push(...numbered(match.after, match.line + 1));
    [path, next] = [match.path, match.line + match.after.length + 1];
  }
  return lines.join("\n");
}

function hasContext({ before, after }: Match): boolean {
  return before.length + after.length > 0;
}

function numbered(texts: readonly string[], first: number): string[] {
  return texts.map((text, index) => `${first + index}- ${text}`);
}

/** Twelve digits are enough to name a file's content, and `edit_file` takes them. */
function shortHash(text: string): string {
  return /^[0-9a-f]{64}$/.test(text) ? text.slice(0, 12) : text;
}

function isFields(value: Json): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function size(fields: Fields): number {
  return Object.keys(fields).length;
}
