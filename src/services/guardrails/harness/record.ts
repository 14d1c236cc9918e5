import type { Effect, GuardEvent, GuardedTool } from "../../../domain/entities/guard-event.ts";
import type { FileView } from "../files.ts";
import { inspectCommand } from "../inspect.ts";
import { currentTask } from "../project-facts.ts";
import type { HarnessSettings } from "../settings/settings.ts";
import { writtenPaths } from "./edits.ts";
import { verificationOf } from "./verification.ts";

/** One line of `trace-log.jsonl`. The state of a session is a fold over these lines. */
export interface TraceRecord {
  readonly timestamp: string;
  readonly tool: string | null;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly result: "success" | "failure" | "denied" | "asked" | null;
  readonly event: GuardEvent["event"];
  readonly session_id: string;
  readonly agent_id?: string;
  readonly kind?: GuardedTool["kind"];
  /** Repository paths that changed. */
  readonly edits?: readonly string[];
  /** Distinguishes equal actions from different ones without storing them. */
  readonly action?: string;
  readonly error?: string;
  /** Calls of a batch that failed, with the same two keys. */
  readonly failed?: readonly { readonly action: string; readonly error: string }[];
  readonly tests?: "passed" | "failed";
  readonly lint?: "passed" | "failed";
  /** Some of the tests ran and passed. */
  readonly part?: true;
  /** The folder that the tests in `tests` cover, if they are not all tests. */
  readonly below?: string;
  readonly task?: string | null;
  readonly tasks?: { readonly completed: number; readonly remaining: number };
  readonly source?: string;
  /** A stop that waits for a background command: the work continues afterwards. */
  readonly waiting?: true;
  readonly tokens?: number;
  readonly cost_usd?: number;
  /** Identifies the message about weakened tests. */
  readonly weakened?: string;
  readonly rule?: string;
  readonly guard?: string;
  readonly reason?: string;
}

export interface RecordContext {
  readonly settings: HarnessSettings;
  readonly files: FileView;
}

/** The parts of an event worth keeping, before any guard judges it. */
export function recordOf(event: GuardEvent, context: RecordContext): TraceRecord {
  const base = {
    timestamp: event.at,
    event: event.event,
    session_id: event.session_id,
    ...(event.agent_id === undefined ? {} : { agent_id: event.agent_id }),
    ...usageOf(event),
    ...(event.weakened_tests?.length ? { weakened: weakenedKey(event.weakened_tests) } : {}),
  };
  if (event.event === "before_tool")
    return {
      ...base,
      tool: event.tool.name,
      kind: event.tool.kind,
      result: null,
      action: actionOf(event.tool),
      input: inputOf(event.tool),
    };
  if (event.event === "after_tool" || event.event === "tool_failed")
    return { ...base, ...toolRecord(event, context) };
  if (event.event === "batch") return { ...base, tool: null, result: null, ...batchRecord(event) };
  return {
    ...base,
    tool: null,
    result: null,
    ...(event.event === "start" ? { source: event.source } : {}),
    ...(event.event === "stop" && (event.background ?? 0) > 0 ? { waiting: true as const } : {}),
    ...planOf(event, context),
  };
}

/** The record with the decision about it. */
export function withDecision(
  record: TraceRecord,
  effect: Effect,
  decision: { readonly rule: string; readonly guard: string; readonly reason: string } | null,
): TraceRecord {
  if (effect === "allow" || !decision) return record;
  return {
    ...record,
    result: effect === "deny" ? "denied" : "asked",
    rule: decision.rule,
    guard: decision.guard,
    reason: decision.reason,
  };
}

function toolRecord(
  event: Extract<GuardEvent, { event: "after_tool" | "tool_failed" }>,
  context: RecordContext,
): Omit<TraceRecord, "timestamp" | "event" | "session_id"> {
  const { tool, result } = event;
  const failed = event.event === "tool_failed" || (result.exit_code !== null && result.exit_code !== 0);
  const survey = inspectCommand(tool, event, context.files);
  const edits = failed && tool.kind === "write" ? [] : writtenPaths(tool, survey, event);
  return {
    tool: tool.name,
    kind: tool.kind,
    input: inputOf(tool),
    result: failed ? "failure" : "success",
    action: actionOf(tool),
    ...(edits.length > 0 ? { edits } : {}),
    ...(failed ? { error: errorKey(result.output) } : {}),
    ...verificationOf(event, survey, context.files),
    ...(edits.some((path) => path.endsWith("IMPLEMENTATION_PLAN.md")) ? planOf(event, context) : {}),
  };
}

/** All failures of a step; the fold skips those that were already reported by their own events. */
function batchRecord(event: Extract<GuardEvent, { event: "batch" }>): Partial<TraceRecord> {
  const failed = event.calls.flatMap(({ tool, error }) =>
    error === null ? [] : [{ action: actionOf(tool), error: errorKey(error) }],
  );
  return failed.length === 0 ? {} : { failed };
}

function planOf(event: GuardEvent, context: RecordContext): Partial<TraceRecord> {
  if (event.task !== undefined) return { task: event.task };
  const plan = currentTask(event.root, context.files);
  return plan ? { task: plan.next, tasks: { completed: plan.completed, remaining: plan.remaining } } : {};
}

function usageOf(event: GuardEvent): Pick<TraceRecord, "tokens" | "cost_usd"> {
  return {
    ...(event.usage?.tokens ? { tokens: event.usage.tokens } : {}),
    ...(event.usage?.cost_usd ? { cost_usd: event.usage.cost_usd } : {}),
  };
}

const MAX_INPUT = 2000;

function inputOf(tool: GuardedTool): Readonly<Record<string, unknown>> {
  if (tool.kind === "shell") return { command: tool.command.slice(0, MAX_INPUT) };
  if (tool.kind === "execute")
    return { argv: tool.argv.slice(0, 50).map((argument) => argument.slice(0, 500)) };
  const [path] = tool.paths ?? [];
  return path === undefined
    ? {}
    : {
        file_path: path.slice(0, MAX_INPUT),
        ...((tool.paths?.length ?? 0) > 1 ? { paths: tool.paths?.slice(0, 50) } : {}),
      };
}

function actionOf(tool: GuardedTool): string {
  const what =
    tool.kind === "shell"
      ? tool.command.trim().replace(/\s+/g, " ")
      : tool.kind === "execute"
        ? tool.argv.join(" ")
        : (tool.paths ?? []).join(" ");
  return `${tool.kind}:${tool.name}:${fingerprint(what)}`;
}

/** The same failure has the same key even if line numbers, times or addresses differ. */
function errorKey(output: string): string {
  const lines = output
    .split("\n")
    .filter((line) => /error|fail|exception|panic|not found|denied|assert|expected/i.test(line));
  const text = (lines.length > 0 ? lines.slice(0, 5) : output.split("\n").slice(0, 3)).join(" ");
  return text
    .replace(/0x[0-9a-f]+|\d+/gi, "0")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}

export function weakenedKey(sentences: readonly string[]): string {
  return fingerprint(sentences.join("\n"));
}

/** FNV-1a: only used to compare for equality. */
export function fingerprint(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}
