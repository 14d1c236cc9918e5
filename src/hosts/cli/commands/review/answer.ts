import { answerWithTest } from "../../../../app/reviews/answer-with-test.ts";
import type { Chosen } from "../../../../domain/rules/reviews/deciding-test.ts";
import { findPending } from "../../../../workflows/reviews/find-review.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { visible } from "../../terminal.ts";
import { runRepair } from "../repair/repair.ts";

/** `review answer`: writes the deciding test next to the others, and repairs again with it. */
export async function answerReview(
  context: CommandContext,
  reviewId: string | undefined,
  options: { readonly test: Chosen; readonly question: number },
): Promise<CommandResult> {
  const test = await inRepository(context, async ({ ports }) => {
    const review = await findPending(ports, reviewId ?? null);
    const answer = { chosen: options.test, question: options.question };
    const written = await answerWithTest(ports, review, answer, ports.person);
    return { exitCode: 0, text: written.path, data: written };
  });
  context.progress.keep(`Wrote ${visible(test.text)}; repairing again with it`);
  const repaired = await runRepair(context, undefined, {});
  return {
    ...repaired,
    text: `Wrote ${visible(test.text)}. It is yours: commit it with the fix.\n\n${repaired.text}`,
  };
}
