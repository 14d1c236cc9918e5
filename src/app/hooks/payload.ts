import { resolve } from "node:path";
import type { GuardEvent, GuardedTool, GuardNote, StartSource } from "../../domain/entities/guard-event.ts";
import { type EventPlace, type Json, MalformedPayload } from "./client.ts";

/** Claude Code moves a longer text to a file and shows the model a preview. */
const MAX_CONTEXT = 9_900;
const SOURCES: readonly string[] = ["startup", "resume", "clear", "compact"];
const WRITING =
  /write|edit|creat|updat|delet|remov|mov|renam|append|patch|replac|insert|save|put|upload|copy/i;
const PATH_KEYS = ["file_path", "path", "notebook_path", "absolute_path", "filename", "file", "directory"];
const MORE_PATH_KEYS = ["source", "destination", "paths", "files", "target_file", "dir_path"];

/** Which field of a tool's input names what it touches. */
export type ToolTable = Readonly<
  Record<
    string,
    { readonly kind: "read" | "write" | "shell"; readonly key: string } | { readonly kind: "other" }
  >
>;

export function toolOf(name: string, input: Json, cwd: string, table: ToolTable): GuardedTool {
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!row) return guessTool(name, input, cwd);
  if (row.kind === "other") return { kind: "other", name };
  if (row.kind === "shell") return { kind: "shell", name, command: textIn(input, row.key) };
  if (row.kind === "read" && input[row.key] === undefined) return { kind: "read", name, paths: [cwd] };
  return { kind: row.kind, name, paths: [resolve(cwd, textIn(input, row.key))] };
}

/** Tools of servers we do not know: a command is a command, and a path is judged by what the name promises. */
function guessTool(name: string, input: Json, cwd: string): GuardedTool {
  const command = input.command ?? input.cmd ?? input.script;
  if (typeof command === "string") return { kind: "shell", name, command };
  if (isTexts(command) && command.length > 0) return { kind: "execute", name, argv: command };
  const paths = [...PATH_KEYS, ...MORE_PATH_KEYS]
    .flatMap((key): readonly unknown[] => (isTexts(input[key]) ? input[key] : [input[key]]))
    .filter((path): path is string => typeof path === "string" && path !== "" && !/^[a-z]+:\/\//i.test(path))
    .map((path) => resolve(cwd, path));
  if (paths.length === 0) return { kind: "other", name };
  const tool = name.split("__").at(-1) ?? name;
  return { kind: WRITING.test(tool) ? "write" : "read", name, paths };
}

/** The tool of a payload that names it and its input the way all three agents do. */
export function calledTool(payload: Json, cwd: string, table: ToolTable): GuardedTool {
  return toolOf(textIn(payload, "tool_name"), recordIn(payload, "tool_input"), cwd, table);
}

export function recordIn(payload: Json, key: string): Json {
  const value = payload[key];
  if (!isRecord(value)) throw new MalformedPayload(`${key} is not an object`);
  return value;
}

export function textIn(payload: Json, key: string): string {
  const value = payload[key];
  if (typeof value !== "string") throw new MalformedPayload(`${key} is not a text`);
  return value;
}

function sourceOf(value: unknown): StartSource {
  if (value === "fork") return "resume";
  return typeof value === "string" && SOURCES.includes(value) ? (value as StartSource) : "startup";
}

/** The events of a session that every agent has, by the name it gives them. */
export type LifeTable = Readonly<Record<string, "start" | "stop" | "compact" | "end">>;

/** Null where the payload tells of something else. */
export function lifeEvent(payload: Json, place: EventPlace, table: LifeTable): GuardEvent | null {
  const name = String(payload.hook_event_name);
  const base = baseOf(payload, place);
  switch (Object.hasOwn(table, name) ? table[name] : null) {
    case "start":
      return { ...base, event: "start", source: sourceOf(payload.source) };
    case "stop":
      return { ...base, event: "stop", continued: payload.stop_hook_active === true };
    case "compact":
      return { ...base, event: "compact", trigger: payload.trigger === "manual" ? "manual" : "auto" };
    case "end":
      return { ...base, event: "end", reason: String(payload.reason ?? "other") };
    default:
      return null;
  }
}

export function baseOf(payload: Json, place: EventPlace): Omit<GuardEvent, "event"> {
  const { session_id, agent_id } = payload;
  return {
    ...place,
    session_id: typeof session_id === "string" && session_id !== "" ? session_id : "unnamed",
    ...(typeof agent_id === "string" && agent_id !== "" ? { agent_id } : {}),
  };
}

export function contextOf(notes: readonly GuardNote[]): string {
  const text = notes.map((note) => note.text).join("\n\n");
  return text.length > MAX_CONTEXT ? `${text.slice(0, MAX_CONTEXT)}\n(cut)` : text;
}

/** Everything a tool printed, whatever its answer looks like. */
export function outputOf(response: unknown): string {
  if (typeof response === "string") return response;
  if (!isRecord(response)) return response === undefined ? "" : JSON.stringify(response);
  const { stdout, stderr } = response;
  if (typeof stdout === "string" || typeof stderr === "string")
    return [stdout, stderr].filter((part) => typeof part === "string" && part !== "").join("\n");
  return JSON.stringify(response);
}

/** The same value with every text in it changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
  return value;
}

export function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
