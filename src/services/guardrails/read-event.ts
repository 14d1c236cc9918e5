import type { GuardEvent, GuardedTool, StartSource, ToolOutcome } from "../../domain/entities/guard-event.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";

export type EventReading =
  | { readonly status: "ok"; readonly event: GuardEvent }
  | { readonly status: "malformed"; readonly why: string };

type Json = Readonly<Record<string, unknown>>;

class Malformed extends Error {}

const SOURCES: readonly string[] = ["startup", "resume", "clear", "compact"];

/** Reads a neutral event from parsed JSON. Never throws; reports missing fields and wrong types. */
export function readEvent(
  value: unknown,
  defaults: { readonly root: string; readonly at: string },
): EventReading {
  try {
    return { status: "ok", event: eventOf(object(value, "the event"), defaults) };
  } catch (error) {
    if (error instanceof Malformed) return { status: "malformed", why: error.message };
    throw error;
  }
}

function eventOf(json: Json, defaults: { readonly root: string; readonly at: string }): GuardEvent {
  const root = absolute(json.root ?? defaults.root, "root");
  const base = {
    session_id: json.session_id === undefined ? "default" : text(json.session_id, "session_id"),
    at: json.at === undefined ? defaults.at : time(json.at),
    root,
    cwd: absolute(json.cwd ?? root, "cwd"),
    ...(json.agent_id === undefined ? {} : { agent_id: text(json.agent_id, "agent_id") }),
    ...(json.task === undefined ? {} : { task: text(json.task, "task") }),
    ...(json.attended === undefined ? {} : { attended: json.attended === true }),
    ...(json.weakened_tests === undefined
      ? {}
      : { weakened_tests: texts(json.weakened_tests, "weakened_tests") }),
    ...(json.usage === undefined ? {} : { usage: usageOf(object(json.usage, "usage")) }),
  };
  switch (json.event) {
    case "start":
      return {
        ...base,
        event: "start",
        source: sourceOf(json.source),
        ...(json.tools === undefined ? {} : { tools: texts(json.tools, "tools") }),
      };
    case "before_tool":
      return { ...base, event: "before_tool", tool: toolOf(json.tool) };
    case "after_tool":
    case "tool_failed":
      return { ...base, event: json.event, tool: toolOf(json.tool), result: resultOf(json.result) };
    case "batch":
      return { ...base, event: "batch", calls: list(json.calls, "calls").map(callOf) };
    case "stop":
      return {
        ...base,
        event: "stop",
        continued: json.continued === true,
        ...(json.background === undefined ? {} : { background: number(json.background, "background") }),
      };
    case "compact":
      return { ...base, event: "compact", trigger: json.trigger === "manual" ? "manual" : "auto" };
    case "end":
      return { ...base, event: "end", reason: typeof json.reason === "string" ? json.reason : "other" };
    default:
      throw new Malformed(
        `event must be start, before_tool, after_tool, tool_failed, batch, stop, compact or end, not ${JSON.stringify(json.event) ?? "missing"}`,
      );
  }
}

function toolOf(value: unknown): GuardedTool {
  const json = object(value, "tool");
  const kind = text(json.kind, "tool.kind");
  const name = json.name === undefined ? kind : text(json.name, "tool.name");
  if (kind === "read" || kind === "write") return { kind, name, paths: pathsOf(json) };
  if (kind === "shell") return { kind, name, command: text(json.command, "tool.command") };
  if (kind === "execute") return { kind, name, argv: texts(json.argv, "tool.argv") };
  if (kind !== "other")
    throw new Malformed(
      `tool.kind must be read, write, shell, execute or other, not ${JSON.stringify(kind)}`,
    );
  return json.paths === undefined && json.path === undefined
    ? { kind, name }
    : { kind, name, paths: pathsOf(json) };
}

function pathsOf(json: Json): readonly string[] {
  if (json.path !== undefined && json.paths !== undefined)
    throw new Malformed("tool has both path and paths");
  if (json.path !== undefined) return [text(json.path, "tool.path")];
  const paths = texts(json.paths, "tool.paths");
  if (paths.length === 0) throw new Malformed("tool.paths is empty");
  return paths;
}

function resultOf(value: unknown): ToolOutcome {
  const json = object(value ?? {}, "result");
  const tests = json.tests === undefined ? null : object(json.tests, "result.tests");
  return {
    exit_code:
      json.exit_code === undefined || json.exit_code === null
        ? null
        : number(json.exit_code, "result.exit_code"),
    output: json.output === undefined ? "" : text(json.output, "result.output"),
    ...(tests
      ? {
          tests: {
            status: statusOf(tests.status),
            passed: number(tests.passed ?? 0, "tests.passed"),
            failed: number(tests.failed ?? 0, "tests.failed"),
            ...(tests.selected === true && { selected: true as const }),
          },
        }
      : {}),
  };
}

function callOf(value: unknown): { tool: GuardedTool; error: string | null } {
  const json = object(value, "call");
  return {
    tool: toolOf(json.tool),
    error: json.error === undefined || json.error === null ? null : text(json.error, "call.error"),
  };
}

function statusOf(value: unknown): NonNullable<ToolOutcome["tests"]>["status"] {
  const known = ["passed", "failed", "no_tests", "timed_out", "could_not_run"] as const;
  return known.find((status) => status === value) ?? fail("tests.status", known.join(", "));
}

function sourceOf(value: unknown): StartSource {
  if (value === undefined) return "startup";
  return SOURCES.includes(String(value)) ? (value as StartSource) : fail("source", SOURCES.join(", "));
}

function usageOf(json: Json): { tokens?: number; cost_usd?: number } {
  return {
    ...(json.tokens === undefined ? {} : { tokens: number(json.tokens, "usage.tokens") }),
    ...(json.cost_usd === undefined ? {} : { cost_usd: number(json.cost_usd, "usage.cost_usd") }),
  };
}

function absolute(value: unknown, key: string): string {
  const path = text(value, key);
  return path.startsWith("/") ? path : fail(key, "an absolute path");
}

function time(value: unknown): string {
  const at = text(value, "at");
  return Number.isNaN(Date.parse(at)) ? fail("at", "a time") : at;
}

function object(value: unknown, key: string): Json {
  return isObject(value) ? (value as Json) : fail(key, "an object");
}

function list(value: unknown, key: string): readonly unknown[] {
  return Array.isArray(value) ? value : fail(key, "a list");
}

function texts(value: unknown, key: string): readonly string[] {
  return list(value, key).map((item, index) => text(item, `${key}[${index}]`));
}

function text(value: unknown, key: string): string {
  return typeof value === "string" ? value : fail(key, "a text");
}

function number(value: unknown, key: string): number {
  return typeof value === "number" && Number.isFinite(value) ? value : fail(key, "a number");
}

function fail(key: string, wanted: string): never {
  throw new Malformed(`${key} must be ${wanted}`);
}
