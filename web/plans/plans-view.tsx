import { useState } from "react";
import type { PlanStage } from "../../src/domain/entities/plan-record.ts";
import type { PlansAnswer } from "../../src/hosts/http/api/plans.ts";
import { useKeys } from "../core/keyboard.ts";
import { useMay } from "../core/may.ts";
import { Link, navigate, useLocation, withQuery } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { AnswerState, Badge, Command, Empty, Since } from "../parts/basics.tsx";
import { Choice, Columns, offsetIn, Pager } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";
import { spelled, toneOf } from "../parts/words.ts";
import { RequestDialog } from "./request-dialog.tsx";

const LIMIT = 50;
const STAGES: readonly PlanStage[] = [
  "requested",
  "review",
  "needs_revision",
  "needs_reason",
  "approved",
  "active",
  "completed",
  "rejected",
  "error",
];

type PlanRow = PlansAnswer["plans"][number];

/** Requests and their plans. */
export function PlansView() {
  const { query } = useLocation();
  const stage = (query.get("stage") ?? undefined) as PlanStage | undefined;
  const offset = offsetIn(query);
  const answer = useAnswer("listPlans", { query: { stage, limit: LIMIT, offset } }, ["plans"]);
  const { data } = answer;
  const [isRequesting, setRequesting] = useState(false);
  const mayStart = useMay("startRun");
  const request = { key: "n", label: "Request a change", run: () => setRequesting(true) };
  useKeys("Plans", mayStart ? [request] : []);
  return (
    <div className="view">
      <div className="view-head">
        <h1>Plans</h1>
        {mayStart && (
          <button type="button" className="primary" aria-keyshortcuts="n" onClick={() => setRequesting(true)}>
            Request a change <kbd>n</kbd>
          </button>
        )}
      </div>
      <div className="filters">
        <Choice
          label="Stage"
          value={stage}
          choose={(value) => navigate(withQuery({ stage: value, offset: null }), { replace: true })}
        >
          {STAGES.map((each) => (
            <option key={each} value={each}>
              {spelled(each)}
            </option>
          ))}
        </Choice>
      </div>
      <AnswerState answer={answer} />
      {data !== null && data.total === 0 && <NoPlans stage={stage} />}
      {data !== null && data.plans.length > 0 && <PlanTable plans={data.plans} />}
      <Pager offset={offset} limit={LIMIT} total={data?.total ?? 0} />
      {isRequesting && <RequestDialog close={() => setRequesting(false)} />}
    </div>
  );
}

function NoPlans({ stage }: { readonly stage: PlanStage | undefined }) {
  if (stage !== undefined) return <Empty title="No plans in this stage" />;
  return (
    <Empty title="No plans yet">
      <p className="muted">Describe a change; its plan waits here for approval before anything happens.</p>
      <Command text='agentforge request "what you want"' />
    </Empty>
  );
}

function PlanTable({ plans }: { readonly plans: readonly PlanRow[] }) {
  return (
    <table className="list">
      <Columns names={["Request", "Stage", "By", "Requested"]} />
      <tbody>
        {plans.map((plan) => (
          <tr key={plan.request_id}>
            <td className="wide-cell">
              <Link href={`/plans/${encodeURIComponent(plan.request_id)}`}>
                <Shown text={plan.title} />
              </Link>
              <div className="muted">
                <Shown text={plan.request_id} />
                {plan.revision !== null && `, revision ${plan.revision}`}
                {plan.faults > 0 && `, ${plan.faults} to fix`}
              </div>
            </td>
            <td data-label="Stage">
              <Badge tone={toneOf(plan.stage)}>{spelled(plan.stage)}</Badge>
            </td>
            <td data-label="By">
              <Shown text={plan.requested_by} />
            </td>
            <td data-label="Requested">
              <Since time={plan.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
