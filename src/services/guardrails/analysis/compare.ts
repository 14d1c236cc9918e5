import type { TraceReport } from "./report.ts";

export interface Comparison {
  readonly metric: string;
  readonly before: number | null;
  readonly after: number | null;
  /** Null if one of them is unknown, or if more is neither better nor worse. */
  readonly better: boolean | null;
}

const METRICS: readonly (readonly [
  name: string,
  of: (report: TraceReport) => number | null,
  isLessBetter: boolean | null,
])[] = [
  ["steps", (report) => report.steps, true],
  ["seconds", (report) => report.seconds, true],
  ["failures", (report) => report.failures, true],
  ["denied", (report) => report.denied, true],
  ["loops", (report) => report.loops.length, true],
  ["wasted steps", (report) => report.waste.steps, true],
  ["test runs", (report) => report.verification.runs, null],
  ["green test runs", (report) => report.verification.passed, null],
  ["steps to the first test run", (report) => report.verification.steps_to_first, true],
  [
    "files edited after the last green run",
    (report) => report.verification.edited_after_last_green.length,
    true,
  ],
  ["refused stops", (report) => report.verification.refused_stops, true],
  ["tokens", (report) => report.cost.tokens, true],
  ["dollars", (report) => report.cost.usd, true],
];

/** Two runs side by side, metric by metric. */
export function compareTraces(before: TraceReport, after: TraceReport): Comparison[] {
  return METRICS.map(([metric, of, isLessBetter]) => {
    const [a, b] = [of(before), of(after)];
    const known = a !== null && b !== null && a !== b && isLessBetter !== null;
    return { metric, before: a, after: b, better: known ? b < a === isLessBetter : null };
  });
}
