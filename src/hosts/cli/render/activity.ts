import type { ModelActivity } from "../../../domain/ports/activity.ts";
import { type Progress, visible } from "../terminal.ts";

/** A permanent line for each call and each message; the status line shows what is happening now. */
export function showActivity(progress: Progress, text: string, activity?: ModelActivity): void {
  if (!activity) {
    progress.say(visible(text));
    return;
  }
  progress.keep(visible(text));
  if (activity.call !== null) progress.now(visible(`${activity.call} ${activity.target}`.trim()));
}
