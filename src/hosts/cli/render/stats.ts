import type { Stats, StatsRow } from "../../../domain/entities/stats.ts";
import { type Paint, visibleName } from "../terminal.ts";

const COLUMNS: readonly (readonly [title: string, value: (row: StatsRow) => string])[] = [
  ["runs", (row) => String(row.runs)],
  ["proven", (row) => String(row.proven)],
  ["asked", (row) => String(row.asked)],
  ["fixed", (row) => String(row.fixed)],
  ["rejected", (row) => String(row.rejected)],
  ["escalated", (row) => String(row.escalated)],
  ["time to fix", (row) => duration(row.median_seconds_to_fix)],
  ["to answer", (row) => duration(row.median_seconds_to_answer)],
  ["tokens", (row) => row.tokens.toLocaleString("en")],
  ["money", (row) => (row.usd === null ? "unknown" : `$${row.usd.toFixed(2)}`)],
  ["human min", (row) => row.human_minutes.toFixed(1)],
];

/** A table with a row for each week, brain, rule or repository, and one for all. */
export function renderStats({ by, since, total, rows }: Stats, paint: Paint): string {
  if (rows.length === 0) {
    return since === null ? "Nothing has been recorded yet." : `Nothing has been recorded since ${since}.`;
  }
  const named = [by, ...rows.map(({ name }) => visibleName(name)), total.name];
  const columns = COLUMNS.map(([title, value]) => [title, ...rows.map(value), value(total)]);
  const width = Math.max(...named.map((name) => name.length));
  const widths = columns.map((column) => Math.max(...column.map((text) => text.length)));
  const lines = named.map((name, index) =>
    [
      name.padEnd(width),
      ...columns.map((column, at) => (column[index] ?? "").padStart(widths[at] ?? 0)),
    ].join("  "),
  );
  const [head = "", ...rest] = lines;
  return [
    paint("bold", head),
    ...rest.slice(0, -1),
    paint("bold", rest.at(-1) ?? ""),
    "",
    paint(
      "dim",
      "Times are medians. Human minutes are an estimate; agentforge stats --help explains how it is made.",
    ),
  ].join("\n");
}

function duration(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return seconds < 36 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}
