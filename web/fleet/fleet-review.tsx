import { useState } from "react";
import type { FleetReviewAnswer } from "../../src/hosts/http/api/fleet.ts";
import { ask } from "../core/api.ts";
import { useKeys } from "../core/keyboard.ts";
import { useMay } from "../core/may.ts";
import { Link } from "../core/router.tsx";
import { say } from "../core/toasts.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { PlainDiff } from "../diff/plain-diff.tsx";
import { AnswerState, Badge, Section, Since } from "../parts/basics.tsx";
import { RejectDialog } from "../parts/reject-dialog.tsx";
import { Shown, TextList } from "../parts/shown.tsx";
import { percent, spelled, toneOf } from "../parts/words.ts";

/** One change in one of the repositories, and the answer to it. */
export function FleetReviewView({ id, next }: { readonly id: string; readonly next: () => void }) {
  const answer = useAnswer("getFleetReview", { id }, ["reviews", "runs"]);
  const { data, reload } = answer;
  if (data === null) return <AnswerState answer={answer} />;
  return <Loaded key={data.diff_hash} review={data} reload={reload} next={next} />;
}

interface LoadedProps {
  readonly review: FleetReviewAnswer;
  readonly reload: () => void;
  readonly next: () => void;
}

function Loaded({ review, reload, next }: LoadedProps) {
  const [isRejecting, setRejecting] = useState(false);
  const [isSending, send] = useSend();
  const mayAnswer = useMay("approveFleetReview") && review.status === "pending";
  const answered = (taskId: string) => {
    say(`A worker will execute it as ${taskId}.`);
    setRejecting(false);
    reload();
    next();
  };
  const approve = async () => {
    const body = { diff_hash: review.diff_hash };
    const answer = await send(() => ask("approveFleetReview", { id: review.review_id, body }));
    if (answer !== null) answered(answer.task_id);
  };
  const keys = [
    { key: "a", label: "Approve", run: () => void approve() },
    { key: "r", label: "Reject, with a reason", run: () => setRejecting(true) },
  ];
  useKeys("Change", mayAnswer ? keys : []);
  return (
    <article className="review" aria-labelledby="review-title">
      <Head review={review} />
      {mayAnswer && <AnswerBar isSending={isSending} approve={approve} reject={() => setRejecting(true)} />}
      {review.asked_because.length > 0 && (
        <Section title="Why you are asked">
          <TextList texts={review.asked_because} />
        </Section>
      )}
      <Section title="The change">
        <PlainDiff text={review.diff} />
      </Section>
      {isRejecting && (
        <RejectFleetDialog review={review} close={() => setRejecting(false)} answered={answered} />
      )}
    </article>
  );
}

function AnswerBar({
  isSending,
  approve,
  reject,
}: {
  readonly isSending: boolean;
  readonly approve: () => void;
  readonly reject: () => void;
}) {
  return (
    <div className="answers" role="group" aria-label="Your answer">
      <button type="button" className="primary" aria-keyshortcuts="a" disabled={isSending} onClick={approve}>
        Approve <kbd>a</kbd>
      </button>
      <button type="button" className="danger" aria-keyshortcuts="r" onClick={reject}>
        Reject <kbd>r</kbd>
      </button>
    </div>
  );
}

function Head({ review }: { readonly review: FleetReviewAnswer }) {
  return (
    <header className="detail-head">
      <Link href="/" className="back">
        ← Inbox
      </Link>
      <h1 id="review-title">
        <Shown text={review.title} />
      </h1>
      <p className="item-facts">
        <Badge tone={toneOf(review.status)}>{spelled(review.status)}</Badge>
        <code>{review.review_id}</code>
        <span>{percent(review.confidence)} confident</span>
        <Since time={review.created_at} />
      </p>
      <p className="muted">
        <Shown text={review.repository} />
      </p>
      {(review.answered_by !== null || review.why !== null) && (
        <p className="notice">
          <Shown text={[review.answered_by, review.why].filter((part) => part !== null).join(": ")} />
        </p>
      )}
    </header>
  );
}

interface RejectProps {
  readonly review: FleetReviewAnswer;
  readonly close: () => void;
  readonly answered: (taskId: string) => void;
}

function RejectFleetDialog({ review, close, answered }: RejectProps) {
  const [isSending, send] = useSend();
  const reject = async (reason: string) => {
    const body = { diff_hash: review.diff_hash, reason };
    const answer = await send(() => ask("rejectFleetReview", { id: review.review_id, body }));
    if (answer === null) return;
    answered(answer.task_id);
  };
  return <RejectDialog reject={reject} isSending={isSending} close={close} />;
}
