import type { ReactNode } from "react";
import type { StatsBy, StatsRow } from "../../src/domain/entities/stats.ts";
import { BarChart } from "../charts/bar-chart.tsx";
import { Link } from "../core/router.tsx";
import { duration } from "../core/time.ts";
import { useAnswer } from "../core/use-answer.ts";
import { ProblemBox, Section } from "../parts/basics.tsx";
import { Columns } from "../parts/lists.tsx";
import { Shown } from "../parts/shown.tsx";
import { dollars, percent } from "../parts/words.ts";

const TOPICS = ["reviews", "escalations", "runs"] as const;
const MOST_WEEKS = 26;
const MOST_ROWS = 20;

function useStats(by: StatsBy) {
  return useAnswer("getStats", { query: { by } }, TOPICS);
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly href?: string;
  readonly children: ReactNode;
}

export function Figure({ name, value, href, children }: FigureProps) {
  return (
    <div className="figure">
      <dt>{href === undefined ? name : <Link href={href}>{name}</Link>}</dt>
      <dd>
        <span className="figure-value">{value}</span>
        <span className="muted">{children}</span>
      </dd>
    </div>
  );
}

/** Metrics over everything recorded. */
export function StatsFigures() {
  const total = useStats("week").data?.total;
  if (total === undefined) return null;
  const { runs, proven, asked, rejected, fixed } = total;
  return (
    <>
      <Figure name="Runs with a proven fix" value={runs === 0 ? "–" : percent(proven / runs)}>
        {runs === 0 ? "no run has ended" : `${proven} of ${runs}`}
      </Figure>
      <Figure name="Fixed" value={fixed}>
        {asked} asked about, {rejected} rejected, {total.escalated} escalated
      </Figure>
      <Figure name="Time to a fix" value={timeOf(total.median_seconds_to_fix)}>
        median; {timeOf(total.median_seconds_to_answer)} to an answer
      </Figure>
      <Figure name="Models" value={total.tokens === 0 ? "$0" : dollars(total.usd)}>
        {total.tokens.toLocaleString("en")} tokens
      </Figure>
      <Figure name="Human minutes" value={total.human_minutes}>
        estimated from the answers
      </Figure>
    </>
  );
}

/** Results of the work, week by week. */
export function StatsCharts() {
  const stats = useStats("week");
  if (stats.problem !== null && stats.data === null)
    return <ProblemBox problem={stats.problem} retry={stats.reload} />;
  const weeks = (stats.data?.rows ?? []).slice(-MOST_WEEKS);
  const values = (read: (row: StatsRow) => number) => weeks.map(read);
  const labels = weeks.map(({ name }) => name);
  return (
    <>
      <Section title="Fixed, rejected and escalated per week">
        {weeks.every(({ fixed, rejected, escalated }) => fixed + rejected + escalated === 0) ? (
          <p className="muted">No fix has landed yet.</p>
        ) : (
          <BarChart
            title="Fixed, rejected and escalated per week"
            labels={labels}
            series={[
              { name: "fixed", tone: "good", values: values((row) => row.fixed) },
              { name: "rejected", tone: "bad", values: values((row) => row.rejected) },
              { name: "escalated", tone: "warn", values: values((row) => row.escalated) },
            ]}
          />
        )}
      </Section>
      {weeks.some(({ human_minutes }) => human_minutes > 0) && (
        <Section title="Human minutes per week">
          <BarChart
            title="Human minutes per week"
            labels={labels}
            series={[{ name: "minutes", tone: "accent", values: values((row) => row.human_minutes) }]}
          />
        </Section>
      )}
      {weeks.some(({ usd }) => (usd ?? 0) > 0) && (
        <Section title="Model cost per week">
          <BarChart
            title="Model cost per week, in dollars"
            labels={labels}
            series={[{ name: "dollars", tone: "neutral", values: values((row) => row.usd ?? 0) }]}
          />
        </Section>
      )}
    </>
  );
}

export function StatsTables({ by = ["brain", "rule"] }: { readonly by?: readonly StatsBy[] }) {
  return by.map((trait) => <StatsTable key={trait} by={trait} />);
}

function StatsTable({ by }: { readonly by: StatsBy }) {
  const rows = useStats(by).data?.rows ?? [];
  if (rows.length === 0) return null;
  const title = `By ${by}`;
  return (
    <Section title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="scrolls" role="region" aria-label={title} tabIndex={0}>
        <table className="counts brains">
          <Columns names={[by, ...COLUMNS.map(([name]) => name)]} />
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  <Shown text={row.name} />
                </th>
                {COLUMNS.map(([name, value]) => (
                  <td key={name}>{value(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_ROWS && (
        <p className="muted">
          {rows.length - MOST_ROWS} more: agentforge stats --by {by}
        </p>
      )}
    </Section>
  );
}

const COLUMNS: readonly (readonly [string, (row: StatsRow) => ReactNode])[] = [
  ["runs", (row) => row.runs],
  ["proven", (row) => (row.runs === 0 ? row.proven : `${row.proven} (${percent(row.proven / row.runs)})`)],
  ["asked", (row) => row.asked],
  ["fixed", (row) => row.fixed],
  ["rejected", (row) => row.rejected],
  ["escalated", (row) => row.escalated],
  ["time to fix", (row) => timeOf(row.median_seconds_to_fix)],
  ["money", (row) => dollars(row.usd)],
  ["human minutes", (row) => row.human_minutes],
];

function timeOf(seconds: number | null): string {
  return seconds === null ? "–" : duration(seconds);
}
