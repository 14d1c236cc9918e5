import type { ModelMessage } from "../../../domain/ports/model.ts";
import { ask } from "./ask.ts";
import type { Ending, LoopOptions, Resumption } from "./loop-options.ts";
import { watchForCircles } from "./stuck.ts";
import { act, finishStep } from "./take-step.ts";

/**
 * Asks, acts and records until the model or something else ends it. Every step is durable before the next one
 * starts. Throws only when `signal` aborts.
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
      return { status: "budget", why: options.meter.timeSpent() };
    }
  }
}
