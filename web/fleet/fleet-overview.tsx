import { StatsCharts, StatsFigures, StatsTables } from "../overview/stats.tsx";

/** Metrics of all repositories. */
export function FleetOverviewView() {
  return (
    <div className="view">
      <div className="view-head">
        <h1>Overview</h1>
      </div>
      <dl className="figures">
        <StatsFigures />
      </dl>
      <div className="charts">
        <StatsCharts />
      </div>
      <StatsTables by={["brain", "rule", "repository"]} />
    </div>
  );
}
