import { useState } from "react";
import { ask } from "../core/api.ts";
import { navigate } from "../core/router.tsx";
import { say } from "../core/toasts.tsx";
import { useSend } from "../core/use-send.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Shown } from "../parts/shown.tsx";
import type { AnswerDialogProps } from "./answering.ts";

/**
 * Inputs on which the change and an alternative differ: the reader says which result is right, and a test records it.
 */
export function DecideDialog({ detail, close }: AnswerDialogProps) {
  const [chosen, choose] = useState<{ question: number; test: "this" | "other" } | null>(null);
  const [isSending, send] = useSend();
  const id = detail.review.review_id;
  const decide = async () => {
    if (chosen === null) return;
    const body = { diff_hash: detail.diff_hash, ...chosen };
    const answer = await send(() => ask("answerReview", { id, body }));
    if (answer === null) return;
    say("The test is written, and the repair starts again with it.");
    navigate(`/runs/${encodeURIComponent(answer.run_id)}`);
  };
  return (
    <Dialog
      title="Which result is right?"
      close={close}
      submit={decide}
      actions={
        <button type="submit" className="primary" disabled={isSending || chosen === null}>
          Write the test and repair again
        </button>
      }
    >
      {detail.questions.map((question, index) => (
        <Question
          key={`${question.path} ${question.call} ${question.other}`}
          question={question}
          answer={chosen?.question === index + 1 ? chosen.test : null}
          choose={(test) => choose({ question: index + 1, test })}
        />
      ))}
      <p className="muted">
        A test that expects your answer is written next to the others, in your working tree. This change is
        closed, and the next one has to pass the test.
      </p>
    </Dialog>
  );
}

function Question({
  question: { call, mine, other },
  answer,
  choose,
}: {
  readonly question: AnswerDialogProps["detail"]["questions"][number];
  readonly answer: "this" | "other" | null;
  readonly choose: (answer: "this" | "other") => void;
}) {
  return (
    <fieldset className="question">
      <legend>
        <code>
          <Shown text={call} />
        </code>
      </legend>
      {(["this", "other"] as const).map((test) => (
        <label key={test} className="check">
          <input type="radio" name="answer" checked={answer === test} onChange={() => choose(test)} />
          <span>
            <code>
              <Shown text={test === "this" ? mine : other} />
            </code>{" "}
            <span className="muted">{test === "this" ? "with this change" : "with another change"}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
