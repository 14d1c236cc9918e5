import type { EditPlan, LineSpan } from "../../domain/ports/editing.ts";

/**
 * The result for a brain: what was done and how certain the location is, or what to change so that the next
 * call works.
 */
export function describePlan(plan: EditPlan): string {
  return plan.status === "ready" ? describeReady(plan) : describeRefused(plan);
}

function describeReady(plan: Extract<EditPlan, { status: "ready" }>): string {
  const edits = plan.files.flatMap((file) =>
    file.applied.map((applied) => {
      const places = applied.ranges.map((range) => lines(range.after)).join(", ");
      const how = applied.score === 1 ? "" : ` (matched by ${applied.strategy}; check the result)`;
      return `${file.path}: change ${applied.change + 1} applied at ${places}${how}`;
    }),
  );
  const noops = plan.noops.map(
    (noop) =>
      `${noop.path}: change ${noop.change + 1} had nothing to change at ${lines(noop.lines)}. ${noop.message}`,
  );
  return [...edits, ...noops].join("\n");
}

function describeRefused(plan: Extract<EditPlan, { status: "refused" }>): string {
  const problems = plan.problems.map(({ path, change, message, closest, candidates }) => {
    const title = change === null ? path : `${path}: change ${change + 1}`;
    const shown = candidates?.map((candidate) => candidate.preview) ?? (closest ? [closest.preview] : []);
    return [`${title}: ${message}`, ...shown].join("\n");
  });
  const others = plan.others.map(
    ({ path, change, state }) =>
      `${path}: change ${change + 1} ${state === "would_apply" ? "would apply" : "is already in the file"}`,
  );
  return ["Nothing was written.", ...problems, ...others].join("\n");
}

function lines(span: LineSpan): string {
  if (span.end < span.start) return `line ${span.start} (nothing left there)`;
  return span.start === span.end ? `line ${span.start}` : `lines ${span.start} to ${span.end}`;
}
