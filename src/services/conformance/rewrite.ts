import { RE2JS } from "re2js";
import { z } from "zod";
import type { TextEdit } from "../../domain/entities/patch.ts";
import { remembered } from "../../domain/rules/values/remembered.ts";
import { removeWithLine } from "./fix.ts";
import type { SgNode } from "./syntax.ts";

export const Rule = z.record(z.string(), z.json());

/** One place that a fix changes. */
const Edit = z.strictObject({
  at: z
    .string()
    .regex(/^\$[A-Z][A-Z0-9_]*$/, "the name of a part, such as $A")
    .optional()
    .describe("The part to change, by its name; default: the whole match."),
  find: z
    .string()
    .min(1)
    .optional()
    .describe("Changes only the first text in that part that matches this regular expression (RE2)."),
  place: z
    .enum(["instead", "line-before", "line-after"])
    .default("instead")
    .describe("Whether the text replaces the part, or is inserted as separate lines next to it."),
  write: z.string().describe("The text, with $A and $$$A for the parts of the match."),
});
type Edit = z.output<typeof Edit>;

export const Fix = z.strictObject({
  when: Rule.optional().describe("Further conditions on the match; may name more parts."),
  edits: z.array(Edit).min(1),
});
export type Fix = z.output<typeof Fix>;

const VARIABLE = /(\$\$\$|\$)([A-Z_][A-Z0-9_]*)/g;

/** The parts that every match of a rule has, as they are written: `$A`, `$$$ARGS`. */
function boundBy(rule: unknown): ReadonlySet<string> {
  if (Array.isArray(rule)) return new Set(rule.flatMap((each) => [...boundBy(each)]));
  if (typeof rule !== "object" || rule === null) return new Set();
  return new Set(Object.entries(rule).flatMap(([key, value]) => [...boundByKey(key, value)]));
}

function boundByKey(key: string, value: unknown): ReadonlySet<string> {
  if (key === "not") return new Set();
  if (key === "any" && Array.isArray(value)) {
    const [first = new Set<string>(), ...others] = value.map(boundBy);
    return new Set([...first].filter((name) => others.every((each) => each.has(name))));
  }
  if (key !== "pattern") return boundBy(value);
  const text = typeof value === "string" ? value : (value as { context?: unknown } | null)?.context;
  // Names that start with an underscore match anything and are not bound.
  return new Set(variablesOf(String(text)).filter((name) => !/^\$+_/.test(name)));
}

/** Why a fix cannot be written for every match: it names a part that the rule does not bind; null if it can. */
export function whyUnbound(fix: Fix, rules: readonly unknown[]): string | null {
  const bound = boundBy([...rules, fix.when ?? {}]);
  const used = fix.edits.flatMap(({ at, write }) => [
    ...(at === undefined ? [] : [at]),
    ...variablesOf(write),
  ]);
  const unbound = used.find((name) => !bound.has(name));
  if (unbound === undefined) return null;
  const known = bound.size === 0 ? "it binds none" : `it binds ${[...bound].sort().join(", ")}`;
  return `the fix uses ${unbound}, which the rule does not bind in every match (${known})`;
}

/** Why an edit's regular expression cannot be used; null if all can. */
export function whyNoExpression(fix: Fix): string | null {
  try {
    for (const edit of fix.edits) compile(edit);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The edits of a fix for a node that its rule found; null if the surrounding code does not allow them. */
export function editsFor(
  file: { readonly path: string; readonly text: string },
  node: SgNode,
  fix: Fix,
): readonly TextEdit[] | null {
  const edits = fix.edits.map((edit) => {
    const part = edit.at === undefined ? node : node.getMatch(edit.at.slice(1));
    if (part === null) return null;
    const { start, end } = part.range();
    const place = { path: file.path, start: start.index, end: end.index };
    const indented = edit.place === "instead" ? indentedAt(file.text, place.start, edit.write) : edit.write;
    const text = expand(indented, file.text, node);
    if (edit.place !== "instead") return ownLines(file.text, { ...place, text }, edit.place);
    const narrowed = narrow(file.text, place, compile(edit));
    return narrowed === null ? null : removeWithLine(file.text, { ...narrowed, text });
  });
  return edits.every((edit) => edit !== null) ? edits : null;
}

const compile = remembered((edit: Edit): RE2JS | null =>
  edit.find === undefined ? null : RE2JS.compile(edit.find),
);

type Place = Pick<TextEdit, "path" | "start" | "end">;

function narrow(text: string, place: Place, expression: RE2JS | null): Place | null {
  if (expression === null) return place;
  const matcher = expression.matcher(text.slice(place.start, place.end));
  if (!matcher.find()) return null;
  return { ...place, start: place.start + matcher.start(), end: place.start + matcher.end() };
}

/** Indents the other lines of a text like the line where it starts. */
function indentedAt(text: string, at: number, written: string): string {
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1, at))?.[0] ?? "";
  return written.replaceAll("\n", `\n${indent}`);
}

/** Separate lines, indented like the part; null if the part shares its line with other code. */
function ownLines(text: string, edit: TextEdit, place: "line-before" | "line-after"): TextEdit | null {
  const lineStart = text.lastIndexOf("\n", edit.start - 1) + 1;
  const indent = text.slice(lineStart, edit.start);
  const newline = text.indexOf("\n", edit.end);
  const lineEnd = newline < 0 ? text.length : newline;
  if (indent.trim() !== "") return null;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = edit.text.split("\n").map((line) => (line === "" ? "" : indent + line));
  if (place === "line-before")
    return { ...edit, start: lineStart, end: lineStart, text: lines.join(lineBreak) + lineBreak };
  const at = text[lineEnd - 1] === "\r" ? lineEnd - 1 : lineEnd;
  return { ...edit, start: at, end: at, text: lineBreak + lines.join(lineBreak) };
}

function expand(template: string, text: string, node: SgNode): string {
  return template.replace(VARIABLE, (_, sign: string, name: string) => {
    if (sign === "$") return node.getMatch(name)?.text() ?? "";
    const nodes = node.getMultipleMatches(name);
    const first = nodes[0]?.range().start.index;
    const last = nodes.at(-1)?.range().end.index;
    return first === undefined || last === undefined ? "" : text.slice(first, last);
  });
}

function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map((match) => match[0]);
}
