import { chooseBrainFor, modelWarnings } from "../../../app/brain-choice.ts";
import type { App } from "../../../app.ts";
import type { CommandContext } from "../context.ts";

/** Said before the model is asked anything, because the first question may cost money already. */
export function showModelWarnings(app: App, flag: string | null, context: CommandContext): void {
  const choice = chooseBrainFor(app.environment, app.settings, flag);
  for (const line of modelWarnings(choice, app.settings))
    context.progress.keep(`${context.paint("yellow", "▲")} ${line}`);
}
