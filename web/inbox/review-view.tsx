import { useMemo, useState } from "react";
import type { ReviewDetail } from "../../src/hosts/http/api/reviews.ts";
import { useKeys } from "../core/keyboard.ts";
import { useLiveRuns } from "../core/live.ts";
import { useMay } from "../core/may.ts";
import { Link } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { DiffView } from "../diff/diff-view.tsx";
import { type Comment, evidenceByLine, type LineNotes, type Place, withComment } from "../diff/line-notes.ts";
import { moveInDiff, toggleTests } from "../diff/move-in-diff.ts";
import { useLayout } from "../diff/use-layout.ts";
import { AnswerState, Section } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import type { Answering } from "./answering.ts";
import { Confidence } from "./confidence.tsx";
import { EvidenceFacts } from "./evidence-facts.tsx";
import { ReviewHead, WhatWasWrong } from "./review-head.tsx";
import { Rivals } from "./rivals.tsx";
import { Trail } from "./trail.tsx";

/** One proven change: the problem, the diff, the evidence, and the possible answers. */
export function ReviewView({ id, next }: { readonly id: string; readonly next: () => void }) {
  const review = useAnswer("getReview", { id }, ["reviews"]);
  if (review.data === null) return <AnswerState answer={review} />;
  return <Loaded key={review.data.diff_hash} detail={review.data} reload={review.reload} next={next} />;
}

interface LoadedProps {
  readonly detail: ReviewDetail;
  readonly reload: () => void;
  readonly next: () => void;
}

function Loaded({ detail, reload, next }: LoadedProps) {
  const { review } = detail;
  const mayAnswer = useMay("approveReview");
  const isWaiting = review.status === "pending" && mayAnswer;
  const [answering, answer] = useState<Answering | null>(null);
  const [comments, setComments] = useState<readonly Comment[]>([]);
  const [runId, setRunId] = useState<string | null>(null);
  const [layout, setLayout] = useLayout();
  const notes = useNotes(detail, isWaiting, comments, setComments);
  useChangeKeys({ isWaiting, hasQuestions: detail.questions.length > 0, answer, setLayout });
  return (
    <article className="review" aria-labelledby="review-title">
      <ReviewHead detail={detail} />
      {runId !== null && <ProofRun id={runId} />}
      {isWaiting && <AnswerBar choose={answer} comments={comments.length} />}
      <WhatWasWrong detail={detail} />
      <Section title="The change" aside={<LayoutChoice layout={layout} choose={setLayout} />}>
        {review.request.proposed_fix !== review.title && (
          <p className="lines-of-text">
            <Shown text={review.request.proposed_fix} />
          </p>
        )}
        <DiffView files={detail.files} layout={layout} notes={notes} />
      </Section>
      <EvidenceFacts detail={detail} />
      <Rivals detail={detail} decide={isWaiting ? () => answer("decide") : null} />
      <Confidence breakdown={review.evidence.confidence} />
      <Trail detail={detail} />
      {answering !== null && (
        <AnswerDialog
          answering={answering}
          detail={detail}
          comments={comments}
          close={() => answer(null)}
          answered={(run) => {
            answer(null);
            setRunId(run);
            reload();
            if (run === null) next();
          }}
        />
      )}
    </article>
  );
}

function useChangeKeys({
  isWaiting,
  hasQuestions,
  answer,
  setLayout,
}: {
  readonly isWaiting: boolean;
  readonly hasQuestions: boolean;
  readonly answer: (answering: Answering) => void;
  readonly setLayout: ReturnType<typeof useLayout>[1];
}): void {
  const choose = (what: Answering) => () => answer(what);
  useKeys("Change", [
    ...(isWaiting
      ? [
          { key: "a", label: "Approve", run: choose("approve") },
          { key: "r", label: "Reject, with a reason", run: choose("reject") },
          { key: "c", label: "Request changes", run: choose("request") },
          { key: "e", label: "Edit and verify again", run: choose("edit") },
          ...(hasQuestions ? [{ key: "d", label: "Decide with a test", run: choose("decide") }] : []),
          { key: "n", label: "Next changed line; Enter comments on it", run: () => moveInDiff("line", 1) },
          { key: "p", label: "Previous changed line", run: () => moveInDiff("line", -1) },
          { key: "w", label: "Which tests run this line", run: toggleTests },
        ]
      : []),
    { key: "]", label: "Next file", run: () => moveInDiff("file", 1) },
    { key: "[", label: "Previous file", run: () => moveInDiff("file", -1) },
    { key: "u", label: "One column", run: () => setLayout("unified") },
    { key: "s", label: "Side by side", run: () => setLayout("split") },
  ]);
}

function AnswerBar({
  choose,
  comments,
}: {
  readonly choose: (answering: Answering) => void;
  readonly comments: number;
}) {
  return (
    <div className="answers" role="group" aria-label="Your answer">
      <button type="button" className="primary" aria-keyshortcuts="a" onClick={() => choose("approve")}>
        Approve <kbd>a</kbd>
      </button>
      <button type="button" aria-keyshortcuts="c" onClick={() => choose("request")}>
        Request changes{comments > 0 && ` (${comments})`} <kbd>c</kbd>
      </button>
      <button type="button" aria-keyshortcuts="e" onClick={() => choose("edit")}>
        Edit <kbd>e</kbd>
      </button>
      <button type="button" className="danger" aria-keyshortcuts="r" onClick={() => choose("reject")}>
        Reject <kbd>r</kbd>
      </button>
    </div>
  );
}

function LayoutChoice({
  layout,
  choose,
}: {
  readonly layout: "unified" | "split";
  readonly choose: (layout: "unified" | "split") => void;
}) {
  return (
    <div className="choice" role="group" aria-label="Layout of the diff">
      <button type="button" aria-pressed={layout === "unified"} onClick={() => choose("unified")}>
        One column
      </button>
      <button type="button" aria-pressed={layout === "split"} onClick={() => choose("split")}>
        Side by side
      </button>
    </div>
  );
}

/** The run that verifies the reader's own version. */
function ProofRun({ id }: { readonly id: string }) {
  const run = useLiveRuns().get(id);
  const isOver = run !== undefined && run.ended_at !== null;
  return (
    <p className="notice" role="status">
      {isOver ? "Your version was verified: " : "Your version is being verified… "}
      <Shown
        text={
          run?.why ??
          (isOver ? (run.outcome ?? run.status).replaceAll("_", " ") : (run?.log.at(-1)?.text ?? ""))
        }
      />{" "}
      <Link href={`/runs/${encodeURIComponent(id)}`}>View the run</Link>
    </p>
  );
}

function useNotes(
  detail: ReviewDetail,
  canComment: boolean,
  comments: readonly Comment[],
  setComments: (comments: readonly Comment[]) => void,
): LineNotes {
  const [open, setOpen] = useState<Place | null>(null);
  const evidence = useMemo(() => evidenceByLine(detail.lines), [detail.lines]);
  return useMemo(
    () => ({
      evidence,
      comments,
      open,
      canComment,
      startComment: setOpen,
      cancelComment: () => setOpen(null),
      keepComment: (place, text) => {
        setComments(withComment(comments, place, text));
        setOpen(null);
      },
    }),
    [evidence, comments, open, canComment, setComments],
  );
}
