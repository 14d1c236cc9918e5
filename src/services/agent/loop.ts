import type { ActionType } from "../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Model, ModelAnswer, ModelCall, ModelMessage, ModelTool } from "../../domain/ports/model.ts";
import type { Sessions } from "../../domain/ports/sessions.ts";
import { compact, estimateTokens } from "./compact.ts";
import type { Meter } from "./meter.ts";
import { priceOf } from "./prices.ts";
import { fence } from "./prompts.ts";
import { recordStep } from "./step-record.ts";
import { watchForCircles } from "./stuck.ts";

type Ends = "complete" | "escalate" | "cannot_fix";

/** The one way to a tool: guarded, journaled, never throws. */
export interface Hand {
  call(
    call: ToolCall,
    signal: AbortSignal,
  ): Promise<{ readonly result: ToolResult; readonly ends?: Ends | null | undefined }>;
}

export interface LoopOptions {
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly hand: Hand;
  readonly meter: Meter;
  readonly sessions: Sessions;
  readonly journal: Journal;
  readonly session: { readonly id: string; readonly traceId: string; readonly task: string };
  readonly base: { readonly commit: string | null; readonly digest: string };
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly now: () => string;
  readonly elapsed: () => number;
  /** What it does right now, for whoever watches. */
  readonly say: (text: string) => void;
}

export type Ending =
  | { readonly status: Ends; readonly summary: string }
  /** `budget` is spent, it is `stuck`, the model `refused`, or it could not be asked. */
  | { readonly status: "budget" | "stuck" | "refused" | "failed"; readonly why: string };

/**
 * Asks, acts, records, until the model ends it or something else does. Every step is durable before the next
 * begins. Throws only when `signal` aborts.
 */
export async function runLoop(
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
): Promise<Ending> {
  const deadline = AbortSignal.timeout(Math.ceil(options.meter.leftMs()));
  const both = AbortSignal.any([signal, deadline]);
  const circles = watchForCircles();
  for (;;) {
    const spent = options.meter.spent();
    if (spent !== null) return { status: "budget", why: spent };
    const start = options.elapsed();
    try {
      const answer = await ask(messages, options, both);
      const step = await act(answer, messages, options, both, circles);
      signal.throwIfAborted();
      const seconds = (options.elapsed() - start) / 1000;
      await recordStep({ ...step, seconds, error: whyOf(step.ending) }, messages, options);
      if (step.ending) return step.ending;
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      return { status: "budget", why: `the budget of ${options.meter.limits.seconds} s is spent` };
    }
  }
}

/** Makes room first where it is foreseen, and again where the model says that it was not enough. */
async function ask(
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const { model, tools, maxOutputTokens, meter } = options;
  if (estimateTokens(messages) + maxOutputTokens > options.contextTokens) shrink(messages, options, 1);
  for (const severity of [2, 3, null] as const) {
    const answer = await model.ask(
      { messages, tools, maxOutputTokens },
      {
        signal,
        onWait: (why, ms) => options.say(`${model.id}: ${why}, waiting ${Math.ceil(ms / 1000)} s`),
      },
    );
    if ("usage" in answer) meter.add(answer.usage);
    options.journal.record({
      traceId: options.session.traceId,
      actor: "agent",
      agentId: model.id,
      actionType: `model.${answer.status}`,
      entityId: options.session.id,
      metadata: {
        ...("usage" in answer && { ...answer.usage, cost_usd: priceOf(model.id, answer.usage) }),
        ...("why" in answer && { why: answer.why }),
      },
    });
    if (answer.status !== "overflow" || severity === null) return answer;
    shrink(messages, options, severity);
  }
  throw new Error("unreachable");
}

function shrink(messages: ModelMessage[], options: LoopOptions, severity: 1 | 2 | 3): void {
  const before = estimateTokens(messages);
  messages.splice(0, messages.length, ...compact(messages, severity));
  options.journal.record({
    traceId: options.session.traceId,
    actor: "agent",
    agentId: options.model.id,
    actionType: "context.compacted",
    entityId: options.session.id,
    metadata: { severity, before, after: estimateTokens(messages) },
  });
}

