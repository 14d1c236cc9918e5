import type { ModelAnswer, ModelMessage, ModelUsage } from "../../../domain/ports/model.ts";
import { priceOf } from "../connection/prices.ts";
import { compact, estimateTokens } from "../conversation/compact.ts";
import { slimTools } from "../conversation/slim-tools.ts";
import { sayThinking, sayWords } from "./activity.ts";
import type { LoopOptions } from "./loop-options.ts";

/** Shortens the conversation in advance if needed, and again if the model reports that it is still too long. */
export async function ask(
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
        ...("usage" in answer && usageOf(model.id, answer.usage)),
        ...("why" in answer && { why: answer.why }),
      },
    });
    if (answer.status !== "overflow" || severity === null) return answer;
    await shrink(messages, options, severity);
  }
  throw new Error("unreachable");
}

function usageOf(modelId: string, usage: ModelUsage) {
  const { costUsd: _reported, ...tokens } = usage;
  return { ...tokens, cost_usd: priceOf(modelId, usage) };
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
