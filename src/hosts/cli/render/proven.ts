import { type ProvenOutcome, whyNotLanded } from "../../../workflows/reviews/proven-outcome.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";
import { nextSteps, renderReview } from "./review.ts";

/** A change that was proven, and what became of it. */
export function describeProven(
  outcome: ProvenOutcome,
  done: "Repaired" | "Fixed",
  { paint, verbose }: CommandContext,
): CommandResult {
  const { review } = outcome;
  const diff = renderReview(review, paint, verbose);
  const next = nextSteps(review, paint);
  const result = (exitCode: 0 | 1, ...parts: readonly string[]) => ({
    ...{ exitCode, text: parts.join("\n\n"), data: outcome },
  });
  switch (outcome.status) {
    case "waiting_for_review":
      return result(0, paint("green", `✔ ${done} in a copy`), diff, next);
    case "dry_run":
      return result(0, paint("green", `✔ ${done} in a copy (dry run, nothing kept)`), diff);
    case "landed": {
      const request = outcome.pullRequest ? `\n  Pull request: ${visible(outcome.pullRequest)}` : "";
      const head = paint("green", `✔ ${done} and committed as ${outcome.commit.slice(0, 12)}`) + request;
      return result(0, head, diff, `To undo: ${paint("cyan", `agentforge rollback ${review.review_id}`)}`);
    }
    case "landing_conflict":
    case "no_longer_proven":
      return result(1, paint("yellow", `▲ ${done}, but ${notLanded(outcome)}`), diff, next);
  }
}

function notLanded(outcome: ProvenOutcome): string {
  const what = outcome.status === "no_longer_proven" ? "no longer proven on the current code" : "not landed";
  return `${what}: ${visible(whyNotLanded(outcome) ?? "")}`;
}
