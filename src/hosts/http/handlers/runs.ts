import { AgentForgeError } from "../../../domain/errors.ts";
import type { Handler } from "../context.ts";

export const listRuns: Handler<"listRuns"> = async ({ app, runs }, { query: { limit, offset } }) => ({
  live: [...runs.list()],
  sessions: [...(await app.ports.sessions.list({ limit, offset }))],
  total: await app.ports.sessions.count(),
});

export const getRun: Handler<"getRun"> = async ({ app, runs }, { id, query: { from, limit } }) => {
  const { sessions, attempts, reviews } = app.ports;
  const live = runs.get(id) ?? runs.ofSession(id);
  const sessionId = live === null ? id : live.session_id;
  const session = sessionId === null ? null : await sessions.get(sessionId);
  if (live === null && session === null) {
    throw new AgentForgeError("not_found", `there is no run ${id}`, {
      hint: "Run `agentforge session list` to see all sessions.",
    });
  }
  const steps = session === null ? [] : await sessions.history(session.session_id);
  const attempt = session?.attempt_id ? await attempts.get(session.attempt_id) : null;
  const made = session === null ? [] : await reviews.summaries({ sessionId: session.session_id });
  const { steps: _steps, evidence: _evidence, ...shownAttempt } = attempt ?? { steps: null, evidence: null };
  return {
    live,
    session,
    attempt: attempt === null ? null : (shownAttempt as Omit<typeof attempt, "steps" | "evidence">),
    steps: steps.slice(from, from + limit),
    total_steps: steps.length,
    review_ids: made.map(({ review_id }) => review_id),
  };
};

export const stopRun: Handler<"stopRun"> = async ({ runs }, { id }) => runs.stop(id);
