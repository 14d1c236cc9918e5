import { useState } from "react";
import type { PlanDetail } from "../../src/hosts/http/api/plans.ts";
import { useKeys } from "../core/keyboard.ts";
import { useMay } from "../core/may.ts";
import { Link } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { AnswerState, Badge, Section, Since } from "../parts/basics.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { Shown } from "../parts/shown.tsx";
import { spelled, toneOf } from "../parts/words.ts";
import { Faults } from "./faults.tsx";
import { PlanAnswerDialog, type PlanAnswering } from "./plan-answer-dialog.tsx";
import { PlanEditor } from "./plan-editor.tsx";

/** One request and its plan: read, edit, answer. */
export function PlanView({ id }: { readonly id: string }) {
  const answer = useAnswer("getPlan", { id }, ["plans"]);
  const { data, reload } = answer;
  if (data === null) return <AnswerState answer={answer} />;
  return <Loaded detail={data} reload={reload} />;
}

function Loaded({ detail, reload }: { readonly detail: PlanDetail; readonly reload: () => void }) {
  const { plan } = detail;
  const [mayAnswer, mayEdit] = [useMay("answerPlan"), useMay("editPlan")];
  const can = { answer: detail.can.answer && mayAnswer, edit: detail.can.edit && mayEdit };
  const [answering, answer] = useState<PlanAnswering | null>(null);
  const [isEditing, setEditing] = useState(false);
  const canAnswer = can.answer && !isEditing;
  useKeys("Plan", [
    ...(canAnswer
      ? [
          { key: "a", label: "Approve", run: () => answer("approve") },
          { key: "r", label: "Reject, with a reason", run: () => answer("reject") },
          { key: "c", label: "Request changes", run: () => answer("request_changes") },
        ]
      : []),
    ...(can.edit && !isEditing ? [{ key: "e", label: "Edit", run: () => setEditing(true) }] : []),
  ]);
  return (
    <div className="view">
      <PlanHead detail={detail} />
      {!isEditing && (can.answer || can.edit) && (
        <AnswerBar can={can} hasPlan={plan.plan !== null} answer={answer} edit={() => setEditing(true)} />
      )}
      <Faults faults={plan.faults} />
      {isEditing ? (
        <PlanEditor
          detail={detail}
          close={() => setEditing(false)}
          saved={() => {
            setEditing(false);
            reload();
          }}
        />
      ) : (
        <PlanText detail={detail} />
      )}
      {answering !== null && (
        <PlanAnswerDialog
          answering={answering}
          detail={detail}
          close={() => answer(null)}
          answered={() => {
            answer(null);
            reload();
          }}
        />
      )}
    </div>
  );
}

function AnswerBar({
  can,
  hasPlan,
  answer,
  edit,
}: {
  readonly can: PlanDetail["can"];
  readonly hasPlan: boolean;
  readonly answer: (answering: PlanAnswering) => void;
  readonly edit: () => void;
}) {
  return (
    <div className="answers" role="group" aria-label="Your answer">
      {can.answer && (
        <>
          <button type="button" className="primary" aria-keyshortcuts="a" onClick={() => answer("approve")}>
            Approve <kbd>a</kbd>
          </button>
          <button type="button" aria-keyshortcuts="c" onClick={() => answer("request_changes")}>
            Request changes <kbd>c</kbd>
          </button>
        </>
      )}
      {can.edit && (
        <button type="button" aria-keyshortcuts="e" onClick={edit}>
          {hasPlan ? "Edit" : "Write the plan"} <kbd>e</kbd>
        </button>
      )}
      {can.answer && (
        <button type="button" className="danger" aria-keyshortcuts="r" onClick={() => answer("reject")}>
          Reject <kbd>r</kbd>
        </button>
      )}
    </div>
  );
}

function PlanHead({ detail: { plan, here } }: { readonly detail: PlanDetail }) {
  const { decision, outcome } = plan;
  return (
    <header className="detail-head">
      <Link href="/plans" className="back">
        ← Plans
      </Link>
      <h1>
        <Shown text={plan.title} />
      </h1>
      <p className="item-facts">
        <Badge tone={toneOf(plan.stage)}>{spelled(plan.stage)}</Badge>
        <span>
          asked by <Shown text={plan.requested_by} />
        </span>
        <Since time={plan.created_at} />
        <code>
          <Shown text={plan.request_id} />
        </code>
        <Link href={`/journal?trace=${encodeURIComponent(plan.trace_id)}`}>Journal</Link>
      </p>
      {!here && <p className="notice">Its files are in another working copy. Edit and answer it there.</p>}
      {decision !== null && (
        <p className="notice">
          <Shown text={decision.by} />: {spelled(decision.answer)}, <Since time={decision.at} />
          {decision.reason !== null && (
            <>
              : <Shown text={decision.reason} />
            </>
          )}
        </p>
      )}
      {outcome !== null && <Outcome outcome={outcome} />}
    </header>
  );
}

function Outcome({ outcome }: { readonly outcome: NonNullable<PlanDetail["plan"]["outcome"]> }) {
  const { error, branch, commit } = outcome;
  if (error !== null)
    return (
      <p className="notice bad">
        <Shown text={error} />
      </p>
    );
  return (
    <p className="notice good">
      Done
      {branch !== null && (
        <>
          {" "}
          on <Shown text={branch} />
        </>
      )}
      {commit !== null && (
        <>
          , commit <Link href={`/certificates/${commit}`}>{commit.slice(0, 12)}</Link>
        </>
      )}
    </p>
  );
}

function PlanText({ detail: { plan } }: { readonly detail: PlanDetail }) {
  return (
    <>
      <Section title="The request">
        <Markdown text={plan.request.text} />
      </Section>
      <Section title={plan.plan === null ? "The plan" : `The plan, revision ${plan.plan.revision}`}>
        {plan.plan === null ? (
          <p className="muted">It has not been written yet.</p>
        ) : (
          <Markdown text={plan.plan.text} />
        )}
      </Section>
      {plan.previous !== null && (
        <details>
          <summary>The previous revision</summary>
          <Markdown text={plan.previous} />
        </details>
      )}
      {plan.report !== null && (
        <Section title="Report">
          <Markdown text={plan.report.text} />
        </Section>
      )}
    </>
  );
}
