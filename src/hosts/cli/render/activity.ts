import type { ModelActivity } from "../../../domain/ports/activity.ts";
import { type Progress, visible } from "../terminal.ts";

/** A line that stays for each call and each thing said; what only goes on now is the line that changes. */
export function showActivity(progress: Progress, text: string, activity?: ModelActivity): void {
  if (activity) progress.keep(visible(text));
  else progress.say(visible(text));
}
