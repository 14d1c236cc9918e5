import type { ReviewDetail } from "../../src/hosts/http/api/reviews.ts";
import type { Comment } from "../diff/line-notes.ts";

export type Answering = "approve" | "reject" | "request" | "edit" | "decide";

export interface AnswerDialogProps {
  readonly detail: ReviewDetail;
  readonly comments: readonly Comment[];
  readonly close: () => void;
  /** The server took the answer; with the id of a run where it goes on. */
  readonly answered: (runId: string | null) => void;
}
