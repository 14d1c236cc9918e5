import type { OverviewAnswer } from "../../src/hosts/http/api/overview.ts";
import { BarChart } from "../charts/bar-chart.tsx";
import type { Series } from "../charts/frame.tsx";
import { Link } from "../core/router.tsx";
import { useAnswer } from "../core/use-answer.ts";
import { AnswerState, Empty, Section } from "../parts/basics.tsx";
import { KIND_NAME, SEVERITIES } from "../parts/words.ts";
import { SessionTable } from "../runs/runs-view.tsx";
import { Figure, StatsCharts, StatsFigures, StatsTables } from "./stats.tsx";

const TONES: Readonly<Record<(typeof SEVERITIES)[number], Series["tone"]>> = {
  blocker: "dark",
  critical: "bad",
  major: "warn",
  minor: "accent",
  info: "neutral",
};

/** Project metrics. */
export function OverviewView() {
  const answer = useAnswer("getOverview", {}, ["reviews", "violations", "runs", "plans"]);
  const { data } = answer;
  return (
    <div className="view">
      <div className="view-head">
        <h1>Overview</h1>
      </div>
      <AnswerState answer={answer} />
      {data !== null && <Figures overview={data} />}
    </div>
  );
}

function Figures({ overview }: { readonly overview: OverviewAnswer }) {
  const open = SEVERITIES.reduce((sum, severity) => sum + (overview.open[severity] ?? 0), 0);
  return (
    <>
      <dl className="figures">
        <Figure name="Waiting for you" value={overview.waiting.total} href="/">
          {kindsOf(overview)}
        </Figure>
        <Figure name="Open violations" value={open} href="/violations">
          {severitiesOf(overview)}
        </Figure>
        <StatsFigures />
      </dl>
      <div className="charts">
        <Section title="Open violations by severity">
          {overview.open_by_day.length === 0 ? (
            <p className="muted">The checks have not run yet: agentforge conformance check</p>
          ) : (
            <BarChart
              title="Open violations by severity and day"
              labels={overview.open_by_day.map(({ day }) => day)}
              series={SEVERITIES.map((severity) => ({
                name: severity,
                tone: TONES[severity],
                values: overview.open_by_day.map((day) => day.open[severity] ?? 0),
              }))}
            />
          )}
        </Section>
        <StatsCharts />
      </div>
      <StatsTables />
      <Section title="Latest runs">
        {overview.recent_runs.length === 0 ? (
          <Empty title="No runs yet">
            <p className="muted">
              <Link href="/runs">Start one</Link>
            </p>
          </Empty>
        ) : (
          <SessionTable sessions={overview.recent_runs} />
        )}
      </Section>
    </>
  );
}

function kindsOf({ waiting }: OverviewAnswer): string {
  const kinds = Object.entries(waiting.by_kind) as [keyof typeof KIND_NAME, number][];
  const named = kinds.filter(([, count]) => count > 0);
  if (named.length === 0) return "nothing is waiting";
  return named.map(([kind, count]) => `${count} ${KIND_NAME[kind]}${count === 1 ? "" : "s"}`).join(", ");
}

function severitiesOf({ open }: OverviewAnswer): string {
  const named = SEVERITIES.filter((severity) => (open[severity] ?? 0) > 0);
  return named.length === 0 ? "none" : named.map((severity) => `${open[severity]} ${severity}`).join(", ");
}
