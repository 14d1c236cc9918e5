import { equipBrain } from "../../../../app/brains/brains.ts";
import { listExamples, prepareExample } from "../../../../app/examples.ts";
import { openApp } from "../../../../app.ts";
import { repair } from "../../../../workflows/repair/repair.ts";
import { repairRequest } from "../../../../workflows/repair/repair-request.ts";
import { landReview } from "../../../../workflows/reviews/land-review.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { renderNotLanded } from "../../render/not-landed.ts";
import { count, renderReview } from "../../render/review.ts";
import { showModelWarnings } from "../model-warnings.ts";
import { describe, showEvent } from "./repair.ts";

/** Repairs a bundled broken project in a temporary folder, from failing test to commit. */
export async function runDemo(
  context: CommandContext,
  name: string | undefined,
  options: { readonly brain?: string },
): Promise<CommandResult> {
  const folder = await prepareExample(context, name);
  const { paint, progress } = context;
  progress.keep(`${paint("bold", "A broken project:")} ${folder}`);
  await using app = await openApp({ ...context, cwd: folder, unsafe: context.unsafe || "if_needed" });
  showModelWarnings(app, options.brain ?? "search", context);
  const { ports } = equipBrain(app, options.brain ?? "search");
  const request = repairRequest(ports, { maxIterations: 5, ...(!options.brain && { budgetSeconds: 60 }) });
  const outcome = await repair(ports, request, context.signal, (event) => showEvent(event, progress));
  progress.end();
  if (outcome.status !== "waiting_for_review") return describe(outcome, context);

  const { review } = outcome;
  const landed = await landReview(ports, review, { by: ports.person, actor: "human" });
  const commit = landed.status === "landed" ? landed.commit : null;
  const end =
    landed.status === "landed"
      ? `${paint("green", "✔ Approved and committed")} as ${landed.commit.slice(0, 12)}: ${count(review.evidence.tests_after)}.`
      : renderNotLanded(landed, review, paint);
  const text = [
    paint("green", "✔ Repaired in a copy, proven by its tests"),
    renderReview(review, paint, context.verbose),
    end,
    whatNext(folder, context),
  ].join("\n\n");
  return {
    exitCode: commit ? 0 : 1,
    text,
    data: { folder, outcome, commit, examples: await listExamples() },
  };
}

function whatNext(folder: string, { paint, environment: { program } }: CommandContext): string {
  return [
    "Try next:",
    `  ${paint("cyan", `git -C ${folder} show`)}`,
    "      the commit, with its trace id",
    `  ${paint("cyan", `${program} -C ${folder} journal query`)}`,
    "      everything that was done, and who did it",
    `  ${paint("cyan", `${program} demo shopping-cart`)}`,
    "      a bug two files away from the failing test",
    `  ${paint("cyan", `${program} -C <your repository> repair`)}`,
    "      your own failing tests; nothing lands without your approval",
  ].join("\n");
}
