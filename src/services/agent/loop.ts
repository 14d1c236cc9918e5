import type { Metadata } from "../../domain/entities/common.ts";
import type { StepResult, UnderWay } from "../../domain/entities/session.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import type { Say } from "../../domain/ports/activity.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type {
  Model,
  ModelAnswer,
  ModelCall,
  ModelMessage,
  ModelTool,
  Opaque,
} from "../../domain/ports/model.ts";
import type { RepeatAnswer } from "../../domain/ports/repair.ts";
import { sayCall, sayThinking, sayWords } from "./activity.ts";
import { compact, estimateTokens } from "./compact.ts";
import { answerTo, callId, nudge, opaqueIn, recalledCalls } from "./conversation.ts";
import type { Meter } from "./meter.ts";
import { priceOf } from "./prices.ts";
import type { Decision, SessionLog, TakenStep } from "./session-log.ts";
import { slimTools } from "./slim-tools.ts";
import { watchForCircles } from "./stuck.ts";

type Ends = "complete" | "escalate" | "cannot_fix";

/** The one way to a tool: guarded, journaled, never throws. */
export interface Hand {
  call(
    call: ToolCall,
    signal: AbortSignal,
    /** What the model used since the call before, for the guard that keeps the budget. */
    usage?: { readonly tokens: number; readonly cost_usd: number },
  ): Promise<{ readonly result: ToolResult; readonly ends?: Ends | null | undefined }>;
}

export interface LoopOptions {
  readonly model: Model;
  readonly tools: readonly ModelTool[];
  readonly hand: Hand;
  readonly meter: Meter;
  readonly log: SessionLog;
  readonly journal: Journal;
  readonly session: { readonly id: string; readonly traceId: string };
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly elapsed: () => number;
  /** What it does right now, for whoever watches. */
  readonly say: Say;
}

export type Ending =
  | { readonly status: Ends; readonly summary: string }
  /** `budget` is spent, it is `stuck`, the model `refused`, or it could not be asked. */
  | { readonly status: "budget" | "stuck" | "refused" | "failed"; readonly why: string };

/** Where a loop that was cut short goes on. */
export interface Resumption {
  readonly recent: readonly StepResult[];
  readonly underWay: UnderWay | null;
  /** What to do about the call that was being made. */
  readonly answer: RepeatAnswer;
}

/**
 * Asks, acts, records, until the model ends it or something else does. Every step is durable before the next
 * begins. Throws only when `signal` aborts.
 */
