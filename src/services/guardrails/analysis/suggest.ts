import type { HarnessSettings } from "../settings/settings.ts";
import { sameFailures, sameFiles } from "./loops.ts";
import type { Suggestion, TraceStep } from "./report.ts";

/** Below this many samples, nothing is suggested. */
const ENOUGH = 3;

/**
 * Thresholds that would have warned about bad stretches but not about good ones: just above the counts of stretches
 * that ended well, but not above those that ended badly.
 */
export function suggest(runs: readonly (readonly TraceStep[])[], settings: HarnessSettings): Suggestion[] {
  const { edit_threshold, command_threshold } = settings.middleware.loop_detection;
  const edits = runs.flatMap((steps) =>
    sameFiles(steps).map((loop) => ({
      times: loop.times,
      well: steps.some((step) => step.tests === "passed" && step.number >= loop.to),
    })),
  );
  const failures = runs.flatMap((steps) =>
    sameFailures(steps).map((loop) => ({
      times: loop.times,
      well: steps.some(
        (step) => step.number > loop.to && step.result === "success" && step.what === loop.what,
      ),
    })),
  );
  return [
    ...threshold(
      "middleware.loop_detection.edit_threshold",
      edit_threshold,
      edits,
      "edits to one file between two green runs",
    ),
    ...threshold(
      "middleware.loop_detection.command_threshold",
      command_threshold,
      failures,
      "failures of one action in a row",
    ),
  ];
}

function threshold(
  setting: string,
  present: number,
  samples: readonly { readonly times: number; readonly well: boolean }[],
  what: string,
): Suggestion[] {
  const well = samples.filter((sample) => sample.well).map((sample) => sample.times);
  const badly = samples.filter((sample) => !sample.well).map((sample) => sample.times);
  if (samples.length < ENOUGH || well.length === 0) return [];
  const highest = quantile(well, 0.9);
  const suggested = Math.max(2, highest + 1);
  const falseAlarms = well.filter((times) => times >= present).length;
  const missed = badly.filter((times) => times >= suggested && times < present).length;
  const wouldHelp = suggested > present ? falseAlarms > 0 : missed > 0;
  if (suggested === present || !wouldHelp) return [];
  const evidence = `${what}: nine in ten of ${well.length} stretches that ended well had ${highest} or fewer; the threshold ${present} warned about ${falseAlarms} of them and missed ${missed} of ${badly.length} that ended badly`;
  return [{ setting, present, suggested, evidence }];
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
