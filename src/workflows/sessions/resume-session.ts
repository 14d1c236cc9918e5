import type { FixAttempt } from "../../domain/entities/fix-attempt.ts";
import type { Review } from "../../domain/entities/review.ts";
import type { Session } from "../../domain/entities/session.ts";
import { FixRecord, Kept, RepairRecord, RunMemory, TestFile } from "../../domain/entities/task.ts";
import type { ToolCall, ToolResult } from "../../domain/entities/tool.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { RepeatAnswer } from "../../domain/ports/repair.ts";
import { judgeRepeat } from "../../domain/rules/runs/repeat.ts";
import type { Ports } from "../ports.ts";
import { type RepairOutcome, type RepairPorts, repair } from "../repair/repair.ts";
import type { RepairEvent, RepairRequest } from "../repair/repair-request.ts";
import { landByGate } from "../reviews/offer-review.ts";
import { type ProvenOutcome, whyNotLanded } from "../reviews/proven-outcome.ts";
import type { FixEvent, FixOutcome } from "../violations/fix-request.ts";
import { type FixUnderClaimPorts, fixUnderClaim } from "../violations/fix-under-claim.ts";
import { findViolation } from "../violations/fix-violation.ts";
import { findSession } from "./find-session.ts";
import type { ResumedRun } from "./in-attempt.ts";

export type ResumeSessionPorts = FixUnderClaimPorts & RepairPorts;

/** An interrupted run, and the session of its brain, if one had started. */
export interface Interrupted {
  readonly run: Session;
  readonly attempt: FixAttempt;
  readonly memory: RunMemory;
  readonly own: Session | null;
}

export type Resumed =
  | { readonly kind: "repair"; readonly outcome: RepairOutcome }
  | { readonly kind: "fix_violation"; readonly outcome: FixOutcome };

/** By the id of the run or of its brain's session; default: the newest that can be resumed. */
export async function findInterrupted(
  ports: Pick<Ports, "attempts" | "sessions">,
  sessionId: string | null,
): Promise<Interrupted> {
  const run = sessionId === null ? await findNewest(ports) : await findNamed(ports, sessionId);
  refuseUnlessInterrupted(run);
  const context = await ports.sessions.loadContext(run.session_id);
  const attempt = run.attempt_id === null ? null : await ports.attempts.get(run.attempt_id);
  if (!context || !attempt) {
    throw new AgentForgeError("unsupported", `${run.session_id} was interrupted before it did anything`, {
      hint: "Start over with `agentforge repair`.",
    });
  }
  const others = await ports.sessions.list({ status: "interrupted" });
  let own: Session | null = null;
  for (const each of others) {
    if (each.trace_id !== run.trace_id || each.session_id === run.session_id) continue;
    const known = await ports.sessions.loadContext(each.session_id);
    if (known?.memory_context.role === "test")
      await ports.sessions.end(each.session_id, "failed", "started over");
    else own ??= each;
  }
  return { run, attempt, memory: RunMemory.parse(context.memory_context), own };
}

/** Continues from the last complete step, in a copy restored to that state; finished work is not repeated. */
export async function resumeSession(
  ports: ResumeSessionPorts,
  interrupted: Interrupted,
  answer: "repeat" | "skip" | null,
  signal: AbortSignal,
  onEvent: (event: RepairEvent | FixEvent) => void,
): Promise<Resumed> {
  const { run, attempt, memory, own } = interrupted;
  const review = (await ports.reviews.list()).find((each) => each.trace_id === run.trace_id);
  if (review && review.status !== "withdrawn") return closeRun(ports, interrupted, review, signal);
  const session = own && {
    sessionId: own.session_id,
    answer: await settleCall(ports, own, answer),
    tried: await triedBefore(ports, own),
  };
  const kept = await findKept(ports, run);
  const resume: ResumedRun = { run, attempt, opening: memory.opening, kept, session };
  const resumed = await goOn(ports, memory, resume, signal, onEvent);
  await endUnused(ports, own);
  return resumed;
}

