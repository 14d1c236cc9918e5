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
  const run = new RecordedRun(ports, subject);
  await run.begin();
  const { traceId, sessionId } = run;
  return {
    traceId,
    sessionId,
    attemptId: subject.attemptId,
    opened: ({ opening }) => run.remember({ opening }),
    step: (step) => run.take(step),
    verified: (evidence, files, baseCommit) =>
      run.take(verifiedStep(evidence, files), {
        files_modified: [...files],
        tests_passed: evidence.tests_after.status !== "no_tests",
        conformance_passed:
          evidence.checks_after !== null && evidence.checks_after <= (evidence.checks_before ?? 0),
        base_commit: baseCommit,
        evidence,
      }),
    close(outcome, error) {
      const end = GOOD.includes(outcome)
        ? ({ status: "completed", phase: "complete" } as const)
        : ({ status: "failed", phase: "failed" } as const);
      return run.end({ ...end, outcome, error });
    },
    interrupt: () =>
      run.end({ status: "interrupted", phase: "failed", outcome: "interrupted", error: "interrupted" }),
    fail: (error) =>
      run.end({
        status: "failed",
        phase: "failed",
        outcome: "error",
        error: error instanceof Error ? error.message : String(error),
      }),
  };
}

interface RunEnd {
  readonly status: SessionStatus;
  readonly phase: FixPhase;
  readonly outcome: string;
  readonly error: string | null;
}

class RecordedRun {
  readonly traceId: string;
  readonly sessionId: string;
  readonly #ports: RunRecordPorts;
  readonly #subject: RecordSubject;
  #attempt: FixAttempt;
  /** When the previous step was recorded. */
  #since: number;

  constructor(ports: RunRecordPorts, subject: RecordSubject) {
    const { resume } = subject;
    this.#ports = ports;
    this.#subject = subject;
    this.traceId = resume?.session.trace_id ?? subject.traceId ?? ports.newTraceId();
    this.sessionId = resume?.session.session_id ?? ports.newId("S");
    this.#attempt = resume?.attempt ?? newAttempt(subject, this, ports.now());
    this.#since = ports.elapsed();
  }

  async begin(): Promise<void> {
    const { kind, description, sandbox, resume } = this.#subject;
    if (resume) await this.#ports.sessions.takeOver(this.sessionId, this.#ports.owner);
    else await this.#beginSession();
    await this.#save({ phase: "analyze", error: null, completed_at: null });
    this.#say(resume ? "session.resumed" : "session.started", { kind, description, sandbox });
    await this.#ports.journal.flush();
  }

  async take(step: RecordedStep, changes: Partial<FixAttempt> = {}): Promise<void> {
    const result = stepResult(step, (this.#ports.elapsed() - this.#since) / 1000);
    this.#since = this.#ports.elapsed();
    await this.#ports.sessions.appendStep(this.sessionId, result);
    this.#say(step.said, step.summary);
    await this.#save({ ...changes, phase: step.phase, steps: [...this.#attempt.steps, result] });
  }

  async end({ status, phase, outcome, error }: RunEnd): Promise<void> {
    await this.#save({ phase, error, committed: outcome === "landed", completed_at: this.#ports.now() });
    await this.#ports.sessions.end(this.sessionId, status, outcome);
    this.#say(`session.${status}`, { outcome, error });
    await this.#ports.journal.flush();
  }

  /** Stores facts for a process that resumes the run. */
  remember(more: Metadata): Promise<void> {
    return this.#ports.sessions.saveContext({
      session_id: this.sessionId,
      task_description: this.#subject.description,
      current_phase: this.#attempt.phase,
      available_tools: [],
      conversation_history: [],
      memory_context: { ...memoryOf(this.#ports, this.#subject), ...more },
      iteration: 0,
      tokens_used: 0,
      token_budget: 0,
    });
  }

  async #beginSession(): Promise<void> {
    const { brain, now, owner, sessions } = this.#ports;
    await sessions.begin({
      session_id: this.sessionId,
      trace_id: this.traceId,
      attempt_id: this.#subject.attemptId,
      brain: brain ?? "search",
      task_description: this.#subject.description,
      status: "running",
      started_at: now(),
      ended_at: null,
      owner,
      outcome: null,
    });
    await this.remember({});
  }

  #say(actionType: string, metadata: Metadata): void {
    this.#ports.journal.record({
      traceId: this.traceId,
      actor: "agent",
      agentId: this.#subject.by ?? this.#ports.brain ?? "search",
      actionType,
      entityId: this.#subject.violationId ?? this.sessionId,
      metadata,
    });
  }

  async #save(changes: Partial<FixAttempt>): Promise<void> {
    this.#attempt = { ...this.#attempt, ...changes };
    await this.#ports.attempts.save(this.#attempt);
  }
}

function newAttempt(
  { kind, attemptId, violationId, branch }: RecordSubject,
  { traceId, sessionId }: { readonly traceId: string; readonly sessionId: string },
  startedAt: string,
): FixAttempt {
  return {
    attempt_id: attemptId,
    trace_id: traceId,
    session_id: sessionId,
    violation_id: violationId ?? null,
    base_commit: null,
    branch: branch ?? branchName("fix", violationId ?? kind, traceId),
    started_at: startedAt,
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
