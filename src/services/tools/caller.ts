import type {
  GuardDecision,
  GuardEventBase,
  GuardedTool,
  GuardNote,
  ToolOutcome,
} from "../../domain/entities/guard-event.ts";
import type { ToolCall, ToolCategory, ToolResult } from "../../domain/entities/tool.ts";
import { messageOf } from "../../domain/errors.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import { ruleName } from "../../domain/rules/runs/denial-message.ts";
import { toolSchema } from "../../domain/rules/runs/tool-schema.ts";
import { boundOutput } from "./bound.ts";
import { explainInput } from "./explain-input.ts";
import type { Output, Tool, ToolAnswer } from "./tool.ts";

/** The guardrails' decisions around a call. The host chooses the guardrails and owns their state. */
export interface ToolGuards {
  /** `usage`: what the model has used since the previous call. */
  before(
    tool: GuardedTool,
    usage?: Usage,
  ): Promise<{ readonly decision: GuardDecision; readonly notes: readonly GuardNote[] }>;
  after(tool: GuardedTool, outcome: ToolOutcome, failed: boolean): Promise<readonly GuardNote[]>;
}

type Usage = NonNullable<GuardEventBase["usage"]>;

export interface CallerOptions {
  readonly tools: readonly Tool[];
  readonly toolPorts: ToolPorts;
  readonly guards: ToolGuards;
  readonly journal: Journal;
  /** Milliseconds from an arbitrary start. */
  readonly elapsed: () => number;
}

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly effect: ToolCategory;
  /** JSON Schema of the parameters, for models and MCP. */
  readonly parameters: Record<string, unknown>;
}

interface CalledTool {
  readonly result: ToolResult;
  readonly ends: ToolAnswer["ends"] | null;
}

export interface ToolCaller {
  call(call: ToolCall, signal: AbortSignal, usage?: Usage): Promise<CalledTool>;
}

export function describeTools(tools: readonly Tool[]): ToolDescription[] {
  return tools.map(({ name, description, effect, input }) => ({
    name,
    description,
    effect,
    parameters: toolSchema(input),
  }));
}

/** Why a call is invalid; null if it is valid. */
export function checkCall(tools: readonly Tool[], call: ToolCall): string | null {
  const prepared = prepare(new Map(tools.map((tool) => [tool.name, tool])), call);
  return "why" in prepared ? prepared.why : null;
}

/** The guards' objection to a call, without making the call; null if they would allow it. */
export async function refusalOf(
  tools: readonly Tool[],
  guards: ToolGuards,
  call: ToolCall,
): Promise<string | null> {
  const prepared = prepare(new Map(tools.map((tool) => [tool.name, tool])), call);
  if ("why" in prepared) return prepared.why;
  const { decision } = await guards.before(prepared.tool.guarded(prepared.input));
  return decision.effect === "allow" ? null : notAllowed(decision);
}

/**
 * The only path to a tool: prepare, ask the guards, run, truncate, inform the guards, journal. Never throws
 * to a brain; every failure is an error result it can act on.
 */
export function createToolCaller(options: CallerOptions): ToolCaller {
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]));
  return {
    async call(call, signal, usage) {
      const start = options.elapsed();
      const called = await callOnce(options, byName, call, signal, usage);
      const duration_seconds = (options.elapsed() - start) / 1000;
      journal(options, call, called, duration_seconds);
      return { ends: called.ends, result: { ...called.result, duration_seconds } };
    },
  };
}

type Called = CalledTool & { readonly denied: GuardDecision | null };

async function callOnce(
  options: CallerOptions,
  byName: ReadonlyMap<string, Tool>,
  call: ToolCall,
  signal: AbortSignal,
  usage: Usage | undefined,
): Promise<Called> {
  const prepared = prepare(byName, call);
  if ("why" in prepared) return failure(call, prepared.why);
  const { tool, input } = prepared;

  const guarded = tool.guarded(input);
  const before = await options.guards.before(guarded, usage);
  if (before.decision.effect !== "allow") {
    return { ...failure(call, notAllowed(before.decision)), denied: before.decision };
  }
  try {
    const answer = await tool.run(input, options.toolPorts, signal);
    const output = boundOutput(answer.output);
    const notes = [
      ...before.notes,
      ...(await options.guards.after(guarded, outcomeOf(answer, output), false)),
    ];
    return { result: success(call, withNotes(output, notes)), ends: answer.ends ?? null, denied: null };
  } catch (error) {
    const message = messageOf(error);
    const notes = await options.guards.after(guarded, { exit_code: null, output: message }, true);
    return failure(call, [message, ...notes.map((note) => note.text)].join("\n"));
  }
}

function prepare(
  byName: ReadonlyMap<string, Tool>,
  call: ToolCall,
): { readonly tool: Tool; readonly input: unknown } | { readonly why: string } {
  const tool = byName.get(call.name);
  if (!tool) return { why: `there is no tool "${call.name}"; available: ${[...byName.keys()].join(", ")}` };
  const parsed = tool.input.safeParse(call.parameters);
  if (parsed.success) return { tool, input: parsed.data };
  const why = explainInput(tool.input, call.parameters, parsed.error);
  return { why: `bad parameters for ${tool.name}:\n${why}` };
}

function notAllowed(decision: GuardDecision): string {
  return `not allowed by AgentForge (${ruleName(decision)}): ${decision.reason}`;
}

function outcomeOf(answer: ToolAnswer, output: Output): ToolOutcome {
  return {
    exit_code: answer.exitCode ?? null,
    output: JSON.stringify(output),
    ...(answer.tests && { tests: answer.tests }),
  };
}

function withNotes(output: Output, notes: readonly GuardNote[]): Output {
  if (notes.length === 0) return output;
  return { result: output, notes: notes.map((note) => note.text) };
}

function success(call: ToolCall, output: Output): ToolResult {
  return { tool_name: call.name, success: true, output, error: null, duration_seconds: 0 };
}

function failure(call: ToolCall, error: string): Called {
  const result = { tool_name: call.name, success: false, output: null, error, duration_seconds: 0 };
  return { result, ends: null, denied: null };
}

function journal(options: CallerOptions, call: ToolCall, called: Called, seconds: number): void {
  const action = called.denied ? "denied" : called.result.success ? "called" : "failed";
  options.journal.record({
    traceId: options.toolPorts.traceId,
    actor: "agent",
    actionType: `tool.${action}`,
    entityId: call.name,
    metadata: {
      parameters: boundOutput(call.parameters, 500),
      seconds,
      error: called.result.error?.slice(0, 500) ?? null,
      ...(called.denied && { rule: called.denied.rule, guard: called.denied.guard }),
    },
  });
}