function whyOf(ending: Ending | null): string | null {
  return ending && "why" in ending ? ending.why : null;
}

interface Step {
  readonly type: ActionType;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
  readonly ending: Ending | null;
}

async function act(
  answer: ModelAnswer,
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
  circles: ReturnType<typeof watchForCircles>,
): Promise<Step> {
  const nothing = { type: "respond", calls: [], results: [] } as const;
  if (answer.status === "refused") {
    const why = `the model refused${answer.text === "" ? "" : `: ${answer.text}`}`;
    return { ...nothing, reasoning: answer.text, ending: { status: "refused", why } };
  }
  if (answer.status !== "answered") {
    const why = `${options.model.id}: ${answer.why}${"hint" in answer && answer.hint ? ` ${answer.hint}` : ""}`;
    return { ...nothing, reasoning: "", ending: { status: "failed", why } };
  }

  options.meter.step();
  messages.push({ role: "assistant", text: answer.text, calls: answer.calls });
  if (answer.calls.length === 0) {
    messages.push({ role: "user", text: answer.stopped === "length" ? CUT_OFF : NO_CALL });
    const why = circles.see([], []);
    return { ...nothing, reasoning: answer.text, ending: why === null ? null : { status: "stuck", why } };
  }
  const acted = await runCalls(answer.calls, options, signal);
  messages.push({ role: "tool", results: acted.told });
  const why = circles.see(acted.calls, acted.results);
  return {
    type: acted.ends ?? "tool_call",
    reasoning: answer.text,
    calls: acted.calls,
    results: acted.results,
    ending: acted.ends
      ? { status: acted.ends, summary: acted.summary }
      : why === null
        ? null
        : { status: "stuck", why },
  };
}

const NO_CALL =
  "Nothing happens without a tool call. Go on with one, or call complete when the work is done.";
const CUT_OFF =
  "Your answer was cut off by the output limit. Go on with a smaller step: edit a part of the file.";

async function runCalls(calls: readonly ModelCall[], options: LoopOptions, signal: AbortSignal) {
  const made: ToolCall[] = [];
  const results: ToolResult[] = [];
  const told: { id: string; name: string; text: string; failed: boolean }[] = [];
  let ends: Ends | null = null as Ends | null;
  let summary = "";
  for (const call of calls) {
    const toolCall = { name: call.name, parameters: call.parameters ?? {}, category: null };
    options.say(`${options.model.id}: ${call.name} (${options.meter})`);
    const called = await runCall(call, toolCall, ends !== null, options, signal);
    made.push(toolCall);
    results.push(called.result);
    told.push({ id: call.id, name: call.name, text: textOf(called.result), failed: !called.result.success });
    if (!called.ends) continue;
    ends = called.ends;
    summary = String(toolCall.parameters.summary ?? toolCall.parameters.reason ?? "");
  }
  return { calls: made, results, told, ends, summary };
}

function runCall(
  call: ModelCall,
  toolCall: ToolCall,
  ended: boolean,
  options: LoopOptions,
  signal: AbortSignal,
): ReturnType<Hand["call"]> {
  if (ended) return Promise.resolve({ result: failed(call, "not run: the call before ended the work") });
  if (call.parameters === null) return Promise.resolve({ result: failed(call, notJson(call)) });
  return options.hand.call(toolCall, signal);
}

function notJson(call: ModelCall): string {
  return `the parameters of ${call.name} are not a JSON object: ${call.written.slice(0, 300)}\nSend the call again with valid JSON; quotes and line breaks inside strings must be escaped.`;
}

function failed(call: ModelCall, error: string): ToolResult {
  return { tool_name: call.name, success: false, output: null, error, duration_seconds: 0 };
}

function textOf(result: ToolResult): string {
  if (!result.success) return result.error ?? "failed";
  const text = typeof result.output === "string" ? result.output : JSON.stringify(result.output);
  return fence(`result of ${result.tool_name}`, text);
}
