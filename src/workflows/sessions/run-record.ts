import type { Metadata } from "../../domain/entities/common.ts";
import type { Evidence } from "../../domain/entities/evidence.ts";
import type { FixAttempt, FixPhase } from "../../domain/entities/fix-attempt.ts";
import type { Session, SessionStatus, StepResult } from "../../domain/entities/session.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { branchName } from "../../domain/rules/changes/commit-message.ts";
import type { Ports } from "../ports.ts";

export type RunRecordPorts = Pick<
  Ports,
  | "attempts"
  | "brain"
  | "elapsed"
  | "journal"
  | "model"
  | "newId"
  | "newTraceId"
  | "now"
  | "owner"
  | "sessions"
>;

/** One completed action: stored as a step of the session, and recorded in the journal. */
export interface RecordedStep {
  readonly tool: string;
  /** The parameters of the tool, as a brain would write them. */
  readonly parameters: Metadata;
  readonly reasoning: string;
  /** Action type in the journal, such as `tests.run`. */
  readonly said: string;
  /** The phase the attempt is in from now on. */
  readonly phase: FixPhase;
  readonly summary: Metadata;
  readonly success?: boolean;
}

/** The record of one run: session, steps, attempt and journal, under one trace id. */
export interface RunRecord {
  readonly traceId: string;
  readonly sessionId: string;
  readonly attemptId: string;
  /** Called when the tree exists: stores its digest, to detect later whether the code has changed. */
  opened(tree: Pick<AttemptTree, "opening">): Promise<void>;
  step(step: RecordedStep): Promise<void>;
  verified(evidence: Evidence, files: readonly string[], baseCommit: string | null): Promise<void>;
  close(outcome: string, why: string | null): Promise<void>;
  fail(error: unknown): Promise<void>;
  /** Called when the run is stopped: there is no result, and it can be resumed. */
  interrupt(): Promise<void>;
}

export interface RecordSubject {
  readonly kind: "repair" | "fix_violation" | "execute_plan" | "submit_change";
  readonly description: string;
  readonly sandbox: string;
  readonly attemptId: string;
  readonly violationId?: string;
  /** Who made the change, if it was not one of our brains. */
  readonly by?: string;
  /** The trace of its task; default: a new one. */
  readonly traceId?: string;
  readonly branch?: string;
  /** The request, so that another process can continue it. */
  readonly request: Metadata;
  /** The run to continue: its recorded session and attempt. */
  readonly resume?: {
    readonly session: Session;
    readonly attempt: FixAttempt;
    readonly opening: string | null;
  };
}

const GOOD = [
  "waiting_for_review",
  "landed",
  "proven",
  "dry_run",
  "nothing_to_repair",
  "already_gone",
  "nothing_changed",
];

export async function openRecord(ports: RunRecordPorts, subject: RecordSubject): Promise<RunRecord> {
  const { kind, description, sandbox, attemptId, violationId = null, resume } = subject;
  const traceId = resume?.session.trace_id ?? subject.traceId ?? ports.newTraceId();
  const sessionId = resume?.session.session_id ?? ports.newId("S");
  let attempt: FixAttempt = resume?.attempt ?? {
    attempt_id: attemptId,
    trace_id: traceId,
    session_id: sessionId,
    violation_id: violationId,
    base_commit: null,
    branch: subject.branch ?? branchName("fix", violationId ?? kind, traceId),
    started_at: ports.now(),
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
    ports.journal.record({
      traceId,
      actor: "agent",
      agentId: subject.by ?? ports.brain ?? "search",
      actionType,
      entityId: violationId ?? sessionId,
      metadata,
    });
  const save = async (changes: Partial<FixAttempt>) => {
    attempt = { ...attempt, ...changes };
    await ports.attempts.save(attempt);
  };
  let since = ports.elapsed();
  const take = async (step: RecordedStep, changes: Partial<FixAttempt> = {}) => {
    const result = stepResult(step, (ports.elapsed() - since) / 1000);
    since = ports.elapsed();
    await ports.sessions.appendStep(sessionId, result);
    say(step.said, step.summary);
    await save({ ...changes, phase: step.phase, steps: [...attempt.steps, result] });
  };
  const end = async (status: SessionStatus, phase: FixPhase, outcome: string, error: string | null) => {
    const committed = outcome === "landed";
    await save({ phase, error, committed, completed_at: ports.now() });
    await ports.sessions.end(sessionId, status, outcome);
    say(`session.${status}`, { outcome, error });
    await ports.journal.flush();
  };

  const remember = (more: Metadata) =>
    ports.sessions.saveContext({
      session_id: sessionId,
      task_description: description,
      current_phase: attempt.phase,
      available_tools: [],
      conversation_history: [],
      memory_context: { ...memoryOf(ports, subject), ...more },
      iteration: 0,
      tokens_used: 0,
      token_budget: 0,
    });

  if (resume) {
    await ports.sessions.takeOver(sessionId, ports.owner);
  } else {
    await ports.sessions.begin({
      session_id: sessionId,
      trace_id: traceId,
      attempt_id: attemptId,
      brain: ports.brain ?? "search",
      task_description: description,
      status: "running",
      started_at: ports.now(),
      ended_at: null,
      owner: ports.owner,
      outcome: null,
    });
    await remember({});
  }
  await save({ phase: "analyze", error: null, completed_at: null });
  say(resume ? "session.resumed" : "session.started", { kind, description, sandbox });
  await ports.journal.flush();

  return {
    traceId,
    sessionId,
    attemptId,
    opened: ({ opening }) => remember({ opening }),
    step: (step) => take(step),
    verified: (evidence, files, baseCommit) =>
      take(verifiedStep(evidence, files), {
        files_modified: [...files],
        tests_passed: evidence.tests_after.status !== "no_tests",
        conformance_passed:
          evidence.checks_after !== null && evidence.checks_after <= (evidence.checks_before ?? 0),
        base_commit: baseCommit,
        evidence,
      }),
    close: (outcome, why) => {
      const good = GOOD.includes(outcome);
      return end(good ? "completed" : "failed", good ? "complete" : "failed", outcome, why);
    },
    interrupt: () => end("interrupted", "failed", "interrupted", "interrupted"),
    fail: (error) => end("failed", "failed", "error", error instanceof Error ? error.message : String(error)),
  };
}

function memoryOf(ports: Pick<Ports, "brain" | "model">, { kind, request }: RecordSubject): Metadata {
  return { kind, request, brain: ports.brain ?? "search", model: ports.model ?? null };
}

function verifiedStep(evidence: Evidence, files: readonly string[]): RecordedStep {
  return {
    tool: "run_tests",
    parameters: { changed: [...files] },
    reasoning: "Run all tests on the changed copy.",
    said: "change.verified",
    phase: "commit",
    summary: {
      fixed: evidence.fixed,
      confidence: evidence.confidence.overall,
      checks_before: evidence.checks_before,
      checks_after: evidence.checks_after,
    },
  };
}

/** A step is recorded right after it is done, so it took the time since the previous one. */
function stepResult(
  { tool, parameters, reasoning, summary, success = true }: RecordedStep,
  seconds: number,
): StepResult {
  const duration_seconds = Math.round(seconds * 1000) / 1000;
  return {
    success,
    action: {
      action_type: "tool_call",
      reasoning,
      tool_calls: [{ name: tool, parameters, category: null }],
      response: null,
      metadata: {},
    },
    tool_results: [{ tool_name: tool, success, output: summary, error: null, duration_seconds }],
    tokens_used: 0,
    duration_seconds,
    error: null,
    should_continue: success,
  };
}
