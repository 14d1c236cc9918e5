import { chooseBrainFor, modelWarnings } from "../../../app/brains/brain-choice.ts";
import type { App } from "../../../app.ts";
import type { CommandContext } from "../context.ts";

/** Printed before the model is used, because even the first request may cost money. */
export function showModelWarnings(app: App, flag: string | null, context: CommandContext): void {
  const choice = chooseBrainFor(app.environment, app.settings, flag);
  for (const line of modelWarnings(choice, app.settings))
    context.progress.keep(`${context.paint("yellow", "▲")} ${line}`);
}
