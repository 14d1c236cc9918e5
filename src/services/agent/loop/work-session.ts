import type { Metadata } from "../../../domain/entities/common.ts";
import type { Patch } from "../../../domain/entities/patch.ts";
import type { StepResult } from "../../../domain/entities/session.ts";
import type { TestFailure } from "../../../domain/entities/test-result.ts";
import type { ToolCall, ToolResult } from "../../../domain/entities/tool.ts";
import { AgentForgeError } from "../../../domain/errors.ts";
import type { Journal } from "../../../domain/ports/journal.ts";
import type { Model, ModelMessage, ModelTool } from "../../../domain/ports/model.ts";
import type { Feedback, RunBriefing, SourceFile, Subject } from "../../../domain/ports/repair.ts";
import type { Sessions } from "../../../domain/ports/sessions.ts";
import type { AttemptTree } from "../../../domain/ports/workspace.ts";
import { oneLine } from "../../../domain/rules/text/plain-text.ts";
import type { Meter } from "../connection/meter.ts";
import { type Recalled, recall } from "../conversation/recall.ts";
import { describeRefused, triedOf } from "../conversation/refusal.ts";
import { fence, type Prompts } from "../prompts.ts";
import { editsOf } from "./change.ts";
import { runLoop } from "./loop.ts";
import type { Ending, ToolCaller } from "./loop-options.ts";
import { openLog, type SessionLog } from "./session-log.ts";

/** A tree for the brain and the tools that work on it. */
export interface SessionCopy extends AsyncDisposable {
  readonly tree: Pick<AttemptTree, "changes" | "files" | "readText" | "restore">;
  readonly toolCaller: ToolCaller;
  /**
   * Repeats a recorded change, without the guards that allowed it before; null if the call changes nothing.
   */
  redo(call: ToolCall, signal: AbortSignal): Promise<ToolResult | null>;
  /** Digest of the tree when it was opened, so that a replay can start from the same content. */
  readonly base: { readonly commit: string | null; readonly digest: string };
}

export interface CopyRequest {
  readonly traceId: string;
  readonly sessionId: string;
  readonly files: readonly SourceFile[];
  readonly gone: readonly string[];
  /** Null for work that does not concern the code yet: a plan. */
  readonly subject: Subject | null;
  /** Paths the brain may not write to. */
  readonly judging?: RunBriefing["judging"];
}

export interface WorkOptions {
  readonly model: Model;
  readonly prompts: Prompts;
  readonly tools: readonly ModelTool[];
  /** Opens a copy of the user's tree with these file contents. */
  readonly openCopy: (request: CopyRequest) => Promise<SessionCopy>;
  readonly sessions: Sessions;
  readonly journal: Journal;
  readonly attempts: number;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly now: () => string;
  readonly elapsed: () => number;
  readonly newId: (prefix: string) => string;
  readonly owner: string;
}

export interface Work {
  readonly task: string;
  readonly briefing: RunBriefing;
  readonly files: readonly SourceFile[];
  /** The user's files that earlier patches removed. */
  readonly gone: readonly string[];
  /** Stored for a process that resumes the session. */
  readonly memory: Metadata;
  /** The default title of the change. */
  readonly title: string;
  /** The start of the conversation: rules and task. */
  readonly open: (copy: SessionCopy) => Promise<readonly ModelMessage[]>;
  /** Additional tools for the model, and their handler. */
  readonly beside?: {
    readonly tools: readonly ModelTool[];
    toolCaller(toolCaller: ToolCaller, sessionId: string): ToolCaller;
    /** The steps of a resumed session. */
    recalled(steps: readonly StepResult[], sessionId: string): void;
  };
  /** What failed before any change. */
  readonly failures: readonly TestFailure[];
  /** The cause, once the model has reported it. */
  readonly cause?: () => string | null;
  /** The result of a proposed patch; null if there is none. */
  readonly feedbackOn: (patch: Patch) => Feedback | null;
  readonly onGiveUp: (why: string) => void;
}

/**
 * One session, in one conversation that only grows: the model works in its copy until it has a change,
 * submits it, and continues with the feedback, until one is accepted or it gives up. An interrupted session
 * continues from its last complete step.
 */
export async function* workSession(
  options: WorkOptions,
  meter: Meter,
  work: Work,
  signal: AbortSignal,
): AsyncGenerator<Patch> {
  const { traceId, attemptId, subject, judging, resume } = work.briefing;
  const sessionId = resume?.sessionId ?? options.newId("S");
  const recalled = resume ? await recall(options.sessions, sessionId) : null;
  if (resume) await options.sessions.takeOver(sessionId, options.owner);
  else await beginSession(options, { sessionId, traceId, attemptId, task: work.task });
  const session = { id: sessionId, traceId, task: work.task };
  let outcome = "interrupted";
  try {
    const about = { traceId, sessionId, subject, ...(judging && { judging }) };
    await using copy = await options.openCopy({ ...about, files: work.files, gone: work.gone });
    if (recalled) {
      meter.carry(recalled.used);
      await rebuild(copy, recalled, signal);
      work.beside?.recalled(recalled.steps, sessionId);
    }
    const messages = recalled?.messages ?? [...(await work.open(copy))];
    const tools = [...options.tools, ...(work.beside?.tools ?? [])];
    const toolCaller = work.beside?.toolCaller(copy.toolCaller, sessionId) ?? copy.toolCaller;
    const given = { session, meter, base: copy.base, tools, memory: work.memory };
    const log = openLog({ ...options, ...given, ...stateOf(recalled) });
    if (!recalled) await log.snapshot(messages);
    if (recalled?.state.partly) yield recalled.state.partly;

    let resumption = recalled && { ...recalled, answer: resume?.answer ?? "repeat" };
    while (log.state.attempt <= options.attempts) {
      const loop = { ...options, toolCaller, tools, meter, session, log, say: work.briefing.say };
      const ending = resumption?.ending ?? (await runLoop(messages, loop, signal, resumption));
      resumption = null;
      outcome = ending.status;
      const patch = await takePatch(copy, ending, work);
      if (patch === null) return work.onGiveUp(whyOf(ending));
      yield patch;
      const told = work.feedbackOn(patch);
      if (told === null || (told.why.length === 0 && told.stillFailing.length === 0)) return;
      outcome = "not accepted";
      const spent = meter.spent();
      if (spent !== null) return work.onGiveUp(spent);
      await tell(options, work, { messages, log, copy }, { ...told, patch });
    }
    work.onGiveUp(`none of its ${options.attempts} changes was accepted`);
  } finally {
    await options.sessions.end(sessionId, outcome === "complete" ? "completed" : "failed", outcome);
  }
}

