import { writeTestFile } from "../../../app/test-file.ts";
import type { Chosen } from "../../../domain/rules/deciding-test.ts";
import { writeAnswer } from "../../../workflows/reviews/answer-review.ts";
import { findPending, rejectReview } from "../../../workflows/reviews/land-review.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { inRepository } from "../in-repository.ts";
import { visible } from "../terminal.ts";
import { runRepair } from "./repair.ts";

/** `review answer`: the test that decides is written beside the others, and the repair begins again with it. */
export async function answerReview(
  context: CommandContext,
  reviewId: string | undefined,
  options: { readonly test: Chosen; readonly question: number },
): Promise<CommandResult> {
  const test = await inRepository(context, async ({ ports }) => {
    const review = await findPending(ports, reviewId ?? null);
    const written = await writeAnswer(ports, review, { chosen: options.test, question: options.question });
    await writeTestFile(ports, written);
    await rejectReview(ports, review, ports.person, `answered with a test: ${written.path}`);
    return { exitCode: 0, text: written.path, data: written };
  });
  context.progress.keep(`Wrote ${visible(test.text)}; repairing again with it`);
  const repaired = await runRepair(context, undefined, {});
  return {
    ...repaired,
    text: `Wrote ${visible(test.text)}. It is yours: commit it with the fix.\n\n${repaired.text}`,
  };
}
