import type { FileState } from "../../domain/entities/code-change.ts";
import type { Review } from "../../domain/entities/review.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";

/** A review for people: the diff is in a separate file; file contents and raw output stay in the database. */
export function reviewForPeople(review: Review): unknown {
  const { request, change, evidence } = review;
  const { diff_preview: _preview, ...shown } = request;
  return {
    ...review,
    request: { ...shown, test_results_before: withoutOutput(request.test_results_before) },
    change: {
      diff_file: diffFileName(review.review_id),
      diff_hash: change.diff_hash,
      files: change.files.map(({ path, before, after }) => ({
        path,
        before: withoutContent(before),
        after: withoutContent(after),
      })),
    },
    evidence: {
      ...evidence,
      tests_before: withoutOutput(evidence.tests_before),
      tests_after: withoutOutput(evidence.tests_after),
    },
  };
}

export const reviewPath = (reviewId: string) => `reviews/${reviewId}.yaml`;
export const diffPath = (reviewId: string) => `reviews/${diffFileName(reviewId)}`;
const diffFileName = (reviewId: string) => `${reviewId}.diff`;

function withoutContent(state: FileState): unknown {
  return state === null ? null : { mode: state.mode, sha256: state.sha256 };
}

function withoutOutput({ raw_output: _output, ...result }: TestResult): unknown {
  return result;
}
