import type { ToolCall } from "../../../domain/entities/tool.ts";
import type { ModelActivity, Say } from "../../../domain/ports/activity.ts";
import { callTarget } from "../../../domain/rules/runs/call-target.ts";
import { oneLine } from "../../../domain/rules/text/plain-text.ts";
import type { Meter } from "../connection/meter.ts";

const LONGEST_WORDS = 120;

interface Watched {
  readonly model: { readonly id: string };
  readonly meter: Pick<Meter, "used" | "toString">;
  readonly say: Say;
}

/** Reports that the model is being asked. */
export function sayThinking({ model, meter, say }: Watched): void {
  say(`${model.id}: thinking (${meter}, ${secondsOf(meter)})`);
}

/** Reports one call; the model's text is shown only with the first call of an answer. */
export function sayCall(watched: Watched, call: Pick<ToolCall, "name" | "parameters">, words: string): void {
  const target = callTarget(call);
  tell(watched, { call: oneLine(call.name, 60), target, words: oneLine(words, LONGEST_WORDS) });
}

/** Reports what the model said without a call, or why we are waiting for it. */
export function sayWords(watched: Watched, words: string): void {
  tell(watched, { call: null, target: "", words: oneLine(words, LONGEST_WORDS) });
}

function tell({ model, meter, say }: Watched, about: Omit<ModelActivity, "used">): void {
  const { call, target, words } = about;
  const did = [call, target].filter((part) => part !== null && part !== "").join(" ");
  const text = [did, words].filter((part) => part !== "").join(" — ");
  say(`${model.id}: ${text} (${meter}, ${secondsOf(meter)})`, { ...about, used: meter.used() });
}

function secondsOf(meter: Pick<Meter, "used">): string {
  return `${Math.round(meter.used().seconds)} s`;
}
