import type { AnswerOf } from "../../src/hosts/http/api/routes.ts";
import { ask } from "../core/api.ts";
import { useMay } from "../core/may.ts";
import { duration } from "../core/time.ts";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { Figure } from "../overview/stats.tsx";
import { AnswerState, Badge, Empty, Section, Since } from "../parts/basics.tsx";
import { Columns } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";

const MODES = [
  { mode: "running", label: "Resume" },
  { mode: "paused", label: "Pause" },
  { mode: "draining", label: "Drain" },
] as const;

type FleetStatus = AnswerOf<"getFleetStatus">;

/** The workers, their queue, and the switch that pauses them. */
export function FleetWorkersView() {
  const answer = useAnswer("getFleetStatus", {}, ["runs", "reviews"]);
  const { data, reload } = answer;
  const [isSending, send] = useSend();
  const maySteer = useMay("setFleetMode");
  if (data === null) return <AnswerState answer={answer} />;
  const setMode = async (mode: (typeof MODES)[number]["mode"]) => {
    if ((await send(() => ask("setFleetMode", { body: { mode } }))) !== null) reload();
  };
  return (
    <div className="view">
      <div className="view-head">
        <h1>Workers</h1>
        {maySteer &&
          MODES.filter(({ mode }) => mode !== data.mode).map(({ mode, label }) => (
            <button key={mode} type="button" disabled={isSending} onClick={() => setMode(mode)}>
              {label}
            </button>
          ))}
      </div>
      <FleetFigures status={data} />
      <Section title="Workers">
        {data.workers.length === 0 ? (
          <Empty title="No worker">
            <p className="muted">Run agentforge worker on any machine that can reach the database.</p>
          </Empty>
        ) : (
          <WorkerTable workers={data.workers} />
        )}
      </Section>
    </div>
  );
}

function FleetFigures({ status }: { readonly status: FleetStatus }) {
  const alive = status.workers.filter((worker) => worker.is_alive).length;
  return (
    <dl className="figures">
      <Figure name="Fleet" value={status.mode}>
        {alive} of {status.workers.length} workers alive
      </Figure>
      <Figure name="Queued" value={status.tasks.queued} href="/tasks?status=queued">
        {status.tasks.queued === 0
          ? "nothing is waiting"
          : `oldest: ${duration(status.oldest_queued_seconds)}`}
      </Figure>
      <Figure name="Running" value={status.tasks.running} href="/tasks?status=running">
        {status.tasks.done} done
      </Figure>
      <Figure name="Set aside" value={status.tasks.set_aside} href="/tasks?status=set_aside">
        need a person
      </Figure>
      <Figure name="Waiting for an answer" value={status.pending_reviews} href="/">
        changes
      </Figure>
    </dl>
  );
}

function WorkerTable({ workers }: { readonly workers: FleetStatus["workers"] }) {
  return (
    <table className="list">
      <Columns names={["Worker", "State", "Labels", "At once", "Version", "Started"]} />
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.worker_id}>
            <td className="wide-cell">
              <Shown text={`${worker.worker_id} on ${worker.host}`} />
            </td>
            <td data-label="State">
              <Badge tone={worker.is_alive ? "good" : "bad"}>{worker.is_alive ? "alive" : "gone"}</Badge>
            </td>
            <td data-label="Labels">{worker.labels.join(", ") || "–"}</td>
            <td data-label="At once">{worker.concurrency}</td>
            <td data-label="Version">{worker.version}</td>
            <td data-label="Started">
              <Since time={worker.started_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
