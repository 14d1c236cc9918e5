import type { Metadata } from "../../../domain/entities/common.ts";
import type { ToolResult } from "../../../domain/entities/tool.ts";
import { withHint } from "../../../domain/errors.ts";
import type { ModelAnswer, ModelCall, ModelMessage, Opaque } from "../../../domain/ports/model.ts";
import type { RepeatAnswer } from "../../../domain/ports/repair.ts";
import { answerTo, callId, nudge, opaqueIn, recalledCalls } from "../conversation/conversation.ts";
import { sayCall, sayWords } from "./activity.ts";
import type { Ending, Ends, LoopOptions, Resumption } from "./loop-options.ts";
import { recognize, runCall } from "./run-call.ts";
import type { Decision, TakenStep } from "./session-log.ts";
import type { watchForCircles } from "./stuck.ts";

interface Step extends Omit<TakenStep, "seconds"> {
  readonly ending: Ending | null;
}

type Circles = ReturnType<typeof watchForCircles>;

/** Handles an answer: makes its calls, or tells the model that nothing happened. */
export async function act(
  answer: ModelAnswer,
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
  circles: Circles,
): Promise<Step> {
  const nothing = { type: "respond", calls: [], results: [] } as const;
  if (answer.status === "refused") {
    const said = answer.text === "" ? "" : `: ${answer.text}`;
    const why = withHint(`the model refused${said}`, answer.hint);
    return { ...nothing, reasoning: answer.text, ending: { status: "refused", why } };
  }
  if (answer.status !== "answered") {
    const why = withHint(`${options.model.id}: ${answer.why}`, "hint" in answer ? answer.hint : null);
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

/** The decision is already recorded; this makes its remaining calls. */
export function finishStep(
  { underWay, answer }: Resumption,
  messages: ModelMessage[],
  options: LoopOptions,
  signal: AbortSignal,
  circles: Circles,
): Promise<Step> {
  if (underWay === null) throw new Error("no call was in progress");
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
  /** The output limit ended the answer, so its last call may be incomplete. */
  readonly cut: boolean;
  /** Results that already exist. */
  readonly done: readonly ToolResult[];
  /** For the first call that is not done. */
  readonly answer: RepeatAnswer;
  readonly opaque?: Opaque;
}

/** Recorded as the metadata of a step. */
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
      ? recognize(known)
      : await runCall(call, toolCall, answer, { ended: ends !== null, isCut, signal }, options);
    results.push(called.result);
    if (!called.ends) continue;
    ends = called.ends;
    summary = String(toolCall.parameters.summary ?? toolCall.parameters.reason ?? "");
  }
  return { results, ends, summary };
}
