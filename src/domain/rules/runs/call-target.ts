import type { ToolCall } from "../../entities/tool.ts";
import { oneLine } from "../text/plain-text.ts";

/** Parameters that identify what a call is about, most specific first. */
const TELLING = [
  ...["command", "cmd", "code", "path", "file_path", "files", "places", "id", "test_id"],
  ...[
    "query",
    "pattern",
    "violation_id",
    "check_ids",
    "name",
    "paths",
    "ref",
    "summary",
    "reason",
    "message",
  ],
];

/** The file, command or test a call is about, as one line; empty when it names none. */
export function callTarget({ parameters }: Pick<ToolCall, "parameters">, most = 100): string {
  for (const name of TELLING) {
    const named = namesIn(parameters[name]);
    if (named.length === 0) continue;
    const on = name === "name" ? namesIn(parameters.paths).map((path) => ` ${path}`) : [];
    return oneLine([named.join(", "), linesOf(parameters), ...on].join(""), most);
  }
  return "";
}

function namesIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null || !("path" in value)) return [];
  const { path, line } = value as { path: unknown; line?: unknown };
  return typeof path === "string" ? [typeof line === "number" ? `${path}:${line}` : path] : [];
}

function linesOf(parameters: ToolCall["parameters"]): string {
  const from = parameters.start_line ?? parameters.from_line ?? parameters.line_start;
  const to = parameters.end_line ?? parameters.to_line ?? parameters.line_end;
  if (typeof from !== "number") return "";
  return typeof to === "number" ? `:${from}-${to}` : `:${from}`;
}