export async function runLoop(
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
  resumption: Resumption | null = null,
): Promise<Ending> {
  const deadline = AbortSignal.timeout(Math.ceil(options.meter.leftMs()));
  const both = AbortSignal.any([signal, deadline]);
  const circles = watchForCircles();
  for (const { action, tool_results } of resumption?.recent ?? []) {
    circles.see(action?.tool_calls ?? [], tool_results);
  }
  let left = resumption?.underWay ? resumption : null;
  for (;;) {
    const spent = left ? null : options.meter.spent();
    if (spent !== null) return { status: "budget", why: spent };
    const start = options.elapsed();
    try {
      const step = left
        ? await finishStep(left, messages, options, both, circles)
        : await act(await ask(messages, options, both), messages, options, both, circles);
      left = null;
      signal.throwIfAborted();
      const seconds = (options.elapsed() - start) / 1000;
      await options.log.step({ ...step, seconds }, messages);
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
  const { model, maxOutputTokens, meter } = options;
  const tools = slimTools(options.tools);
  if (estimateTokens(messages) + maxOutputTokens > options.contextTokens) await shrink(messages, options, 1);
  for (const severity of [2, 3, null] as const) {
    sayThinking(options);
    const answer = await model.ask(
      { messages, tools, maxOutputTokens },
      {
        signal,
        conversation: options.session.id,
        onWait: (why, ms) => sayWords(options, `${why}, waiting ${Math.ceil(ms / 1000)} s`),
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
    await shrink(messages, options, severity);
  }
  throw new Error("unreachable");
}

async function shrink(messages: ModelMessage[], options: LoopOptions, severity: 1 | 2 | 3): Promise<void> {
  const before = estimateTokens(messages);
  messages.splice(0, messages.length, ...compact(messages, severity));
  await options.log.snapshot(messages);
  options.journal.record({
    traceId: options.session.traceId,
    actor: "agent",
    agentId: options.model.id,
    actionType: "context.compacted",
    entityId: options.session.id,
    metadata: { severity, before, after: estimateTokens(messages) },
  });
}

interface Step extends Omit<TakenStep, "seconds"> {
  readonly ending: Ending | null;
}

type Circles = ReturnType<typeof watchForCircles>;

async function act(
  answer: ModelAnswer,
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
  circles: ReturnType<typeof watchForCircles>,
): Promise<Step> {
  const nothing = { type: "respond", calls: [], results: [] } as const;
  if (answer.status === "refused") {
    const said = answer.text === "" ? "" : `: ${answer.text}`;
    const why = `the model refused${said}${answer.hint ? ` ${answer.hint}` : ""}`;
    return { ...nothing, reasoning: answer.text, ending: { status: "refused", why } };
  }
  if (answer.status !== "answered") {
    const why = `${options.model.id}: ${answer.why}${"hint" in answer && answer.hint ? ` ${answer.hint}` : ""}`;
    return { ...nothing, reasoning: "", ending: { status: "failed", why } };
  }

  options.meter.step();
  const { text } = answer;
  const calls = answer.calls.map((call, index) => ({ ...call, id: callId(messages.length, index) }));
  const carried = opaqueIn(answer.opaque);
  messages.push({ role: "assistant", text, calls, ...carried });
  if (calls.length === 0) {
    sayWords(options, text);
    const cut = answer.stopped === "length";
    messages.push(nudge(cut));
    const why = circles.see([], []);
    const ending = why === null ? null : ({ status: "stuck", why } as const);
    return { ...nothing, reasoning: text, metadata: { cut, ...kept(carried) }, ending };
  }
  const cut = answer.stopped === "length";
  const taking = { text, calls, cut, done: [], answer: "repeat", ...carried } as const;
  return takeStep(taking, messages, options, signal, circles);
}

/** The decision is on record; what was not done yet of it is done now. */
function finishStep(
  { underWay, answer }: Resumption,
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
  circles: Circles,
): Promise<Step> {
  if (underWay === null) throw new Error("nothing was under way");
  const { reasoning: text, tool_calls, metadata } = underWay.action;
  const malformed = Array.isArray(metadata.malformed) ? metadata.malformed.map(Number) : [];
  const calls = recalledCalls(tool_calls, messages.length, malformed);
  const carried = opaqueIn(metadata.opaque);
  messages.push({ role: "assistant", text, calls, ...carried });
  const cut = metadata.cut === true;
  const taking = { text, calls, cut, done: underWay.results, answer, ...carried };
  return takeStep(taking, messages, options, signal, circles);
}

interface Taking {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** The output limit ended the answer, so its last call may be a part of one. */
  readonly cut: boolean;
  /** Results that are there already. */
  readonly done: readonly ToolResult[];
  /** For the first call that is not done. */
  readonly answer: RepeatAnswer;
  readonly opaque?: Opaque;
}

/** As the metadata of a step. */
function kept({ opaque }: { readonly opaque?: Opaque }): Metadata {
  return opaque ? { opaque: { ...opaque } } : {};
}

async function takeStep(
  taking: Taking,
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
  circles: Circles,
): Promise<Step> {
  const decision = describe(taking, options);
  const { results, ends, summary } = await runCalls(taking, decision, options, signal);
  messages.push(answerTo(taking.calls, results));
  const why = circles.see(decision.calls, results);
  const stuck = why === null ? null : ({ status: "stuck", why } as const);
  const ending = ends ? { status: ends, summary } : stuck;
  return { ...decision, type: ends ?? "tool_call", results, ending };
}

function describe({ text, calls, cut, ...carried }: Taking, { tools }: LoopOptions): Decision {
  const effects = new Map(tools.map((tool) => [tool.name, tool.effect ?? null]));
  const malformed = calls.flatMap((call, index) => (call.parameters === null ? [index] : []));
  return {
    type: "tool_call",
    reasoning: text,
    calls: calls.map(({ name, parameters }) => ({
      name,
      parameters: parameters ?? {},
      category: effects.get(name) ?? null,
    })),
    metadata: { ...(malformed.length > 0 && { malformed }), ...(cut && { cut }), ...kept(carried) },
  };
}

async function runCalls(taking: Taking, decision: Decision, options: LoopOptions, signal: AbortSignal) {
  const results: ToolResult[] = [];
  let ends: Ends | null = null as Ends | null;
  let summary = "";
  for (const [index, call] of taking.calls.entries()) {
    const toolCall = decision.calls[index] ?? { name: call.name, parameters: {}, category: null };
    const known = taking.done[index];
    if (known === undefined) await options.log.underWay(decision, results);
    if (known === undefined) sayCall(options, toolCall, index === 0 ? taking.text : "");
    const answer = index === taking.done.length ? taking.answer : "repeat";
    const isCut = taking.cut && index === taking.calls.length - 1;
    const called = known
      ? recognise(known)
      : await runCall(call, toolCall, answer, { ended: ends !== null, isCut }, options, signal);
    results.push(called.result);
    if (!called.ends) continue;
    ends = called.ends;
    summary = String(toolCall.parameters.summary ?? toolCall.parameters.reason ?? "");
  }
  return { results, ends, summary };
}

const ENDS: readonly string[] = ["complete", "escalate", "cannot_fix"] satisfies Ends[];

function recognise(result: ToolResult): Awaited<ReturnType<Hand["call"]>> {
  const ends = result.success && ENDS.includes(result.tool_name) ? (result.tool_name as Ends) : null;
  return { result, ends };
}

function runCall(
  call: ModelCall,
  toolCall: ToolCall,
  answer: RepeatAnswer,
  { ended, isCut }: { readonly ended: boolean; readonly isCut: boolean },
  options: LoopOptions,
  signal: AbortSignal,
): ReturnType<Hand["call"]> {
  if (answer === "skip") return Promise.resolve({ result: failed(call, NOT_REPEATED) });
  if (answer !== "repeat") return Promise.resolve(recognise(answer));
  if (ended) return Promise.resolve({ result: failed(call, "not run: the call before ended the work") });
  if (call.parameters === null) {
    return Promise.resolve({ result: failed(call, isCut ? cutOff(call, options) : notJson(call)) });
  }
  return options.hand.call(toolCall, signal, options.meter.sinceLast());
}

function notJson(call: ModelCall): string {
  return `the parameters of ${call.name} are not a JSON object: ${call.written.slice(0, 300)}\nSend the call again with valid JSON; quotes and line breaks inside strings must be escaped.`;
}

function cutOff(call: ModelCall, { maxOutputTokens }: LoopOptions): string {
  return `not run: your answer was cut off by the output limit of ${maxOutputTokens} tokens in the middle of this call of ${call.name} (after ${call.written.length} characters of its parameters). Make it smaller: change a part of the file with edit_file, or write it in several calls.`;
}

const NOT_REPEATED =
  "not repeated: it was under way when the program was cut short, and whether it was done is not known";

function failed(call: ModelCall, error: string): ToolResult {
  return { tool_name: call.name, success: false, output: null, error, duration_seconds: 0 };
}
