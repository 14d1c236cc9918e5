import type { Guidance, Subject } from "../../domain/ports/repair.ts";
import type { Ports } from "../ports.ts";

/** Older words than these have been overtaken. */
const MOST_HEEDED = 3;

/** What people said when they answered escalations about the same work, newest first. */
export async function guidanceFor(
  ports: Pick<Ports, "escalations">,
  subject: Subject,
): Promise<readonly Guidance[]> {
  const resolved = await ports.escalations.list("resolved");
  return resolved
    .filter(({ violation_id, tests }) =>
      subject.violationId === null
        ? tests.some((test) => subject.tests.includes(test))
        : violation_id === subject.violationId,
    )
    .flatMap(({ escalation_id, resolution }) =>
      resolution?.guidance && resolution.by !== "agentforge"
        ? [{ escalationId: escalation_id, by: resolution.by, at: resolution.at, text: resolution.guidance }]
        : [],
    )
    .sort((left, right) => right.at.localeCompare(left.at))
    .slice(0, MOST_HEEDED);
}

/** Says in the journal, under the attempt's trace, whose words it went by. */
export function recordGuidance(
  ports: Pick<Ports, "journal">,
  traceId: string,
  guidance: readonly Guidance[],
): void {
  for (const { escalationId, by, text } of guidance) {
    ports.journal.record({
      traceId,
      actor: "agent",
      actionType: "guidance.given",
      entityId: escalationId,
      metadata: { by, guidance: text },
    });
  }
}

export function asNote({ by, text }: Guidance): string {
  return `guidance of ${by}: ${text}`;
}
