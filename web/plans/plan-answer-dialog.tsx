import { useState } from "react";
import type { PlanAnswered, PlanDetail } from "../../src/hosts/http/api/plans.ts";
import { ask } from "../core/api.ts";
import { navigate } from "../core/router.tsx";
import { say } from "../core/toasts.tsx";
import { useSend } from "../core/use-send.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Faults } from "./faults.tsx";

export type PlanAnswering = "approve" | "reject" | "request_changes";

const WORDS = {
  approve: { title: "Approve this plan", button: "Approve", said: "Approved." },
  reject: { title: "Reject this plan", button: "Reject", said: "Rejected." },
  request_changes: { title: "Request changes", button: "Send back", said: "Sent back." },
} as const;

interface PlanAnswerDialogProps {
  readonly answering: PlanAnswering;
  readonly detail: PlanDetail;
  readonly close: () => void;
  readonly answered: () => void;
}

export function PlanAnswerDialog({ answering, detail, close, answered }: PlanAnswerDialogProps) {
  const [reason, setReason] = useState("");
  const [now, setNow] = useState(true);
  const [problems, setProblems] = useState<PlanAnswered["problems"]>([]);
  const [isSending, send] = useSend();
  const words = WORDS[answering];
  const needsReason = answering !== "approve";
  const isReady = detail.plan_hash !== null && (!needsReason || reason.trim() !== "");
  const submit = async () => {
    if (!isReady || detail.plan_hash === null) return;
    const body = {
      answer: answering,
      plan_hash: detail.plan_hash,
      ...(reason.trim() === "" ? {} : { reason }),
      now: answering === "approve" && now,
    };
    const answer = await send(() => ask("answerPlan", { id: detail.plan.request_id, body }));
    if (answer === null) return;
    if (answer.problems.length > 0) return setProblems(answer.problems);
    say(words.said);
    answered();
    if (answer.run_id !== null) navigate(`/runs/${encodeURIComponent(answer.run_id)}`);
  };
  return (
    <Dialog
      title={words.title}
      close={close}
      submit={submit}
      actions={<SendButton answering={answering} isSending={isSending} isReady={isReady} />}
    >
      <Faults faults={problems} />
      {needsReason ? (
        <label>
          {answering === "reject" ? "Why" : "What should be different"}
          <textarea autoFocus rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      ) : (
        <label className="check">
          <input type="checkbox" checked={now} onChange={(event) => setNow(event.target.checked)} />
          Execute it now; otherwise the daemon does
        </label>
      )}
    </Dialog>
  );
}

function SendButton({
  answering,
  isSending,
  isReady,
}: {
  readonly answering: PlanAnswering;
  readonly isSending: boolean;
  readonly isReady: boolean;
}) {
  return (
    <button
      type="submit"
      className={answering === "reject" ? "danger" : "primary"}
      disabled={isSending || !isReady}
    >
      {isSending ? "Sending…" : WORDS[answering].button}
    </button>
  );
}
