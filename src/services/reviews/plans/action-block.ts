import { parse, TomlDate, TomlError } from "smol-toml";
import type { ToolCall } from "../../../domain/entities/tool.ts";
import type { PlanProblem } from "../../../domain/ports/plans.ts";
import {
  DataRefused,
  parseJsonStrictly,
  readBounded,
  WRITTEN_BY_HAND,
} from "../../../domain/rules/settings/bounded-data.ts";
import { isObject } from "../../../domain/rules/settings/is-object.ts";
import { tomlValue } from "./front-matter.ts";

/** An action may contain whole files. */
const ACTION = { ...WRITTEN_BY_HAND, characters: 16_000_000 };

type Json = ToolCall["parameters"][string];

const EXAMPLE = 'tool = "write_file", then [parameters] with path and content';

/** A fenced Markdown block: TOML for people, JSON for what TOML cannot express. */
export function renderAction(call: ToolCall): string {
  const toml = renderToml(call);
  const content = sameCall(toml, call)
    ? { language: "toml", text: toml }
    : {
        language: "json",
        text: JSON.stringify({ tool: call.name, parameters: call.parameters }, null, 2),
      };
  const longest = Math.max(2, ...(content.text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${content.language} action\n${content.text.trimEnd()}\n${fence}`;
}

/** Reads the text between the fences. `line` is the line of the opening fence. */
export function readAction(text: string, line: number): { call: ToolCall } | { problem: PlanProblem } {
  const parsed = parseBlock(text, line);
  if ("problem" in parsed) return parsed;
  const { tool, name = tool, parameters, ...rest } = parsed.value;
  if (typeof name !== "string" || name === "")
    return { problem: { line, what: "this action names no tool", instead: EXAMPLE } };
  const given = parameters ?? rest;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return {
      problem: { line, what: "the parameters are not a table", instead: "[parameters] and a line for each" },
    };
  return { call: { name, parameters: given as ToolCall["parameters"], category: null } };
}

function parseBlock(
  text: string,
  line: number,
): { value: Record<string, unknown> } | { problem: PlanProblem } {
  const instead = "TOML or JSON with tool and parameters (a longer fence if the content contains ```)";
  if (text.trim() === "") return { problem: { line, what: "this action is empty", instead: EXAMPLE } };
  if (!text.trimStart().startsWith("{")) {
    try {
      const value = readBounded(text, (toml) => parse(toml), ACTION);
      return { value: plain(value) as Record<string, unknown> };
    } catch (error) {
      if (error instanceof DataRefused)
        return { problem: { line, what: `this action cannot be read: ${error.message}`, instead } };
      if (!(error instanceof TomlError)) throw error;
      const why = (error.message.split("\n")[0] ?? "").replace("Invalid TOML document: ", "");
      return { problem: { line: line + error.line, what: `this action is not valid TOML: ${why}`, instead } };
    }
  }
  try {
    const value = readBounded(text, parseJsonStrictly, ACTION);
    if (isObject(value)) return { value: value as Record<string, unknown> };
    return { problem: { line, what: "this action is not an object", instead: EXAMPLE } };
  } catch (error) {
    return { problem: { line, what: `this action is not valid JSON: ${(error as Error).message}`, instead } };
  }
}

/** TOML has dates and big integers; tools take JSON values only. */
function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function renderToml(call: ToolCall): string {
  return [`tool = ${tomlValue(call.name)}`, "", ...table(["parameters"], call.parameters)].join("\n");
}

function table(path: readonly string[], value: Readonly<Record<string, Json>>): string[] {
  return [`[${path.map(key).join(".")}]`, ...entries(path, value)];
}

/** Plain values first, because whatever follows a table heading belongs to that table. */
function entries(path: readonly string[], value: Readonly<Record<string, Json>>): string[] {
  const all = Object.entries(value);
  const isTables = (each: Json): each is Record<string, Json>[] =>
    Array.isArray(each) && each.length > 0 && each.every((item) => isTable(item));
  return [
    ...all
      .filter(([, each]) => !isTable(each) && !isTables(each))
      .map(([name, each]) => `${key(name)} = ${scalar(each)}`),
    ...all.flatMap(([name, each]) => (isTable(each) ? ["", ...table([...path, name], each)] : [])),
    ...all.flatMap(([name, each]) => (isTables(each) ? arrayOfTables([...path, name], each) : [])),
  ];
}

function arrayOfTables(path: readonly string[], items: readonly Record<string, Json>[]): string[] {
  const heading = `[[${path.map(key).join(".")}]]`;
  return items.flatMap((item) => ["", heading, ...entries(path, item)]);
}

function scalar(value: Json): string {
  if (typeof value === "string" && canBeLiteral(value)) return `'''\n${value}'''`;
  if (Array.isArray(value)) return `[${value.map(scalar).join(", ")}]`;
  if (value === null || typeof value === "object") return JSON.stringify(value);
  return tomlValue(value);
}

/** Multi-line text without TOML syntax is kept verbatim. */
function canBeLiteral(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: TOML forbids exactly these in a literal string
  return text.includes("\n") && !/'''|'$|[\u0000-\u0008\u000b-\u001f\u007f]/.test(text);
}

const key = (name: string) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : tomlValue(name));
const isTable = (value: Json): value is Record<string, Json> => isObject(value);

function sameCall(toml: string, call: ToolCall): boolean {
  const read = readAction(toml, 1);
  return (
    "call" in read &&
    sorted(read.call) === sorted({ name: call.name, parameters: call.parameters, category: null })
  );
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([left], [right]) => (left < right ? -1 : 1)))
      : each,
  );
}
