import { parse, stringify, TomlError } from "smol-toml";
import type { Fields, PlanProblem } from "../../../domain/ports/plans.ts";
import { DataRefused, readBounded } from "../../../domain/rules/settings/bounded-data.ts";

const FENCE = /^\+\+\+[ \t]*$/;

export interface FrontMatter {
  /** Everything between the fences; empty if there are none. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** How many lines of the text come before the body. */
  readonly bodyLine: number;
  readonly problem: PlanProblem | null;
}

/** TOML between two lines of `+++` at the top. Text without front matter is all body. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = linesOf(text);
  const start = lines.findIndex((line) => line.trim() !== "");
  const none = { fields: {}, body: text, bodyLine: 0, problem: null };
  if (start < 0) return none;
  const first = lines[start] ?? "";
  if (/^---[ \t]*$/.test(first)) {
    const what = "the front matter is fenced with ---, as for YAML";
    return {
      ...none,
      problem: { line: start + 1, what, instead: 'TOML between two lines of +++, such as status = "new"' },
    };
  }
  if (!FENCE.test(first)) return none;
  const end = lines.findIndex((line, index) => index > start && FENCE.test(line));
  if (end < 0) {
    const what = "the front matter that starts here is not closed";
    return { ...none, problem: { line: start + 1, what, instead: "a line with +++ after the last field" } };
  }
  const body = afterLines(text, end + 1);
  try {
    const fields = readBounded(lines.slice(start + 1, end).join("\n"), (toml) => parse(toml));
    return { fields, body, bodyLine: end + 1, problem: null };
  } catch (error) {
    if (error instanceof DataRefused) {
      const what = `the front matter cannot be read: ${error.message}`;
      return {
        fields: {},
        body,
        bodyLine: end + 1,
        problem: { line: start + 1, what, instead: "a few plain fields" },
      };
    }
    if (!(error instanceof TomlError)) throw error;
    const line = start + 1 + error.line;
    const what = `the front matter is not valid TOML: ${(error.message.split("\n")[0] ?? "").replace("Invalid TOML document: ", "")}`;
    return {
      fields: {},
      body,
      bodyLine: end + 1,
      problem: { line, what, instead: `name = "value", with quotes around text` },
    };
  }
}

/**
 * Changes single lines, so that a person's comments and order are preserved; rewrites everything only if that
 * fails.
 */
export function setFields(text: string, fields: Fields): string {
  const present = readFrontMatter(text);
  if (present.problem !== null) return text;
  const wanted: Record<string, unknown> = { ...present.fields };
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) delete wanted[name];
    else wanted[name] = value;
  }
  const body = afterLines(text, present.bodyLine);
  if (present.bodyLine === 0) return fence(stringify(wanted).trimEnd(), `\n${text}`);
  const lines = linesOf(text).slice(0, present.bodyLine);
  const start = lines.findIndex((line) => FENCE.test(line));
  const patched = patchLines(lines.slice(start + 1, -1), fields);
  const kept = sameFields(patched.join("\n"), wanted) ? patched.join("\n") : stringify(wanted).trimEnd();
  return fence(kept, body);
}

function patchLines(lines: readonly string[], fields: Fields): string[] {
  const patched = [...lines];
  const top = () => {
    const table = patched.findIndex((line) => /^\s*\[/.test(line));
    return table < 0 ? patched.length : table;
  };
  for (const [name, value] of Object.entries(fields)) {
    const at = patched.slice(0, top()).findIndex((line) => new RegExp(`^\\s*${name}\\s*=`).test(line));
    const line = value === null ? [] : [`${name} = ${tomlValue(value)}`];
    if (at >= 0) patched.splice(at, 1, ...line);
    else patched.splice(lastFilled(patched, top()), 0, ...line);
  }
  return patched;
}

/** Inserts after the last non-empty line, so that new fields are next to the others. */
function lastFilled(lines: readonly string[], end: number): number {
  let at = end;
  while (at > 0 && (lines[at - 1] ?? "").trim() === "") at -= 1;
  return at;
}

function sameFields(toml: string, wanted: Readonly<Record<string, unknown>>): boolean {
  try {
    return (
      stringify(readBounded(toml, (each) => parse(each))) ===
      stringify(readBounded(stringify(wanted), (each) => parse(each)))
    );
  } catch {
    return false;
  }
}

function fence(toml: string, body: string): string {
  return `+++\n${toml}\n+++\n${body}`;
}

/** Everything after the first lines, byte for byte. */
function afterLines(text: string, count: number): string {
  let at = 0;
  for (let line = 0; line < count; line += 1) {
    const end = text.indexOf("\n", at);
    if (end < 0) return "";
    at = end + 1;
  }
  return text.slice(at);
}

export function tomlValue(value: string | number | boolean): string {
  return stringify({ value }).trim().slice("value = ".length);
}

export function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, "").split(/\r?\n/);
}
