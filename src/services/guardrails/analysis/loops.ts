import type { HarnessSettings } from "../settings/settings.ts";
import type { Loop, TraceStep } from "./report.ts";

const LONGEST_CYCLE = 5;

/** Loops in a run, by the thresholds of `harness.json`. */
export function findLoops(steps: readonly TraceStep[], settings: HarnessSettings): Loop[] {
  const { command_threshold, edit_threshold, cycle_repeats } = settings.middleware.loop_detection;
  return [
    ...sameFailures(steps).filter((loop) => loop.times >= command_threshold),
    ...sameFiles(steps).filter((loop) => loop.times >= edit_threshold),
    ...cycles(steps, Math.max(2, cycle_repeats)),
  ].sort((a, b) => a.from - b.from);
}

/** Consecutive failures of one action, ignoring other actions in between. */
export function sameFailures(steps: readonly TraceStep[]): Loop[] {
  const open = new Map<string, Loop>();
  const closed: Loop[] = [];
  for (const step of steps) {
    const loop = open.get(step.action);
    if (step.result === "success") {
      if (loop) closed.push(loop);
      open.delete(step.action);
      continue;
    }
    open.set(step.action, {
      kind: "same_failure",
      what: step.what,
      times: (loop?.times ?? 0) + 1,
      from: loop?.from ?? step.number,
      to: step.number,
    });
  }
  return [...closed, ...open.values()];
}

/** Edits to one file between two green test runs. */
export function sameFiles(steps: readonly TraceStep[]): Loop[] {
  const open = new Map<string, Loop>();
  const closed: Loop[] = [];
  for (const step of steps) {
    if (step.tests === "passed") {
      closed.push(...open.values());
      open.clear();
    }
    for (const path of step.edits) {
      const loop = open.get(path);
      open.set(path, {
        kind: "same_file",
        what: path,
        times: (loop?.times ?? 0) + 1,
        from: loop?.from ?? step.number,
        to: step.number,
      });
    }
  }
  return [...closed, ...open.values()];
}

/** The same two to five different actions, repeated with the same results. */
function cycles(steps: readonly TraceStep[], repeats: number): Loop[] {
  const keys = steps.map((step) => `${step.action} ${step.result} ${step.error}`);
  const loops: Loop[] = [];
  for (let start = 0; start < keys.length; start += 1) {
    for (let length = 2; length <= LONGEST_CYCLE; length += 1) {
      const round = keys.slice(start, start + length);
      if (new Set(round).size < 2 || round.length < length) continue;
      let times = 1;
      while (round.every((key, index) => keys[start + times * length + index] === key)) times += 1;
      if (times < repeats) continue;
      const what = steps
        .slice(start, start + length)
        .map((step) => step.what)
        .join(" → ");
      loops.push({ kind: "cycle", what, times, from: start + 1, to: start + times * length });
      start += times * length - 1;
      break;
    }
  }
  return loops;
}
