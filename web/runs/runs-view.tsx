import { useState } from "react";
import type { Session } from "../../src/domain/entities/session.ts";
import type { LiveRun } from "../../src/hosts/http/api/runs.ts";
import { ask } from "../core/api.ts";
import { useKeys } from "../core/keyboard.ts";
import { useLiveRuns } from "../core/live.ts";
import { useMay } from "../core/may.ts";
import { Link, useLocation } from "../core/router.tsx";
import { duration } from "../core/time.ts";
import { useAnswer } from "../core/use-answer.ts";
import { useSend } from "../core/use-send.ts";
import { AnswerState, Badge, Empty, Since } from "../parts/basics.tsx";
import { Columns, offsetIn, Pager } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";
import { spelled, toneOf } from "../parts/words.ts";
import { StartDialog } from "./start-dialog.tsx";

const LIMIT = 50;

/** Current and past runs, and a button to start one. */
export function RunsView() {
  const { query } = useLocation();
  const offset = offsetIn(query);
  const runs = useAnswer("listRuns", { query: { limit: LIMIT, offset } }, ["runs"]);
  const said = useLiveRuns();
  const [isStarting, setStarting] = useState(false);
  const mayStart = useMay("startRun");
  useKeys("Runs", mayStart ? [{ key: "n", label: "Start a run", run: () => setStarting(true) }] : []);
  const live = (runs.data?.live ?? []).map((run) => said.get(run.run_id) ?? run);
  return (
    <div className="view">
      <div className="view-head">
        <h1>Runs</h1>
        {mayStart && (
          <button type="button" className="primary" aria-keyshortcuts="n" onClick={() => setStarting(true)}>
            Start a run <kbd>n</kbd>
          </button>
        )}
      </div>
      <AnswerState answer={runs} />
      {live.length > 0 && (
        <ul className="live-runs" aria-label="Started here">
          {live.map((run) => (
            <LiveRunRow key={run.run_id} run={run} />
          ))}
        </ul>
      )}
      {runs.data !== null && runs.data.total === 0 && live.length === 0 && (
        <Empty title="No runs yet">
          <p className="muted">Start one here, or with agentforge repair in the project.</p>
        </Empty>
      )}
      {runs.data !== null && runs.data.sessions.length > 0 && <SessionTable sessions={runs.data.sessions} />}
      <Pager offset={offset} limit={LIMIT} total={runs.data?.total ?? 0} />
      {isStarting && <StartDialog close={() => setStarting(false)} />}
    </div>
  );
}

function LiveRunRow({ run }: { readonly run: LiveRun }) {
  return (
    <li className="card">
      <div className="card-head">
        <Badge tone={toneOf(run.status)}>{run.status}</Badge>
        <Link href={`/runs/${encodeURIComponent(run.run_id)}`}>
          <Shown text={run.title} />
        </Link>
        <span className="muted">
          by <Shown text={run.by} />, <Since time={run.started_at} />
        </span>
        <StopButton run={run} />
      </div>
      <p className="muted lines-of-text">
        <Shown text={lastWords(run)} />
      </p>
    </li>
  );
}

export function StopButton({ run }: { readonly run: LiveRun }) {
  const [isSending, send] = useSend();
  const mayStop = useMay("stopRun");
  if (run.status !== "running" || !mayStop) return null;
  return (
    <button
      type="button"
      className="danger"
      disabled={isSending}
      onClick={() => send(() => ask("stopRun", { id: run.run_id, body: {} }))}
    >
      Stop
    </button>
  );
}

function lastWords({ outcome, why, log, ended_at }: LiveRun): string {
  if (ended_at === null) return log.at(-1)?.text ?? "Starting…";
  return [spelled(outcome ?? ""), why].filter((part) => part).join(": ");
}

export function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  return (
    <table className="list">
      <Columns names={["Task", "Status", "Brain", "Started", "Took"]} />
      <tbody>
        {sessions.map((session) => (
          <tr key={session.session_id}>
            <td className="wide-cell">
              <Link href={`/runs/${encodeURIComponent(session.session_id)}`}>
                <Shown text={session.task_description || session.session_id} />
              </Link>
              {session.outcome !== null && (
                <div className="muted">
                  <Shown text={spelled(session.outcome)} />
                </div>
              )}
            </td>
            <td data-label="Status">
              <Badge tone={toneOf(session.status)}>{session.status}</Badge>
            </td>
            <td data-label="Brain">{session.brain}</td>
            <td data-label="Started">
              <Since time={session.started_at} />
            </td>
            <td data-label="Took">{took(session)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function took({ started_at, ended_at }: Session): string {
  if (ended_at === null) return "";
  return duration(Math.max(0, Date.parse(ended_at) - Date.parse(started_at)) / 1000);
}
