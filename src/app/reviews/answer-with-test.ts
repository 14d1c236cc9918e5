import type { Review } from "../../domain/entities/review.ts";
import type { SourceFile } from "../../domain/ports/repair.ts";
import type { Ports } from "../../workflows/ports.ts";
import { type Answer, writeAnswer } from "../../workflows/reviews/answer-review.ts";
import { rejectReview } from "../../workflows/reviews/refuse-review.ts";
import { removeTestFile, writeTestFile } from "./test-file.ts";

/** Writes the deciding test next to the user's own, and closes the review. The next repair has to pass it. */
export async function answerWithTest(
  ports: Ports,
  review: Review,
  answer: Answer,
  by: string,
): Promise<SourceFile> {
  const test = await writeAnswer(ports, review, answer);
  await writeTestFile(ports, test);
  try {
    await rejectReview(ports, review, by, `answered with a test: ${test.path}`);
  } catch (error) {
    // Someone else answered first, so this answer must leave nothing behind.
    await removeTestFile(ports, test.path);
    throw error;
  }
  return test;
}
