import { SEVERITIES } from "../rules.ts";
import type { TrendPoint } from "../violation-store.ts";

/** The number of open violations over time, one line for each recorded run. */
export function formatTrend(points: readonly TrendPoint[]): string {
  if (points.length === 0) return "nothing recorded yet: run `agentforge conformance check`\n";
  const totals = points.map((point) => Object.values(point.open).reduce((sum, count) => sum + count, 0));
  const most = Math.max(1, ...totals);
  const header = `${"run".padEnd(20)} ${SEVERITIES.map((name) => name.padStart(8)).join(" ")}  new  gone`;
  const lines = points.map((point, index) => {
    const counts = SEVERITIES.map((severity) => String(point.open[severity]).padStart(8)).join(" ");
    const bar = "█".repeat(Math.round((20 * (totals[index] ?? 0)) / most));
    const change = `${String(point.opened).padStart(5)} ${String(point.resolved).padStart(5)}`;
    return `${point.at.slice(0, 19).padEnd(20)} ${counts} ${change}  ${bar}`.trimEnd();
  });
  return `${[header, ...lines].join("\n")}\n`;
}