async function goOn(
  ports: ResumeSessionPorts,
  memory: RunMemory,
  resume: ResumedRun,
  signal: AbortSignal,
  onEvent: (event: RepairEvent | FixEvent) => void,
): Promise<Resumed> {
  if (memory.kind === "fix_violation") {
    return { kind: "fix_violation", outcome: await fixAgain(ports, memory, resume, signal, onEvent) };
  }
  const added = await findAddedTests(ports, resume.run);
  const request = { ...RepairRecord.parse(memory.request), ...added };
  return { kind: "repair", outcome: await repair(ports, request, signal, onEvent, resume) };
}

async function findNewest(ports: Pick<Ports, "sessions">): Promise<Session> {
  for (const session of await ports.sessions.list({ status: "interrupted" })) {
    const run = await findRun(ports, session);
    if (run?.status === "interrupted") return run;
  }
  throw new AgentForgeError("not_found", "no run was interrupted", {
    hint: "Run `agentforge session list` to see all sessions.",
  });
}

async function findNamed(ports: Pick<Ports, "sessions">, sessionId: string): Promise<Session> {
  const run = await findRun(ports, await findSession(ports, sessionId));
  if (run) return run;
  throw new AgentForgeError("unsupported", `${sessionId} cannot be resumed`, {
    hint: "Only repairs and violation fixes can be resumed; rerun anything else.",
  });
}

/** A brain's session belongs to the run with the same trace. */
async function findRun(ports: Pick<Ports, "sessions">, session: Session): Promise<Session | null> {
  for (const each of [session, ...(await ports.sessions.list())]) {
    if (each.trace_id !== session.trace_id) continue;
    const context = await ports.sessions.loadContext(each.session_id);
    if (RunMemory.safeParse(context?.memory_context).success) return each;
  }
  return null;
}

function refuseUnlessInterrupted(run: Session): void {
  if (run.status === "interrupted") return;
  if (run.status === "running") {
    throw new AgentForgeError("busy", `${run.session_id} is running in another process`, {
      hint: "Run `agentforge status` to see what is running.",
    });
  }
  throw new AgentForgeError(
    "bad_input",
    `${run.session_id} was not interrupted: it ended with ${run.outcome ?? run.status}`,
    { hint: `Run \`agentforge session show ${run.session_id}\` to see what it did.` },
  );
}

/** How to handle an interrupted call. */
async function settleCall(
  ports: Pick<Ports, "escalations" | "sessions">,
  own: Session,
  answer: "repeat" | "skip" | null,
): Promise<RepeatAnswer> {
  const underWay = await ports.sessions.underWay(own.session_id);
  const call = underWay?.action.tool_calls[underWay.results.length];
  if (call === undefined) return "repeat";
  const said = await findSaid(ports, own, call);
  if (said !== null) return said;
  const verdict = judgeRepeat(call);
  if (verdict.status === "safe") return "repeat";
  if (answer !== null) return answer;
  const parameters = JSON.stringify(call.parameters).slice(0, 200);
  throw new AgentForgeError(
    "bad_input",
    `${call.name} ${parameters} was running when the session was interrupted: ${verdict.why}`,
    {
      hint: `Run \`agentforge session resume ${own.session_id}\` with --repeat to run it again, or with --skip to tell the model that its outcome is unknown.`,
    },
  );
}

/** Messages to people are recorded; without a record, nothing was sent. */
async function findSaid(
  ports: Pick<Ports, "escalations">,
  own: Session,
  call: ToolCall,
): Promise<ToolResult | null> {
  if (call.name !== "escalate" && call.name !== "cannot_fix") return null;
  const said = (await ports.escalations.list()).find(({ task_id }) => task_id === own.session_id);
  if (!said) return null;
  const output = { status: call.name, escalation_id: said.escalation_id };
  return { tool_name: call.name, success: true, output, error: null, duration_seconds: 0 };
}

