import type { GuardEvent, GuardedTool, StartSource, ToolOutcome } from "../../domain/entities/guard-event.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { EventPlace, EventTable, Json } from "./client.ts";
import { outputOf, recordIn, textIn } from "./payload.ts";
import { toolOf } from "./tools.ts";

const SOURCES: readonly string[] = ["startup", "resume", "clear", "compact"];
/** The first words of a client's answer to a call that it did not execute. */
const REFUSED = /^(?:<tool_use_error>|PreToolUse:\S* hook error|Exit code [1-9]|Error:|Permission to use )/;

/** The result of a tool call, and whether it failed. */
export interface Outcome {
  readonly failed: boolean;
  readonly result: ToolOutcome;
}

/** The result of a program; null if its exit code is unknown. */
export function ended(exit_code: number | null, output: string): Outcome {
  return { failed: (exit_code ?? 0) !== 0, result: { exit_code, output } };
}

/** What is special about the payloads of one client. */
export interface Reading {
  readonly events: EventTable;
  /** Whether a person would be asked; by default no. */
  attended?(payload: Json): boolean;
  /** The tool of a call, if its name and input alone do not identify it. */
  tool?(payload: Json, cwd: string): GuardedTool;
  outcome(payload: Json): Outcome;
  /** How many tasks continue in the background at a stop; null if there is nothing to judge. */
  pending?(payload: Json): number | null;
}

/** An event of any client: one table identifies it, and each client defines only what is special. */
export function readEvent(payload: Json, place: EventPlace, reading: Reading): GuardEvent | null {
  const name = String(payload.hook_event_name);
  const base = baseOf(payload, place);
  const tool = () => reading.tool?.(payload, place.cwd) ?? calledTool(payload, place.cwd);
  switch (Object.hasOwn(reading.events, name) ? reading.events[name] : undefined) {
    case "start":
      return { ...base, event: "start", source: sourceOf(payload.source) };
    case "before_tool":
      return { ...base, event: "before_tool", tool: tool(), attended: reading.attended?.(payload) ?? false };
    case "after_tool": {
      const { failed, result } = reading.outcome(payload);
      return { ...base, event: failed ? "tool_failed" : "after_tool", tool: tool(), result };
    }
    case "tool_failed":
      return { ...base, event: "tool_failed", tool: tool(), result: failureOf(payload.error) };
    case "batch":
      return { ...base, event: "batch", calls: callsOf(payload, place.cwd) };
    case "stop": {
      const background = reading.pending?.(payload) ?? (reading.pending ? null : 0);
      if (background === null) return null;
      return { ...base, event: "stop", continued: payload.stop_hook_active === true, background };
    }
    case "compact":
      return { ...base, event: "compact", trigger: payload.trigger === "manual" ? "manual" : "auto" };
    case "end":
      return { ...base, event: "end", reason: String(payload.reason ?? "other") };
    default:
      return null;
  }
}

export function calledTool(payload: Json, cwd: string): GuardedTool {
  return toolOf(textIn(payload, "tool_name"), recordIn(payload, "tool_input"), cwd);
}

function baseOf(payload: Json, place: EventPlace): Omit<GuardEvent, "event"> {
  const { session_id, agent_id } = payload;
  return {
    ...place,
    session_id: typeof session_id === "string" && session_id !== "" ? session_id : "unnamed",
    ...(typeof agent_id === "string" && agent_id !== "" ? { agent_id } : {}),
  };
}

function sourceOf(value: unknown): StartSource {
  if (value === "fork") return "resume";
  return typeof value === "string" && SOURCES.includes(value) ? (value as StartSource) : "startup";
}

function failureOf(error: unknown): ToolOutcome {
  const output = outputOf(error);
  const code = /^Exit code (\d+)/.exec(output)?.[1];
  return { exit_code: code === undefined ? null : Number(code), output };
}

function callsOf(payload: Json, cwd: string): Extract<GuardEvent, { event: "batch" }>["calls"] {
  const calls = Array.isArray(payload.tool_calls) ? payload.tool_calls.filter(isObject) : [];
  return calls.map((call) => {
    const response = outputOf(call.tool_response);
    const name = typeof call.tool_name === "string" ? call.tool_name : "unknown";
    return { tool: leniently(name, call.tool_input, cwd), error: REFUSED.test(response) ? response : null };
  });
}

/** A batch reports calls that the client rejected, including for invalid input. */
function leniently(name: string, input: unknown, cwd: string): GuardedTool {
  try {
    return toolOf(name, isObject(input) ? input : {}, cwd);
  } catch {
    return { kind: "other", name };
  }
}
