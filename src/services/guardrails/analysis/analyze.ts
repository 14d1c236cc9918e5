import type { TraceRecord } from "../harness/record.ts";
import type { HarnessSettings } from "../settings/settings.ts";
import { findLoops } from "./loops.ts";
import type { TraceReport, TraceStep } from "./report.ts";
import { stepsOf } from "./steps.ts";
import { suggest } from "./suggest.ts";
import { findWaste } from "./waste.ts";

export interface TracedRun {
  readonly id: string;
  readonly records: readonly TraceRecord[];
}

const MOST = 10;

/**
 * Analyzes the trace of a run. Pure. Threshold suggestions also use `others`, other runs of the same
 * repository, because one run is not enough evidence.
 */
export function analyzeTrace(
  run: TracedRun,
  settings: HarnessSettings,
  others: readonly TracedRun[] = [],
): TraceReport {
  const steps = stepsOf(run.records);
  const times = run.records.map((record) => Date.parse(record.timestamp)).filter(Number.isFinite);
  const [start, end] = [times.reduce(least, null), times.reduce(most, null)];
  return {
    run: run.id,
    started_at: start === null ? null : new Date(start).toISOString(),
    seconds: start === null || end === null ? null : (end - start) / 1000,
    steps: steps.length,
    failures: steps.filter((step) => step.result === "failure").length,
    denied: steps.filter((step) => step.result === "denied").length,
    tool_mix: toolMix(steps),
    hot_files: hotFiles(steps),
    loops: findLoops(steps, settings),
    repeated_failures: repeatedFailures(steps),
    verification: verification(steps, run.records, start),
    waste: findWaste(steps),
    timeline: steps.map(letterOf).join(""),
    cost: { tokens: sum(run.records, "tokens"), usd: sum(run.records, "cost_usd") },
    suggestions: suggest([steps, ...others.map((other) => stepsOf(other.records))], settings),
  };
}

function least(found: number | null, time: number): number {
  return found === null ? time : Math.min(found, time);
}

function most(found: number | null, time: number): number {
  return found === null ? time : Math.max(found, time);
}

function letterOf({ result, tests, edits, kind }: TraceStep): string {
  if (result === "denied") return "d";
  if (tests !== null) return tests === "passed" ? "G" : "R";
  if (result === "failure") return "f";
  if (edits.length > 0 || kind === "write") return "e";
  if (kind === "shell" || kind === "execute") return "c";
  return kind === "read" ? "r" : "o";
}

function toolMix(steps: readonly TraceStep[]): TraceReport["tool_mix"] {
  return [...Map.groupBy(steps, (step) => step.tool)]
    .map(([tool, calls]) => ({
      tool,
      calls: calls.length,
      failures: calls.filter((step) => step.result === "failure").length,
      denied: calls.filter((step) => step.result === "denied").length,
    }))
    .sort((a, b) => b.calls - a.calls || a.tool.localeCompare(b.tool));
}

function hotFiles(steps: readonly TraceStep[]): TraceReport["hot_files"] {
  const edits = steps.flatMap((step) => step.edits);
  return [...Map.groupBy(edits, (path) => path)]
    .map(([path, all]) => ({ path, edits: all.length }))
    .sort((a, b) => b.edits - a.edits || a.path.localeCompare(b.path))
    .slice(0, MOST);
}

function repeatedFailures(steps: readonly TraceStep[]): TraceReport["repeated_failures"] {
  const failures = steps.filter((step) => step.result === "failure");
  return [...Map.groupBy(failures, (step) => step.error || step.what)]
    .filter(([, all]) => all.length > 1)
    .map(([, all]) => ({ what: all[0]?.what ?? "", error: all[0]?.error ?? "", times: all.length }))
    .sort((a, b) => b.times - a.times)
    .slice(0, MOST);
}

function verification(
  steps: readonly TraceStep[],
  records: readonly TraceRecord[],
  start: number | null,
): TraceReport["verification"] {
  const runs = steps.filter((step) => step.tests !== null);
  const [first] = runs;
  const green = steps.findLastIndex((step) => step.tests === "passed");
  const after = steps.slice(green + 1).flatMap((step) => step.edits);
  return {
    runs: runs.length,
    passed: runs.filter((step) => step.tests === "passed").length,
    failed: runs.filter((step) => step.tests === "failed").length,
    steps_to_first: first?.number ?? null,
    seconds_to_first: first && start !== null && Number.isFinite(first.at) ? (first.at - start) / 1000 : null,
    edited_after_last_green: [...new Set(after)],
    refused_stops: records.filter((record) => record.event === "stop" && record.result === "denied").length,
  };
}

/** Null if nothing was counted: unknown is not zero. */
function sum(records: readonly TraceRecord[], key: "tokens" | "cost_usd"): number | null {
  const values = records.map((record) => record[key]).filter((value) => value !== undefined);
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}
