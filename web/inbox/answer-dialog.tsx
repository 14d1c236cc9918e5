import { useState } from "react";
import type { LandingPlace } from "../../src/domain/entities/review.ts";
import type { ApproveAnswer } from "../../src/hosts/http/api/reviews.ts";
import { ask } from "../core/api.ts";
import { say } from "../core/toasts.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { asSent } from "../diff/line-notes.ts";
import { Dialog } from "../parts/dialog.tsx";
import { RejectDialog } from "../parts/reject-dialog.tsx";
import { Shown } from "../parts/shown.tsx";
import type { AnswerDialogProps, Answering } from "./answering.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";

export function AnswerDialog({ answering, ...rest }: AnswerDialogProps & { readonly answering: Answering }) {
  switch (answering) {
    case "approve":
      return <ApproveDialog {...rest} />;
    case "reject":
      return <RejectReviewDialog {...rest} />;
    case "request":
      return <RequestDialog {...rest} />;
    case "edit":
      return <EditDialog {...rest} />;
    case "decide":
      return <DecideDialog {...rest} />;
  }
}

function ApproveDialog({ detail, close, answered }: AnswerDialogProps) {
  const project = useAnswer("getProject", {}, []);
  const [chosen, setPlace] = useState<LandingPlace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, send] = useSend();
  const id = detail.review.review_id;
  const place = chosen ?? project.data?.land_to ?? "current-branch";
  const approve = async () => {
    const answer = await send(() =>
      ask("approveReview", { id, body: { diff_hash: detail.diff_hash, land_to: place } }),
    );
    if (answer === null) return;
    if (answer.status !== "landed") return setProblem(whyNot(answer));
    const where = answer.pull_request ?? answer.branch ?? "the current branch";
    say(
      `Landed as ${answer.commit.slice(0, 12)} on ${where}${answer.reverified ? ", after verifying it again" : ""}.`,
    );
    answered(null);
  };
  return (
    <Dialog
      title="Approve this change"
      close={close}
      submit={approve}
      actions={
        <button type="submit" className="primary" disabled={isSending}>
          {isSending ? "Landing…" : "Approve and land"}
        </button>
      }
    >
      <p>
        <Shown text={detail.review.title} />
      </p>
      {problem !== null && (
        <p className="notice warn" role="alert">
          <Shown text={problem} />
        </p>
      )}
      <PlaceChoice place={place} choose={setPlace} />
      <p className="muted">If the code has changed since, all tests run again first.</p>
    </Dialog>
  );
}

function whyNot(answer: Exclude<ApproveAnswer, { readonly status: "landed" }>): string {
  if (answer.status === "no_longer_proven")
    return `Not landed: the change is no longer proven on the current code. ${answer.why}. Reject it, and run the repair again.`;
  return ["Not landed:", answer.why, ...answer.paths].join(" ");
}

function PlaceChoice({
  place,
  choose,
}: {
  readonly place: LandingPlace;
  readonly choose: (place: LandingPlace) => void;
}) {
  return (
    <label>
      Where to
      <select value={place} onChange={(event) => choose(event.target.value as LandingPlace)}>
        <option value="current-branch">the current branch</option>
        <option value="branch">its own branch</option>
        <option value="pushed-branch">its own branch, pushed</option>
        <option value="pull-request">a pull request</option>
      </select>
    </label>
  );
}

function RejectReviewDialog({ detail, close, answered }: AnswerDialogProps) {
  const [isSending, send] = useSend();
  const id = detail.review.review_id;
  const reject = async (reason: string) => {
    const body = { diff_hash: detail.diff_hash, reason };
    if ((await send(() => ask("rejectReview", { id, body }))) === null) return;
    say("Rejected.");
    answered(null);
  };
  return (
    <RejectDialog reject={reject} isSending={isSending} close={close}>
      <p className="muted">The journal records the reason, and the next attempt sees it.</p>
    </RejectDialog>
  );
}

function RequestDialog({ detail, comments, close, answered }: AnswerDialogProps) {
  const [reason, setReason] = useState("");
  const [isSending, send] = useSend();
  const id = detail.review.review_id;
  const isEmpty = reason.trim() === "" && comments.length === 0;
  const request = async () => {
    if (isEmpty) return;
    const body = { diff_hash: detail.diff_hash, reason, comments: asSent(comments) };
    const answer = await send(() => ask("requestChanges", { id, body }));
    if (answer === null) return;
    say("Sent back with your comments.");
    answered(null);
  };
  return (
    <Dialog
      title="Request changes"
      close={close}
      submit={request}
      actions={
        <button type="submit" className="primary" disabled={isSending || isEmpty}>
          Send back
        </button>
      }
    >
      {comments.length === 0 ? (
        <p className="muted">To comment on a line, click its number, or press n and Enter.</p>
      ) : (
        <ul className="comment-list">
          {comments.map(({ path, line, side, text }) => (
            <li key={`${path}:${line}:${side}`}>
              <code>
                <Shown text={`${path}:${line}`} />
              </code>{" "}
              <Shown text={text} />
            </li>
          ))}
        </ul>
      )}
      <label>
        What should be different
        <textarea autoFocus rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />
      </label>
    </Dialog>
  );
}
