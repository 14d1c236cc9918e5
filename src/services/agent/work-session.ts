import type { Patch } from "../../domain/entities/patch.ts";
import { StepResult } from "../../domain/entities/session.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Model, ModelMessage, ModelTool } from "../../domain/ports/model.ts";
import type { Feedback, RunBriefing, SourceFile, Subject } from "../../domain/ports/repair.ts";
import type { Sessions } from "../../domain/ports/sessions.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { editsOf } from "./change.ts";
import { type Ending, type Hand, runLoop } from "./loop.ts";
import type { Meter } from "./meter.ts";
import { fence, type Prompts } from "./prompts.ts";

/** A tree of the brain's own and the tools that work on it. */
export interface Room extends AsyncDisposable {
  readonly tree: Pick<AttemptTree, "changes" | "restore">;
  readonly hand: Hand;
  /** What the tree held when it was opened, so that a replay can begin at the same place. */
  readonly base: { readonly commit: string | null; readonly digest: string };
}

export interface WorkOptions {
  readonly model: Model;
  readonly prompts: Prompts;
  readonly tools: readonly ModelTool[];
  /** Opens a copy of what the user has, in which these files are as given. */
  readonly openRoom: (request: {
    readonly traceId: string;
    readonly sessionId: string;
    readonly files: readonly SourceFile[];
    /** Null for work that is about nothing in the code yet: a plan. */
    readonly subject: Subject | null;
  }) => Promise<Room>;
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
  /** What the change is called where the model does not say. */
  readonly title: string;
  /** The conversation's beginning: rules and task. */
  readonly open: (sessionId: string) => Promise<readonly ModelMessage[]>;
  /** What became of a patch that was offered; null where nobody said. */
  readonly feedbackOn: (patch: Patch) => Feedback | null;
  readonly onGiveUp: (why: string) => void;
}

/**
 * One session: the model works in its room until it has a change, offers it, and goes on from what is said
 * about it, until one holds or it gives up.
 */
export async function* workSession(
  options: WorkOptions,
  meter: Meter,
  work: Work,
  signal: AbortSignal,
): AsyncGenerator<Patch> {
  const sessionId = options.newId("S");
  const { traceId, subject } = work.briefing;
  const session = { id: sessionId, traceId, task: work.task };
  const { attemptId } = work.briefing;
  await beginSession(options, { sessionId, traceId, attemptId, task: work.task });
  let outcome = "interrupted";
  try {
    await using room = await options.openRoom({ traceId, sessionId, files: work.files, subject });
    const opening = await work.open(sessionId);
    const messages = [...opening];
    const failed: string[] = [];
    for (let attempt = 1; attempt <= options.attempts; attempt += 1) {
      const { hand, base } = room;
      const loop = { ...options, hand, base, meter, session, say: work.briefing.say };
      const ending = await runLoop(messages, loop, signal);
      outcome = ending.status;
      const patch = await takePatch(room, ending, work);
      if (patch === null) return work.onGiveUp(whyOf(ending));
      yield patch;

      const told = work.feedbackOn(patch);
      if (told === null || (told.why.length === 0 && told.stillFailing.length === 0)) return;
      outcome = "not accepted";
      const spent = meter.spent();
      if (spent !== null) return work.onGiveUp(spent);
      if (told.why.length === 0) {
        messages.push({ role: "user", text: goOn(told) });
        continue;
      }
      failed.push(await describeAttempt(room, attempt, told));
      await room.tree.restore();
      await options.sessions.appendStep(sessionId, refusal(told));
      const retry = await options.prompts("repair_agent_v1_retry", { attempts: failed.join("\n\n") });
      messages.splice(0, messages.length, ...opening, { role: "user", text: retry });
    }
    work.onGiveUp(`none of its ${options.attempts} changes held`);
  } finally {
    await options.sessions.end(sessionId, outcome === "complete" ? "completed" : "failed", outcome);
  }
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

/** Whatever it says of itself, the change in its tree is what counts; where it gave up, nothing does. */
async function takePatch(room: Room, ending: Ending, work: Work): Promise<Patch | null> {
  if (ending.status === "cannot_fix" || ending.status === "escalate") return null;
  const base = new Map(work.files.map((file) => [file.path, file.text]));
  const edits = editsOf(await room.tree.changes(), base);
  if (edits.length === 0) return null;
  const summary = "summary" in ending ? ending.summary.split("\n")[0]?.trim().slice(0, 200) : "";
  return { source: "llm", operator: "model", description: summary || work.title, cost: 1000, edits };
}

function whyOf(ending: Ending): string {
  if ("why" in ending) return ending.why;
  return ending.status === "complete" ? "it changed nothing" : `${ending.status}: ${ending.summary}`;
}

/** The next steps begin where the first did. */
function refusal({ why }: Feedback): StepResult {
  const reasoning = `The change was refused: ${why.join("; ")}`;
  return StepResult.parse({
    success: false,
    action: { action_type: "respond", reasoning, metadata: { restored: true } },
  });
}

function goOn({ fixed, stillFailing }: Feedback): string {
  return `That change mended ${fixed.join(", ")} and broke nothing. Still failing: ${stillFailing.join(", ")}. Your change is still in the copy; go on from there.`;
}

async function describeAttempt(room: Room, number: number, told: Feedback): Promise<string> {
  const { diff } = await room.tree.changes();
  const change = fence(`change of attempt ${number}`, diff.slice(0, 6000));
  return `Attempt ${number}: ${told.patch.description}\n${change}\nIt was refused: ${told.why.join("; ")}`;
}
