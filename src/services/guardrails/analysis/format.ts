import { counted } from "../../../domain/rules/text/counted.ts";
import type { Comparison } from "./compare.ts";
import type { TraceReport } from "./report.ts";

export interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** Text to print if there are no rows; the section is omitted without it. */
  readonly none?: string;
}

export function traceText(report: TraceReport, comparison: readonly Comparison[] | null): string {
  const parts = sectionsOf(report, comparison).flatMap(({ title, rows, none }) => {
    if (rows.length === 0) return none === undefined ? [] : [`${title}\n  ${none}`];
    const width = Math.min(48, Math.max(...rows.map(([label]) => label.length)));
    return [[title, ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)].join("\n")];
  });
  return parts.join("\n\n");
}

export function sectionsOf(report: TraceReport, comparison: readonly Comparison[] | null): Section[] {
  return [
    runSection(report),
    toolSection(report),
    { title: "Files edited most", rows: report.hot_files.map(({ path, edits }) => [path, String(edits)]) },
    verificationSection(report),
    loopSection(report),
    failureSection(report),
    suggestionSection(report),
    ...(comparison === null ? [] : [comparisonSection(comparison)]),
  ];
}

function runSection(report: TraceReport): Section {
  const { waste, cost } = report;
  const tokens = cost.tokens === null ? "tokens unknown" : `${cost.tokens} tokens`;
  const dollars = cost.usd === null ? "dollars unknown" : `$${plain(cost.usd)}`;
  return {
    title: `Run ${report.run}`,
    rows: [
      ["started", report.started_at ?? "unknown"],
      ["took", seconds(report.seconds)],
      ["steps", `${report.steps}, ${report.failures} failed, ${report.denied} denied`],
      ["wasted steps", `${waste.steps} of ${report.steps}: ${wasteDetail(waste)}`],
      ["cost", `${tokens}, ${dollars}`],
    ],
  };
}

function toolSection(report: TraceReport): Section {
  return {
    title: "Tools",
    rows: report.tool_mix.map(({ tool, calls, failures, denied }) => [
      tool,
      `${calls}${failures > 0 ? `, ${failures} failed` : ""}${denied > 0 ? `, ${denied} denied` : ""}`,
    ]),
    none: "no calls",
  };
}

function verificationSection({ verification }: TraceReport): Section {
  const first =
    verification.steps_to_first === null
      ? "never"
      : `step ${verification.steps_to_first}, after ${seconds(verification.seconds_to_first)}`;
  const edited = verification.edited_after_last_green.slice(0, 10).join(", ") || "nothing";
  return {
    title: "Verification",
    rows: [
      ["test runs", `${verification.runs}: ${verification.passed} green, ${verification.failed} red`],
      ["first test run", first],
      ["edited after the last green run", edited],
      ["refused stops", String(verification.refused_stops)],
    ],
  };
}

function loopSection(report: TraceReport): Section {
  return {
    title: "Loops",
    rows: report.loops.map((loop) => [
      `steps ${loop.from}–${loop.to}`,
      `${loop.kind.replace("_", " ")}, ${counted(loop.times, "time")}: ${loop.what}`,
    ]),
    none: "none",
  };
}

function failureSection(report: TraceReport): Section {
  return {
    title: "Recurring failures",
    rows: report.repeated_failures.map(({ what, error, times }) => [
      counted(times, "time"),
      `${what}: ${error}`,
    ]),
    none: "none",
  };
}

function suggestionSection(report: TraceReport): Section {
  return {
    title: "Suggested thresholds (harness.json)",
    rows: report.suggestions.map(({ setting, present, suggested, evidence }) => [
      setting.replace("middleware.", ""),
      `${present} → ${suggested}: ${evidence}`,
    ]),
    none: "none: the current ones work, or there are too few runs",
  };
}

function comparisonSection(comparison: readonly Comparison[]): Section {
  return {
    title: "Compared",
    rows: comparison.map(({ metric, before, after, better }) => [
      metric,
      `${before ?? "?"} → ${after ?? "?"}${better === null ? "" : better ? " (better)" : " (worse)"}`,
    ]),
  };
}

function wasteDetail(waste: TraceReport["waste"]): string {
  return `${counted(waste.repeated_failures, "repeated failure")}, ${counted(waste.repeated_reads, "repeated read")}, ${counted(waste.repeated_commands, "repeated command")}, ${waste.denied} denied`;
}

/** Prints a number without floating-point noise in its last digits. */
export function plain(value: number): string {
  return String(Number(value.toPrecision(12)));
}

export function seconds(value: number | null): string {
  return value === null ? "unknown" : `${plain(value)} s`;
}
