import type { Session } from "../../domain/entities/session.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Ports } from "../ports.ts";
import { findSession } from "../sessions/find-session.ts";
import { handedOver } from "./handed-over.ts";
import type { InboxSection, Waiting } from "./inbox.ts";

/** Up to this many violations without an escalation are listed; the rest is one line. */
const MOST_NAMED = 20;

/** Proven changes that wait to land. */
export function reviewSection(ports: Pick<Ports, "reviews">): InboxSection {
  return {
    async waiting() {
      const pending = await ports.reviews.summaries({ status: "pending" });
      return pending.map(({ review_id: id, created_at: since, title }) => ({
        kind: "review",
        id,
        since,
        title,
        next: [`review approve ${id}`, `review show ${id}`, `review reject ${id} --reason "…"`],
      }));
    },
  };
}

/** Escalations, and violations that need a person. */
export function escalationSection(
  ports: Pick<Ports, "conformance" | "escalations" | "queue" | "settings">,
): InboxSection {
  return {
    async waiting() {
      const { escalations, violations } = await handedOver(ports);
      const named = violations.slice(0, MOST_NAMED);
      const more = violations.length - named.length;
      return [
        ...escalations
          .filter(({ review_id }) => review_id === null)
          .map(({ escalation_id: id, created_at: since, reason }) => handed("escalation", id, since, reason)),
        ...named.map(({ violation, why }) =>
          handed(
            "violation",
            violation.violation_id,
            violation.detected_at,
            `${violation.file_path}: ${why}`,
          ),
        ),
        ...(more > 0 ? [theRest(more, violations[named.length]?.violation.detected_at)] : []),
      ];
    },
  };
}

/** Interrupted runs that nobody has resumed. */
export function sessionSection(ports: Pick<Ports, "sessions">): InboxSection {
  return {
    async waiting() {
      const interrupted = await ports.sessions.list({ status: "interrupted" });
      if (interrupted.length === 0) return [];
      const all = await ports.sessions.list();
      const attempts = Map.groupBy(interrupted, (session) => session.attempt_id ?? session.session_id);
      return [...attempts.values()].flatMap((sessions) => {
        if (sessions.some((session) => isTakenUp(session, all))) return [];
        const session = sessions.find((each) => each.brain === "llm") ?? sessions[0];
        return session === undefined ? [] : [waitingSession(session)];
      });
    },
  };
}

/** AgentForge's files that people changed. */
export function fileSection(ports: Pick<Ports, "files">): InboxSection {
  return {
    async waiting() {
      const changed = await ports.files.changed();
      return changed.map(({ path, found, since }) => ({
        kind: "file",
        id: path,
        since,
        title: WHAT_HAPPENED[found],
        next:
          found === "damaged"
            ? ["state check", `state adopt ${path} --discard`]
            : [`state adopt ${path}`, `state adopt ${path} --discard`],
      }));
    },
  };
}

/** Dismisses an interrupted run, so that it is no longer listed. */
export async function dismissSession(
  ports: Pick<Ports, "journal" | "person" | "sessions">,
  sessionId: string,
): Promise<Session> {
  const session = await findSession(ports, sessionId);
  if (session.status !== "interrupted") {
    throw new AgentForgeError("conflict", `${sessionId} is ${session.status}, so it cannot be dismissed`);
  }
  await ports.journal.commit({
    traceId: session.trace_id,
    actor: "human",
    actionType: "session.dismissed",
    entityId: sessionId,
    metadata: { by: ports.person },
  });
  for (const { session_id, attempt_id } of await ports.sessions.list({ status: "interrupted" })) {
    const same = session_id === sessionId || (attempt_id !== null && attempt_id === session.attempt_id);
    if (same) await ports.sessions.end(session_id, "failed", `dismissed by ${ports.person}`);
  }
  return { ...session, status: "failed" };
}

const WHAT_HAPPENED = {
  edited: "was edited by hand; the edit has no effect until it is adopted",
  damaged: "is damaged or not valid YAML; it can be restored from the database",
  set_aside: "is your version of a file that had to be restored",
} as const;

function handed(kind: "escalation" | "violation", id: string, since: string, title: string): Waiting {
  const next = [`escalation show ${id}`, `escalation resolve ${id} --guidance "…"`];
  return { kind, id, since, title, next };
}

function theRest(count: number, since = ""): Waiting {
  const next = ["escalation list --limit 1000"];
  return {
    kind: "violation",
    id: `${count} more`,
    since,
    title: "violations that need a person",
    next,
  };
}

function waitingSession(session: Session): Waiting {
  const { session_id: id, task_description: title } = session;
  const violation = /^fix (V-[0-9a-f]{12}):/.exec(title)?.[1];
  return {
    kind: "session",
    id,
    since: session.ended_at ?? session.started_at,
    title: `was interrupted: ${title}`,
    next: [
      ...(session.brain === "llm" ? [`session resume ${id}`] : []),
      violation === undefined ? "repair" : `agent fix-violation ${violation}`,
      `session show ${id}`,
      `session dismiss ${id}`,
    ],
  };
}

function isTakenUp(session: Session, all: readonly Session[]): boolean {
  return all.some(
    (other) =>
      other.task_description === session.task_description &&
      other.attempt_id !== session.attempt_id &&
      other.started_at > session.started_at,
  );
}
