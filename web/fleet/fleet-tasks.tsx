import type { ShownTask } from "../../src/hosts/http/api/fleet.ts";
import { ask } from "../core/api.ts";
import { useMay } from "../core/may.ts";
import { navigate, useLocation, withQuery } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { AnswerState, Badge, Empty, Since } from "../parts/basics.tsx";
import { Choice, Columns } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";
import { spelled, toneOf } from "../parts/words.ts";

const STATUSES = ["queued", "running", "done", "set_aside", "cancelled"] as const;
type Status = (typeof STATUSES)[number];

/** The workers' tasks and their results. */
export function FleetTasksView() {
  const { query } = useLocation();
  const status = (query.get("status") ?? undefined) as Status | undefined;
  const answer = useAnswer("listFleetTasks", { query: { status, limit: 100 } }, ["runs", "reviews"]);
  const { data, reload } = answer;
  return (
    <div className="view">
      <div className="view-head">
        <h1>Tasks</h1>
      </div>
      <div className="filters">
        <Choice
          label="Status"
          value={status}
          choose={(value) => navigate(withQuery({ status: value }), { replace: true })}
        >
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {spelled(each)} {data !== null && `(${data.counts[each] ?? 0})`}
            </option>
          ))}
        </Choice>
      </div>
      <AnswerState answer={answer} />
      {data !== null && data.tasks.length === 0 && (
        <Empty title="No task">
          <p className="muted">Run agentforge fleet enqueue --all --tests to queue some.</p>
        </Empty>
      )}
      {data !== null && data.tasks.length > 0 && <TaskTable tasks={data.tasks} reload={reload} />}
    </div>
  );
}

function TaskTable({ tasks, reload }: { readonly tasks: readonly ShownTask[]; readonly reload: () => void }) {
  return (
    <table className="list">
      <Columns names={["Task", "Status", "Worker", "Queued", "Action"]} />
      <tbody>
        {tasks.map((task) => (
          <tr key={task.task_id}>
            <td className="wide-cell">
              <Shown text={`${kindOf(task)} ${task.repository}`} />
              <div className="muted">
                <Shown text={task.why ?? task.outcome?.text ?? task.task_id} />
              </div>
            </td>
            <td data-label="Status">
              <Badge tone={toneOf(task.status)}>{spelled(task.outcome?.kind ?? task.status)}</Badge>
            </td>
            <td data-label="Worker">{task.worker ?? "–"}</td>
            <td data-label="Queued">
              <Since time={task.created_at} />
            </td>
            <td>
              <TaskButton task={task} done={reload} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function kindOf({ request }: ShownTask): string {
  return request.kind === "unknown" ? request.name : request.kind;
}

function TaskButton({ task, done }: { readonly task: ShownTask; readonly done: () => void }) {
  const [isSending, send] = useSend();
  const maySteer = useMay("cancelFleetTask");
  if (!maySteer || task.status === "done") return null;
  const isOver = task.status === "set_aside" || task.status === "cancelled";
  const act = async () => {
    const name = isOver ? "retryFleetTask" : "cancelFleetTask";
    if ((await send(() => ask(name, { id: task.task_id, body: {} }))) !== null) done();
  };
  return (
    <button type="button" className={isOver ? "" : "danger"} disabled={isSending} onClick={act}>
      {isOver ? "Retry" : "Cancel"}
    </button>
  );
}