async function triedBefore(ports: Pick<Ports, "sessions">, own: Session): Promise<number> {
  const context = await ports.sessions.loadContext(own.session_id);
  return Number(context?.memory_context.tried ?? 0);
}

async function findKept(ports: Pick<Ports, "sessions">, run: Session): Promise<Kept[]> {
  const steps = await ports.sessions.history(run.session_id);
  return steps.flatMap(({ tool_results: [result] }) => {
    const { kept } = (result?.output ?? {}) as { kept?: unknown };
    const parsed = Kept.safeParse(kept);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A test that was written to show the bug is not written again. */
async function findAddedTests(
  ports: Pick<Ports, "sessions">,
  run: Session,
): Promise<Pick<RepairRequest, "testFiles" | "testsBy">> {
  for (const step of await ports.sessions.history(run.session_id)) {
    const output = step.tool_results[0]?.output as { added_tests?: unknown; written_by?: unknown } | null;
    const added = TestFile.array().safeParse(output?.added_tests);
    if (!added.success) continue;
    return { testFiles: added.data, ...(output?.written_by === "model" && { testsBy: "model" }) };
  }
  return {};
}

async function fixAgain(
  ports: ResumeSessionPorts,
  memory: RunMemory,
  resume: ResumedRun,
  signal: AbortSignal,
  onEvent: (event: FixEvent) => void,
): Promise<FixOutcome> {
  const request = {
    ...FixRecord.parse(memory.request),
    resume,
    rules: { attemptLimit: null, evenIfCooling: true, insteadOf: resume.run.owner },
    cooldownSeconds: ports.settings.daemon.cooldownSeconds,
  };
  const outcome = await fixUnderClaim(ports, request, signal, onEvent);
  if (outcome !== null) return outcome;
  throw new AgentForgeError("busy", `another process is working on ${request.violationId}`, {
    hint: "Run `agentforge status` to see what is running.",
  });
}

/** The run has already opened its review, so only its own record has to be closed. */
async function closeRun(
  ports: ResumeSessionPorts,
  { run, attempt, memory }: Interrupted,
  review: Review,
  signal: AbortSignal,
): Promise<Resumed> {
  await ports.sessions.takeOver(run.session_id, ports.owner);
  const outcome = await landOrWait(ports, memory, review, signal).catch(async (error: unknown) => {
    if (signal.aborted) await ports.sessions.end(run.session_id, "interrupted", "interrupted");
    throw error;
  });
  const error = whyNotLanded(outcome);
  await ports.attempts.save({
    ...attempt,
    ...{ phase: error === null ? "complete" : "failed", error, committed: outcome.status === "landed" },
    completed_at: ports.now(),
  });
  await ports.sessions.end(run.session_id, error === null ? "completed" : "failed", outcome.status);
  if (memory.kind === "repair") return { kind: "repair", outcome };
  const violation = await findViolation(ports, FixRecord.parse(memory.request).violationId);
  return { kind: "fix_violation", outcome: { ...outcome, violation } };
}

async function landOrWait(
  ports: ResumeSessionPorts,
  memory: RunMemory,
  review: Review,
  signal: AbortSignal,
): Promise<ProvenOutcome> {
  const { auto, landTo: to } = RepairRecord.pick({ auto: true, landTo: true }).parse(memory.request);
  if (auto && review.status === "pending" && review.asked_because.length === 0)
    return landByGate(ports, review, { to, signal });
  const { landed_commit: commit } = review;
  return commit === null ? { status: "waiting_for_review", review } : { status: "landed", review, commit };
}

/** The run continued without it, because its result was already recorded. */
async function endUnused(ports: Pick<Ports, "sessions">, own: Session | null): Promise<void> {
  const now = own && (await ports.sessions.get(own.session_id));
  if (now?.status !== "interrupted") return;
  await ports.sessions.end(now.session_id, "completed", "its change was already recorded");
}
