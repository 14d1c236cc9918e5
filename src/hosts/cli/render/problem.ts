import { AgentForgeError, messageOf } from "../../../domain/errors.ts";
import { type Paint, visible } from "../terminal.ts";

/** What went wrong, and what to do next. */
export function renderProblem(error: unknown, paint: Paint): string {
  const message = messageOf(error);
  const hint = error instanceof AgentForgeError && error.hint ? [renderHint(error.hint)] : [];
  return [`${paint("red", "✖")} ${visible(message)}`, ...hint].join("\n");
}

/** The next step, below the message it belongs to. */
export function renderHint(hint: string): string {
  return visible(hint)
    .split("\n")
    .map((line) => `  → ${line}`)
    .join("\n");
}
