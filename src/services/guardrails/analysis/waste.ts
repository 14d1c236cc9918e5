import type { TraceReport, TraceStep } from "./report.ts";

/** Steps that could not produce anything new: the same action, with nothing changed in between. */
export function findWaste(steps: readonly TraceStep[]): TraceReport["waste"] {
  const seen = new Map<string, string>();
  const waste = { repeated_failures: 0, repeated_reads: 0, repeated_commands: 0, denied: 0 };
  let world = 0;
  for (const step of steps) {
    const outcome = `${world} ${step.result} ${step.error}`;
    const again = seen.get(step.action) === outcome;
    seen.set(step.action, outcome);
    if (step.result === "denied") waste.denied += 1;
    else if (again && step.result === "failure") waste.repeated_failures += 1;
    else if (again && step.kind === "read") waste.repeated_reads += 1;
    else if (again && step.edits.length === 0 && step.kind !== "other") waste.repeated_commands += 1;
    if (step.edits.length > 0) world += 1;
  }
  const all = waste.repeated_failures + waste.repeated_reads + waste.repeated_commands + waste.denied;
  return { steps: all, ...waste };
}
