import type { Metadata } from "../domain/entities/common.ts";
import type { Evidence } from "../domain/entities/evidence.ts";
import type { FixAttempt, FixPhase } from "../domain/entities/fix-attempt.ts";
import type { SessionStatus, StepResult } from "../domain/entities/session.ts";
import { branchName } from "../domain/rules/commit-message.ts";
import type { Baseline } from "./baseline.ts";
import type { House } from "./house.ts";
import type { Hunt } from "./hunt.ts";

/** The record of one run: session, steps, attempt and journal, under one trace id. */
export interface RunRecord {
  readonly traceId: string;
  readonly sessionId: string;
  readonly attemptId: string;
  baseline(baseline: Baseline): Promise<void>;
  hunted(found: Hunt): Promise<void>;
  verified(evidence: Evidence, files: readonly string[], baseCommit: string | null): Promise<void>;
  close(outcome: string): Promise<void>;
  fail(error: unknown): Promise<void>;
}

export async function openRecord(
  house: House,
  kind: "repair",
  description: string,
  sandbox: string,
): Promise<RunRecord> {
  const traceId = house.newTraceId();
  const sessionId = house.newId("S");
  const attemptId = house.newId("A");
  let attempt: FixAttempt = {
    attempt_id: attemptId,
    trace_id: traceId,
    session_id: sessionId,
    violation_id: null,
    base_commit: null,
    branch: branchName("fix", kind, traceId),
    started_at: house.now(),
    phase: "analyze",
    steps: [],
    files_modified: [],
    tests_passed: false,
    conformance_passed: false,
    committed: false,
    error: null,
    completed_at: null,
    evidence: null,
  };
  const say = (actionType: string, metadata: Metadata = {}) =>
    house.journal.record({
      traceId,
      actor: "agent",
      agentId: "search",
      actionType,
      entityId: sessionId,
      metadata,
    });
  const save = async (changes: Partial<FixAttempt>) => {
    attempt = { ...attempt, ...changes };
    await house.attempts.save(attempt);
  };
  const end = async (status: SessionStatus, phase: FixPhase, outcome: string, error: string | null) => {
    await save({ phase, error, completed_at: house.now() });
    await house.sessions.end(sessionId, status, outcome);
    say(status === "completed" ? "session.completed" : "session.failed", { outcome, error });
    await house.journal.flush();
  };

  await house.sessions.begin({
    session_id: sessionId,
    trace_id: traceId,
    attempt_id: attemptId,
    brain: "search",
    task_description: description,
    status: "running",
    started_at: house.now(),
    ended_at: null,
    owner: house.owner,
    outcome: null,
  });
  await save({});
  say("session.started", { kind, description, sandbox });
  await house.journal.flush();

  return {
    traceId,
    sessionId,
    attemptId,
    async baseline(baseline) {
      const summary = summariseBaseline(baseline);
      await house.sessions.appendStep(
        sessionId,
        step("run_tests", "Run the tests on the untouched copy.", summary),
      );
      say("tests.run", summary);
      await save({ phase: "plan" });
    },
    async hunted(found) {
      const summary = summariseHunt(found);
      const reasoning = "Try edits at the suspected places, cheapest first.";
      await house.sessions.appendStep(
        sessionId,
        step("edit_file", reasoning, summary, found.status === "found"),
      );
      say("candidates.tried", summary);
      await save({ phase: found.status === "found" ? "verify" : "implement" });
    },
    async verified(evidence, files, baseCommit) {
      const summary = { fixed: evidence.fixed, confidence: evidence.confidence.overall };
      await house.sessions.appendStep(
        sessionId,
        step("run_tests", "Run all tests on the changed copy.", summary),
      );
      say("change.verified", summary);
      await save({
        phase: "commit",
        files_modified: [...files],
        tests_passed: true,
        base_commit: baseCommit,
        evidence,
      });
    },
    close: (outcome) => {
      const good = ["waiting_for_review", "landed", "dry_run", "nothing_to_repair"].includes(outcome);
      return end(good ? "completed" : "failed", good ? "complete" : "failed", outcome, null);
    },
    fail: (error) => end("failed", "failed", "error", error instanceof Error ? error.message : String(error)),
  };
}

function step(tool: string, reasoning: string, output: Metadata, success = true): StepResult {
  return {
    success,
    action: {
      action_type: "tool_call",
      reasoning,
      tool_calls: [{ name: tool, parameters: {}, category: null }],
      response: null,
      metadata: {},
    },
    tool_results: [{ tool_name: tool, success, output, error: null, duration_seconds: 0 }],
    tokens_used: 0,
    duration_seconds: 0,
    error: null,
    should_continue: success,
  };
}

function summariseBaseline(baseline: Baseline): Metadata {
  const { result } = baseline;
  return {
    status: baseline.status,
    framework: result?.framework ?? null,
    passed: result?.passed ?? 0,
    failed: (result?.failed ?? 0) + (result?.errors ?? 0),
    failing: baseline.status === "failing" ? [...baseline.targets] : [],
    why: baseline.status === "no_verdict" ? baseline.why : null,
  };
}

function summariseHunt(found: Hunt): Metadata {
  return {
    status: found.status,
    tried: found.tried,
    seconds: Math.round(found.seconds * 10) / 10,
    operators: { ...found.operators },
    suspects: found.suspects.slice(0, 5).map((suspect) => `${suspect.path}:${suspect.line}`),
    accepted: found.status === "found" ? found.patches.map((patch) => patch.description) : [],
    operator: found.status === "found" ? found.patches.map((patch) => patch.operator).join("+") : null,
    why: found.status === "none" ? found.why : null,
  };
}
