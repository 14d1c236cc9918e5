import { hash } from "node:crypto";
import { FixAttempt } from "../../src/domain/entities/fix-attempt.ts";
import { ExecutionContext, Session, StepResult } from "../../src/domain/entities/session.ts";

const TRACE = "550e8400-e29b-41d4-a716-446655440000";
const TIME = "2026-01-02T03:04:05.000Z";

/** Text that only one number could have produced, so that any mixture of two states is detected. */
export function filling(n: number): string {
  return Array.from({ length: 12 + (n % 30) }, (_, line) => `${line} ${hash("sha256", `${n}/${line}`)}`).join(
    "\n",
  );
}

export function sampleSession(session_id: string): Session {
  return Session.parse({
    session_id,
    trace_id: TRACE,
    brain: "search",
    task_description: "be killed",
    status: "running",
    started_at: TIME,
    owner: "nobody",
  });
}

export function sampleStep(n: number): StepResult {
  return StepResult.parse({
    success: true,
    tokens_used: n,
    action: { action_type: "respond", response: filling(n) },
  });
}

export function sampleContext(session_id: string, n: number): ExecutionContext {
  return ExecutionContext.parse({
    session_id,
    iteration: n,
    task_description: filling(n),
    current_phase: "verify",
    available_tools: ["read_file"],
  });
}

export function sampleAttempt(attempt_id: string, n: number): FixAttempt {
  return FixAttempt.parse({
    attempt_id,
    trace_id: TRACE,
    session_id: attempt_id,
    branch: `fix/${n}`,
    started_at: TIME,
    phase: "verify",
    error: filling(n),
  });
}
