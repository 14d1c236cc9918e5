import type { ReviewDetail } from "../../src/hosts/http/api/reviews.ts";
import type { Comment } from "../diff/line-notes.ts";

export type Answering = "approve" | "reject" | "request" | "edit" | "decide";

export interface AnswerDialogProps {
  readonly detail: ReviewDetail;
  readonly comments: readonly Comment[];
  readonly close: () => void;
  /** The server accepted the answer; the id is that of the follow-up run, if there is one. */
  readonly answered: (runId: string | null) => void;
}
