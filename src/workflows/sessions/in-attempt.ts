import type { FixAttempt } from "../../domain/entities/fix-attempt.ts";
import type { Session } from "../../domain/entities/session.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { Withdrawn } from "../plans/withdrawal.ts";
import type { Ports } from "../ports.ts";
import type { FixSearchResume } from "../repair/fix-search-input.ts";
import { openRecord, type RecordSubject, type RunRecord, type RunRecordPorts } from "./run-record.ts";

export type InAttemptPorts = Pick<Ports, "openSandbox" | "telemetry" | "workspace"> & RunRecordPorts;

/** A run that another process started and did not finish. */
export interface ResumedRun extends FixSearchResume {
  readonly run: Session;
  readonly attempt: FixAttempt;
  /** Digest of the tree it started with; null if it did not get that far. */
  readonly opening: string | null;
}

/** One attempt from start to end: a record and its own tree, both always closed. */
export async function inAttempt<Outcome extends { readonly status: string }>(
  ports: InAttemptPorts,
  subject: Omit<RecordSubject, "sandbox" | "attemptId">,
  signal: AbortSignal,
  work: Work<Outcome>,
): Promise<Outcome> {
  const attemptId = subject.resume?.attempt.attempt_id ?? ports.newId("A");
  const { sandbox, tree } = await openTreeAndSandbox(ports, attemptId, subject.resume, signal);
  try {
    const record = await openRecord(ports, { ...subject, sandbox, attemptId });
    try {
      await record.opened(tree);
      const { outcome, why } = await traced(ports, subject, record, tree, work);
      await record.close(outcome.status, why);
      return outcome;
    } catch (error) {
      if (signal.reason instanceof Withdrawn) await record.close("withdrawn", signal.reason.message);
      else await (signal.aborted ? record.interrupt() : record.fail(error));
      throw error;
    }
  } finally {
    await tree.close();
  }
}

/** Tests the sandbox while the tree is copied. */
async function openTreeAndSandbox(
  ports: Pick<Ports, "openSandbox" | "workspace">,
  attemptId: string,
  resume: RecordSubject["resume"],
  signal: AbortSignal,
): Promise<{ readonly sandbox: string; readonly tree: AttemptTree }> {
  const opening = resume
    ? reopenTree(ports, resume, signal)
    : ports.workspace.openAttempt(attemptId, { signal });
  const [sandbox, tree] = await Promise.allSettled([ports.openSandbox(), opening]);
  if (tree.status === "rejected") throw tree.reason;
  if (sandbox.status === "fulfilled") return { sandbox: sandbox.value, tree: tree.value };
  await tree.value.close();
  throw sandbox.reason;
}

type Work<Outcome> = (
  tree: AttemptTree,
  record: RunRecord,
) => Promise<{ readonly outcome: Outcome; readonly why: string | null }>;

/** The whole attempt as one span, under the trace that the journal and the commit name too. */
function traced<Outcome extends { readonly status: string }>(
  { telemetry, brain }: Pick<Ports, "brain" | "telemetry">,
  { kind, description, violationId }: Pick<RecordSubject, "kind" | "description" | "violationId">,
  record: RunRecord,
  tree: AttemptTree,
  work: Work<Outcome>,
): ReturnType<Work<Outcome>> {
  const about = {
    "session.id": record.sessionId,
    "agentforge.attempt.id": record.attemptId,
    "agentforge.task": description,
    "agentforge.violation.id": violationId ?? null,
    "agentforge.brain": brain ?? "search",
  };
  return telemetry.trace(record.traceId, kind.replaceAll("_", "-"), about, async (span) => {
    const done = await work(tree, record);
    span.note({ "agentforge.outcome": done.outcome.status });
    if (done.why !== null) span.fail(done.why);
    return done;
  });
}

export function resumeOf(resume: ResumedRun | null): Pick<RecordSubject, "resume"> {
  if (resume === null) return {};
  const { run, attempt, opening } = resume;
  return { resume: { session: run, attempt, opening } };
}

/** Checked before anything is written: a run continues only if the code is unchanged. */
async function reopenTree(
  ports: Pick<Ports, "workspace">,
  { attempt, opening }: NonNullable<RecordSubject["resume"]>,
  signal: AbortSignal,
): Promise<AttemptTree> {
  const tree = await ports.workspace.openAttempt(attempt.attempt_id, { signal });
  if (opening === null || tree.opening === opening) return tree;
  await tree.close();
  throw new AgentForgeError("stale", "the code has changed since the session started", {
    hint: "Undo your changes and resume again, or start over with `agentforge repair`.",
  });
}
