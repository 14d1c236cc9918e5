import type { ModelActivity } from "../../../domain/ports/activity.ts";
import { type Progress, visible } from "../terminal.ts";

/** A line that stays for each call and each thing said; what only happens now is the line that changes. */
export function showActivity(progress: Progress, text: string, activity?: ModelActivity): void {
  if (!activity) {
    progress.say(visible(text));
    return;
  }
  progress.keep(visible(text));
  if (activity.call !== null) progress.now(visible(`${activity.call} ${activity.target}`.trim()));
}