function stateOf(recalled: Recalled | null) {
  return recalled && { taken: recalled.steps.length, state: recalled.state };
}

interface Conversation {
  readonly messages: ModelMessage[];
  readonly log: SessionLog;
  readonly copy: SessionCopy;
}

/** Tells the model what became of its change. */
function tell(options: WorkOptions, work: Work, conversation: Conversation, told: Feedback): Promise<void> {
  return told.why.length === 0
    ? tellFixed(conversation, told)
    : tellRefused(options, work, conversation, told);
}

/** The change fixed some of the tests: the model works on the others. */
async function tellFixed({ messages, log }: Conversation, told: Feedback): Promise<void> {
  const state = { ...log.state, attempt: log.state.attempt + 1, partly: told.patch };
  messages.push({ role: "user", text: describePartialFix(told) });
  const fixed = `The change fixed ${told.fixed.join(", ")} and broke nothing.`;
  await log.mark(fixed, state, messages, { judged: true });
}

/** The change is undone, and the model learns why. */
async function tellRefused(
  { prompts }: WorkOptions,
  work: Work,
  { messages, log, copy }: Conversation,
  told: Feedback,
): Promise<void> {
  const { attempt } = log.state;
  const state = { ...log.state, attempt: attempt + 1 };
  const last = triedOf((await copy.tree.changes()).diff, told.failures ?? []);
  const evidence = describeRefused(told, last, state.last ?? triedOf(null, work.failures));
  await copy.tree.restore();
  const reasons = told.why.join("; ");
  const retry = await prompts("repair_retry_v2", {
    ...{ attempt: String(attempt), reasons },
    evidence: fence(`attempt ${attempt}`, evidence),
  });
  messages.push({ role: "user", text: retry });
  const next = { ...state, failed: [...state.failed, reasons], last };
  await log.mark(`The change was refused: ${reasons}`, next, messages, { judged: true, restored: true });
}

/** Repeats, in a fresh copy, only the changes of the recorded steps. */
async function rebuild(copy: SessionCopy, recalled: Recalled, signal: AbortSignal): Promise<void> {
  if (copy.base.digest !== recalled.digest) {
    throw new AgentForgeError("stale", "the code has changed since the session started", {
      hint: "Undo your changes, or start over with `agentforge repair`.",
    });
  }
  const redo = async (calls: readonly ToolCall[], results: readonly ToolResult[], step: number) => {
    for (const [index, call] of calls.entries()) {
      if (results[index]?.success !== true) continue;
      const again = await copy.redo(call, signal);
      if (again === null || again.success) continue;
      throw new AgentForgeError("stale", `step ${step} (${call.name}) cannot be repeated: ${again.error}`, {
        hint: "Start over with `agentforge repair`.",
      });
    }
  };
  for (const [index, { action, tool_results }] of recalled.steps.entries()) {
    if (action?.metadata.restored === true) await copy.tree.restore();
    else await redo(action?.tool_calls ?? [], tool_results, index + 1);
  }
  const { underWay, steps } = recalled;
  if (underWay) await redo(underWay.action.tool_calls, underWay.results, steps.length + 1);
}

export async function beginSession(
  options: Pick<WorkOptions, "sessions" | "now" | "owner">,
  about: {
    readonly sessionId: string;
    readonly traceId: string;
    readonly attemptId: string | null;
    readonly task: string;
  },
): Promise<void> {
  await options.sessions.begin({
    session_id: about.sessionId,
    trace_id: about.traceId,
    attempt_id: about.attemptId,
    brain: "llm",
    task_description: about.task,
    status: "running",
    started_at: options.now(),
    ended_at: null,
    owner: options.owner,
    outcome: null,
  });
}

/** Only the change in its tree counts, regardless of what the model claims; if it gave up, there is none. */
async function takePatch(copy: SessionCopy, ending: Ending, work: Work): Promise<Patch | null> {
  if (ending.status === "cannot_fix" || ending.status === "escalate") return null;
  const base = new Map(work.files.map((file) => [file.path, file.text]));
  const edits = editsOf(await copy.tree.changes(), base, new Set(work.gone));
  if (edits.length === 0) return null;
  const summary = "summary" in ending ? oneLine(ending.summary.trim().split("\n")[0] ?? "", 200) : "";
  const cause = work.cause?.() ?? null;
  const description = summary || work.title;
  return { source: "llm", operator: "model", description, cost: 1000, edits, ...(cause && { cause }) };
}

function whyOf(ending: Ending): string {
  if ("why" in ending) return ending.why;
  return ending.status === "complete" ? "it changed nothing" : `${ending.status}: ${ending.summary}`;
}

function describePartialFix({ fixed, stillFailing }: Feedback): string {
  return `That change fixed ${fixed.join(", ")} and broke nothing. Still failing: ${stillFailing.join(", ")}. Your change is still in the copy; continue from there.`;
}
