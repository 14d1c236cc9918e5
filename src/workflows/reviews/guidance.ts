import type { Guidance, Subject } from "../../domain/ports/repair.ts";
import type { Ports } from "../ports.ts";

/** Older guidance is outdated. */
const MOST_HEEDED = 3;
const MOST_LOOKED_AT = 500;

/** People's comments about the same work, from answered escalations and requested changes, newest first. */
export async function guidanceFor(
  ports: Pick<Ports, "escalations" | "reviews">,
  subject: Subject,
): Promise<readonly Guidance[]> {
  const isSame = (violationId: string | null, tests: readonly string[]) =>
    subject.violationId === null
      ? tests.some((test) => subject.tests.includes(test))
      : violationId === subject.violationId;
  const resolved = await ports.escalations.list("resolved");
  const sentBack = await ports.reviews.summaries({ status: "changes_requested", limit: MOST_LOOKED_AT });
  return [
    ...resolved
      .filter(({ violation_id, tests }) => isSame(violation_id, tests))
      .flatMap(({ escalation_id, resolution }) =>
        resolution?.guidance && resolution.by !== "agentforge"
          ? [{ about: escalation_id, by: resolution.by, at: resolution.at, text: resolution.guidance }]
          : [],
      ),
    ...sentBack
      .filter(({ violation_id, fixed }) => isSame(violation_id, fixed))
      .flatMap(({ review_id, decision }) =>
        decision?.reason
          ? [{ about: review_id, by: decision.by, at: decision.at, text: decision.reason }]
          : [],
      ),
  ]
    .sort((left, right) => right.at.localeCompare(left.at))
    .slice(0, MOST_HEEDED);
}

/** Records in the journal, under the attempt's trace, whose guidance it followed. */
export function recordGuidance(
  ports: Pick<Ports, "journal">,
  traceId: string,
  guidance: readonly Guidance[],
): void {
  for (const { about, by, text } of guidance) {
    ports.journal.record({
      traceId,
      actor: "agent",
      actionType: "guidance.given",
      entityId: about,
      metadata: { by, guidance: text },
    });
  }
}

export function asNote({ by, text }: Guidance): string {
  return `guidance of ${by}: ${text}`;
}
