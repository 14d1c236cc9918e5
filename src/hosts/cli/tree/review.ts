import { type Command, Option } from "commander";
import { type Call, landingPlace, wholeNumber } from "./options.ts";

export const REASON = ["--reason <text>", "the reason, for the record and for the next attempt"] as const;

/** `review …` and `rollback`. */
export function addReviewCommands(program: Command, call: Call): void {
  const review = program.command("review").description("changes waiting for approval");
  addReviewList(review, call);
  addReviewRevisions(review, call);
  addReviewRejection(review, call);
  program
    .command("rollback")
    .description("undo a landed change with a new commit")
    .argument("<review>", "its id (RV-…)")
    .action((id) =>
      call(async (context) => (await import("../commands/review/rollback.ts")).runRollback(context, id)),
    );
}

const load = () => import("../commands/review/review.ts");

function addReviewList(review: Command, call: Call): void {
  review
    .command("list")
    .description("list pending changes")
    .option("--all", "include answered ones")
    .action((options) => call(async (context) => (await load()).listReviews(context, options)));
  review
    .command("show")
    .description("show the diff, the evidence and alternative fixes")
    .argument("<review>", "its id (RV-…)")
    .action((id) => call(async (context) => (await load()).showReview(context, id)));
  review
    .command("approve")
    .description("approve and land a change; without an id, the only pending one")
    .argument("[review]", "its id (RV-…); default: the only pending one")
    .addOption(landingPlace())
    .action((id, options) => call(async (context) => (await load()).approveReview(context, id, options)));
}

function addReviewRevisions(review: Command, call: Call): void {
  review
    .command("modify")
    .description("replace the change with your own version, which is proven first")
    .argument("[review]", "its id (RV-…); default: the only pending one")
    .option("--from <patch-file>", "use this patch instead; - reads it from standard input")
    .option("--tree", "create an edit folder: a copy with the change for you to edit")
    .option("--done", "use your edits from that folder")
    .option("--discard", "delete that folder")
    .option("--reason <text>", "the reason, for the record")
    .addHelpText("after", "\nWithout an option, it opens the patch in $VISUAL or $EDITOR.")
    .action((id, options) =>
      call(async (context) => (await import("../commands/review/modify.ts")).runModify(context, id, options)),
    );
  review
    .command("answer")
    .description("write the test that decides between a change and its alternative, and repair again")
    .argument("[review]", "its id (RV-…); default: the only pending one")
    .addOption(
      new Option("--test <answer>", "this: the change behaves correctly; other: the alternative does")
        .choices(["this", "other"])
        .makeOptionMandatory(),
    )
    .option("--question <number>", "the number of the question in the review", wholeNumber, 1)
    .action((id, options) =>
      call(async (context) =>
        (await import("../commands/review/answer.ts")).answerReview(context, id, options),
      ),
    );
}

function addReviewRejection(review: Command, call: Call): void {
  review
    .command("reject")
    .description("reject a change; without an id, the only pending one")
    .argument("[review]", "its id (RV-…); default: the only pending one")
    .requiredOption(...REASON)
    .action((id, options) => call(async (context) => (await load()).refuseReview(context, id, options)));
}
