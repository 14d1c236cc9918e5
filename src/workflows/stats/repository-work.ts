import type { Escalation } from "../../domain/entities/escalation.ts";
import type { ReviewSummary } from "../../domain/entities/review.ts";
import type { Session } from "../../domain/entities/session.ts";
import type { WorkEvent } from "../../domain/rules/records/stats.ts";
import type { Ports } from "../ports.ts";

export type RepositoryWorkPorts = Pick<
  Ports,
  "conformance" | "escalations" | "journal" | "reviews" | "sessions"
>;

type About = Pick<WorkEvent, "repository" | "brain" | "rule">;

/** For work without a session, such as a plan that a model wrote. */
const NO_BRAIN = "none";
/** The placeholder rule for repairs, because failing tests are not found by a rule. */
const TESTS = "failing tests";

/** All events of one repository, from its records. */
export async function repositoryWork(
  ports: RepositoryWorkPorts,
  repository: string,
): Promise<readonly WorkEvent[]> {
  const sessions = await ports.sessions.list();
  const reviews = await ports.reviews.summaries();
  const escalations = await ports.escalations.list();
  const about = await createAbout(ports, repository, { sessions, reviews, escalations });
  const proven = new Map(reviews.map(({ session_id, created_at }) => [session_id, created_at]));
  const spending = await ports.journal.modelSpending();
  return [
    ...sessions.flatMap((session) => runOf(session, proven, about(session.trace_id))),
    ...reviews.flatMap((review) => reviewEvents(review, about(review.trace_id))),
    ...escalations.flatMap((escalation) => escalationEvents(escalation, about(escalation.trace_id))),
    ...spending.map(({ traceId, day, tokens, usd }) => ({
      ...{ ...about(traceId), kind: "spent" as const, at: `${day}T12:00:00.000Z`, tokens, usd },
    })),
  ];
}

interface Records {
  readonly sessions: readonly Session[];
  readonly reviews: readonly ReviewSummary[];
  readonly escalations: readonly Escalation[];
}

/** The trace joins a session with its review, its escalation and what its model cost. */
async function createAbout(
  ports: Pick<Ports, "conformance">,
  repository: string,
  { sessions, reviews, escalations }: Records,
): Promise<(traceId: string | null) => About> {
  const brains = new Map(sessions.map(({ trace_id, brain }) => [trace_id, brain]));
  const violations = new Map<string | null, string>();
  for (const { trace_id, task_description } of sessions) {
    const [id] = task_description.match(/\bV-[0-9a-f]{12}\b/) ?? [];
    if (id !== undefined) violations.set(trace_id, id);
  }
  for (const { trace_id, violation_id } of [...reviews, ...escalations])
    if (violation_id !== null) violations.set(trace_id, violation_id);
  const rules = new Map<string, string>();
  for (const id of new Set(violations.values())) {
    const violation = await ports.conformance.violation(id);
    rules.set(id, violation === null ? "unknown" : `${violation.contract_id}/${violation.check_id}`);
  }
  return (traceId) => {
    const violation = violations.get(traceId);
    return {
      repository,
      brain: (traceId !== null && brains.get(traceId)) || NO_BRAIN,
      rule: (violation && rules.get(violation)) ?? TESTS,
    };
  };
}

function runOf(session: Session, proven: ReadonlyMap<string, string>, about: About): WorkEvent[] {
  const { status, session_id, started_at, ended_at } = session;
  if (status !== "completed" && status !== "failed") return [];
  const until = proven.get(session_id);
  const seconds = until === undefined ? null : (Date.parse(until) - Date.parse(started_at)) / 1000;
  return [{ ...about, kind: "ran", at: ended_at ?? started_at, seconds }];
}

/** A review that was withdrawn, because another replaced it, is not counted. */
function reviewEvents({ status, created_at, decision }: ReviewSummary, about: About): WorkEvent[] {
  if (status === "withdrawn") return [];
  const at = decision?.at ?? created_at;
  const landed: WorkEvent[] = status === "landed" ? [{ ...about, kind: "fixed", at }] : [];
  if (decision?.actor === "system") return landed;
  const asked: WorkEvent = { ...about, kind: "asked", at: created_at };
  if (decision === null) return [asked, ...landed];
  const answered: WorkEvent = { ...about, kind: "answered", at, by: decision.by, askedAt: created_at };
  const isNo = decision.answer === "reject" || decision.answer === "request_changes";
  const rejected: WorkEvent[] = isNo ? [{ ...about, kind: "rejected", at }] : [];
  return [asked, answered, ...rejected, ...landed];
}

function escalationEvents({ created_at, resolution }: Escalation, about: About): WorkEvent[] {
  const escalated: WorkEvent = { ...about, kind: "escalated", at: created_at };
  if (resolution === null || resolution.by === "agentforge") return [escalated];
  const { by, at } = resolution;
  return [escalated, { ...about, kind: "answered", at, by, askedAt: created_at }];
}
