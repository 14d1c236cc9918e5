import type { Command } from "commander";
import { type Call, landingPlace } from "./options.ts";

export const REASON = ["--reason <text>", "why, for the record and for the next attempt"] as const;

/** `review …` and `rollback`. */
export function addReviewCommands(program: Command, call: Call): void {
  const load = () => import("../commands/review.ts");
  const review = program.command("review").description("changes that wait for a person");
  review
    .command("list")
    .description("what waits for an answer")
    .option("--all", "also what was answered")
    .action((options) => call(async (context) => (await load()).listReviews(context, options)));
  review
    .command("show")
    .description("the diff, the evidence and the rivals")
    .argument("<id>")
    .action((id) => call(async (context) => (await load()).showReview(context, id)));
  review
    .command("approve")
    .description("land the change; without an id, the only one that waits")
    .argument("[id]")
    .addOption(landingPlace())
    .action((id, options) => call(async (context) => (await load()).approveReview(context, id, options)));
  review
    .command("modify")
    .description("put your own version in the place of the change; it is proven before it waits again")
    .argument("[id]")
    .option("--from <patch-file>", "this patch instead of the change; - reads it from standard input")
    .option("--tree", "lay out a tree with the change to edit, and say where")
    .option("--done", "take what was edited in that tree")
    .option("--discard", "clear that tree away")
    .option("--reason <text>", "why, for the record")
    .addHelpText(
      "after",
      "\nWithout an option, and on a terminal, it opens the patch in $VISUAL or $EDITOR.\n",
    )
    .action((id, options) =>
      call(async (context) => (await import("../commands/modify.ts")).runModify(context, id, options)),
    );
  review
    .command("reject")
    .description("refuse the change; without an id, the only one that waits")
    .argument("[id]")
    .requiredOption(...REASON)
    .action((id, options) => call(async (context) => (await load()).refuseReview(context, id, options)));

  program
    .command("rollback")
    .description("undo a landed change with a commit of its own")
    .argument("<review-id>")
    .action((id) =>
      call(async (context) => (await import("../commands/rollback.ts")).runRollback(context, id)),
    );
}
