import type { Review } from "../../../domain/entities/review.ts";
import type { NotLanded } from "../../../workflows/reviews/land-review.ts";
import { type Paint, visible, visibleName } from "../terminal.ts";
import { renderHint } from "./problem.ts";

/** Why an approved change did not land, and what to do next. */
export function renderNotLanded(
  landing: NotLanded,
  { review_id, violation_id }: Pick<Review, "review_id" | "violation_id">,
  paint: Paint,
): string {
  const isConflict = landing.status === "conflict";
  const what = isConflict ? "" : "it is no longer proven, because ";
  const again = `run agentforge ${violation_id === null ? "repair" : `agent fix-violation ${violation_id}`} again`;
  const next = isConflict
    ? `${clearing(landing.paths)}, then approve again; or ${again}.`
    : `To make a fix for the current code, ${again}. To drop this one: agentforge review reject ${review_id} --reason "…"`;
  return [
    `${paint("yellow", "▲ Not landed:")} ${what}${visible(landing.why)}. Nothing was changed.`,
    renderHint(next),
  ].join("\n");
}

function clearing(paths: readonly string[]): string {
  if (paths.length === 0) return "Resolve that";
  return `Commit or stash your own changes to ${paths.map(visibleName).join(", ")}`;
}
