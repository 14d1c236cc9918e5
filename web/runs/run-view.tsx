import type { LiveRun, RunDetail } from "../../src/hosts/http/api/runs.ts";
import { useLiveRuns } from "../core/live.ts";
import { Link } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { AnswerState, Badge, Fact, Facts, Section, Since } from "../parts/basics.tsx";
import { Shown } from "../parts/shown.tsx";
import { spelled, toneOf } from "../parts/words.ts";
import { StopButton } from "./runs-view.tsx";
import { Step } from "./step.tsx";

/** One run, live or finished. */
export function RunView({ id }: { readonly id: string }) {
  const answer = useAnswer("getRun", { id }, ["runs", "journal"]);
  const { data } = answer;
  const said = useLiveRuns().get(id);
  if (data === null) return <AnswerState answer={answer} />;
  const live = said ?? data.live;
  return (
    <div className="view">
      <header className="detail-head">
        <Link href="/runs" className="back">
          ← Runs
        </Link>
        <h1>
          <Shown text={live?.title ?? data.session?.task_description ?? id} />
        </h1>
        <RunFacts detail={data} live={live} id={id} />
      </header>
      {live !== null && live !== undefined && <LiveLog run={live} />}
      {live === null && data.session?.outcome && (
        <p className="notice">
          <Shown text={spelled(data.session.outcome)} />
        </p>
      )}
      <Results detail={data} live={live ?? null} />
      <Steps detail={data} />
    </div>
  );
}

function RunFacts({ detail, live, id }: { detail: RunDetail; live: LiveRun | null | undefined; id: string }) {
  const status = live?.status ?? detail.session?.status ?? "running";
  const started = live?.started_at ?? detail.session?.started_at;
  return (
    <p className="item-facts">
      <Badge tone={toneOf(status)}>{status}</Badge>
      {detail.session !== null && <span>{detail.session.brain}</span>}
      {started !== undefined && <Since time={started} />}
      <code>{detail.session?.session_id ?? id}</code>
      {detail.session !== null && (
        <Link href={`/journal?trace=${encodeURIComponent(detail.session.trace_id)}`}>Journal</Link>
      )}
      {live && <StopButton run={live} />}
    </p>
  );
}

function LiveLog({ run }: { readonly run: LiveRun }) {
  return (
    <Section
      title={run.ended_at === null ? "Current activity" : `Ended: ${spelled(run.outcome ?? run.status)}`}
    >
      {run.why !== null && (
        <p>
          <Shown text={run.why} />
        </p>
      )}
      <ol className="log" aria-live={run.ended_at === null ? "polite" : "off"}>
        {run.log.map(({ at, text }, index) => (
          <li key={index}>
            <time dateTime={at}>{at.slice(11, 19)}</time>{" "}
            <span>
              <Shown text={text} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What the run produced. */
function Results({ detail, live }: { readonly detail: RunDetail; readonly live: LiveRun | null }) {
  const reviews = new Set([...detail.review_ids, ...(live?.review_id ? [live.review_id] : [])]);
  const links = [
    ...[...reviews].map((id) => ({ href: `/reviews/${encodeURIComponent(id)}`, text: `The change ${id}` })),
    ...(live?.request_id
      ? [{ href: `/plans/${encodeURIComponent(live.request_id)}`, text: `The plan ${live.request_id}` }]
      : []),
    ...(live?.escalation_id
      ? [
          {
            href: `/escalations/${encodeURIComponent(live.escalation_id)}`,
            text: `The escalation ${live.escalation_id}`,
          },
        ]
      : []),
  ];
  if (links.length === 0 && detail.attempt === null) return null;
  return (
    <Section title="Results">
      {links.length > 0 && (
        <ul>
          {links.map(({ href, text }) => (
            <li key={href}>
              <Link href={href}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
      {detail.attempt !== null && (
        <Facts>
          <Fact name="Phase">{spelled(detail.attempt.phase)}</Fact>
          <Fact name="Files">
            <Shown text={detail.attempt.files_modified.join(", ") || "none changed"} />
          </Fact>
          {detail.attempt.error !== null && (
            <Fact name="Error">
              <Shown text={detail.attempt.error} />
            </Fact>
          )}
        </Facts>
      )}
    </Section>
  );
}

function Steps({ detail }: { readonly detail: RunDetail }) {
  if (detail.session === null) return null;
  const more = detail.total_steps - detail.steps.length;
  return (
    <Section title={detail.total_steps === 1 ? "1 step" : `${detail.total_steps} steps`}>
      {detail.total_steps === 0 && <p className="muted">No steps are on record.</p>}
      <ol className="run-steps">
        {detail.steps.map((step, index) => (
          <Step key={index} step={step} number={index + 1} />
        ))}
      </ol>
      {more > 0 && (
        <p className="muted">
          {more} more steps: agentforge session show {detail.session.session_id}
        </p>
      )}
    </Section>
  );
}
