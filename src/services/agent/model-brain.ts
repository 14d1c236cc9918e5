import { createHash } from "node:crypto";
import type { DiagnosticReport } from "../../domain/entities/diagnostic.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Journal } from "../../domain/ports/journal.ts";
import type { Model, ModelMessage, ModelTool } from "../../domain/ports/model.ts";
import type { Briefing, Feedback, PatchSource, RepairTarget, SourceFile } from "../../domain/ports/repair.ts";
import type { Sessions } from "../../domain/ports/sessions.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { editsOf } from "./change.ts";
import { diagnose } from "./diagnose.ts";
import { gatherFailure } from "./gather.ts";
import { type Ending, type Hand, runLoop } from "./loop.ts";
import { type Limits, startMeter } from "./meter.ts";
import { fence, type Prompts } from "./prompts.ts";

/** A tree of the brain's own and the tools that work on it. */
export interface Room extends AsyncDisposable {
  readonly tree: Pick<AttemptTree, "changes" | "restore">;
  readonly hand: Hand;
}

export interface ModelBrainOptions {
  readonly model: Model;
  readonly prompts: Prompts;
  readonly tools: readonly ModelTool[];
  /** Opens a copy of what the user has, in which these files are as given. */
  readonly openRoom: (request: {
    readonly traceId: string;
    readonly sessionId: string;
    readonly files: readonly SourceFile[];
  }) => Promise<Room>;
  readonly sessions: Sessions;
  readonly journal: Journal;
  /** Diagnoses by a hash of failure, content and model. */
  readonly diagnoses: {
    get(key: string): Promise<DiagnosticReport | null>;
    put(key: string, report: DiagnosticReport): Promise<void>;
  };
  readonly limits: Limits;
  readonly attempts: number;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly now: () => string;
  readonly elapsed: () => number;
  readonly newId: (prefix: string) => string;
  readonly owner: string;
}

/** The second brain: a language model with tools, whose change is one more patch for `settle` to judge. */
export function createModelBrain(options: ModelBrainOptions): PatchSource {
  const meter = startMeter(options.model.id, options.limits, options.elapsed);
  let feedback: Feedback | null = null;
  let gaveUp: string | null = null;

  async function* propose(
    target: RepairTarget,
    signal: AbortSignal,
    briefing?: Briefing,
  ): AsyncGenerator<Patch> {
    if (gaveUp !== null || briefing === undefined) return;
    const sessionId = options.newId("S");
    const { traceId } = briefing;
    const files = [...target.sources, ...target.tests, ...briefing.files];
    const task = `make these tests pass: ${target.failing.failures.map((each) => each.test_id).join(", ")}`;
    await beginSession(options, { sessionId, briefing, task });
    let outcome = "interrupted";
    try {
      await using room = await options.openRoom({ traceId, sessionId, files });
      const evidence = gatherFailure(target, briefing);
      const report = await findCause(options, meter, { evidence, sessionId, briefing, signal });
      const opening = await openConversation(options, evidence, report);
      const messages = [...opening];
      const failed: string[] = [];
      for (let attempt = 1; attempt <= options.attempts; attempt += 1) {
        const session = { id: sessionId, traceId, task };
        const loop = { ...options, hand: room.hand, meter, session, say: briefing.say };
        const ending = await runLoop(messages, loop, signal);
        outcome = ending.status;
        const patch = await takePatch(room, ending, files, target);
        if (patch === null) {
          gaveUp = "why" in ending ? ending.why : `${ending.status}: ${ending.summary}`;
          return;
        }
        feedback = null;
        yield patch;
        const told = feedback as Feedback | null;
        if (told === null || (told.why.length === 0 && told.stillFailing.length === 0)) return;
        outcome = "not accepted";
        if (meter.spent() !== null) {
          gaveUp = meter.spent();
          return;
        }
        if (told.why.length === 0) {
          messages.push({ role: "user", text: partly(told) });
          continue;
        }
        failed.push(await describeAttempt(room, attempt, told));
        await room.tree.restore();
        const retry = await options.prompts("repair_agent_v1_retry", { attempts: failed.join("\n\n") });
        messages.splice(0, messages.length, ...opening, { role: "user", text: retry });
      }
      gaveUp = `none of its ${options.attempts} changes held`;
    } finally {
      const good = outcome === "complete";
      await options.sessions.end(sessionId, good ? "completed" : "failed", outcome);
    }
  }

  return {
    id: "llm",
    locate: async () => [],
    propose,
    learn(told) {
      if (told.patch.source === "llm") feedback = told;
    },
    account() {
      const { steps, tokens } = meter.used();
      if (steps === 0 && tokens === 0) return [];
      const end = gaveUp === null ? "" : `; it gave up: ${gaveUp}`;
      return [`the model ${options.model.id} used ${meter}${end}`];
    },
  };
}

async function beginSession(
  { sessions, now, owner }: ModelBrainOptions,
  { sessionId, briefing, task }: { sessionId: string; briefing: Briefing; task: string },
): Promise<void> {
  await sessions.begin({
    session_id: sessionId,
    trace_id: briefing.traceId,
    attempt_id: briefing.attemptId,
    brain: "llm",
    task_description: task,
    status: "running",
    started_at: now(),
    ended_at: null,
    owner,
    outcome: null,
  });
}

type Meter = ReturnType<typeof startMeter>;

async function findCause(
  options: ModelBrainOptions,
  meter: Meter,
  input: { evidence: string; sessionId: string; briefing: Briefing; signal: AbortSignal },
): Promise<DiagnosticReport | null> {
  const { model, diagnoses } = options;
  const key = createHash("sha256").update(model.id).update("\0").update(input.evidence).digest("hex");
  const known = await diagnoses.get(key);
  if (known) return known;
  input.briefing.say(`${model.id}: looking for the cause`);
  const report = await diagnose(
    {
      model,
      meter,
      prompt: await options.prompts("diagnostic_agent_v1"),
      evidence: input.evidence,
      taskId: input.sessionId,
      maxOutputTokens: options.maxOutputTokens,
    },
    { signal: input.signal },
  );
  options.journal.record({
    traceId: input.briefing.traceId,
    actor: "agent",
    agentId: model.id,
    actionType: report ? "failure.diagnosed" : "failure.not_diagnosed",
    entityId: input.sessionId,
    metadata: report ? { root_cause: report.root_cause, confidence: report.confidence } : {},
  });
  if (report) await diagnoses.put(key, report);
  return report;
}

async function openConversation(
  { prompts }: ModelBrainOptions,
  evidence: string,
  report: DiagnosticReport | null,
): Promise<ModelMessage[]> {
  const diagnosis = report
    ? `\n\nA diagnosis, which may be mistaken:\n${fence("diagnosis", JSON.stringify({ ...report, task_id: undefined }, null, 1))}`
    : "";
  return [
    { role: "system", text: await prompts("repair_agent_v1") },
    { role: "user", text: `Make the failing tests pass.\n\n${evidence}${diagnosis}` },
  ];
}

/** Whatever it says of itself, the change in its tree is what counts; where it gave up, nothing does. */
async function takePatch(
  room: Room,
  ending: Ending,
  files: readonly SourceFile[],
  target: RepairTarget,
): Promise<Patch | null> {
  if (ending.status === "cannot_fix" || ending.status === "escalate") return null;
  const base = new Map(files.map((file) => [file.path, file.text]));
  const edits = editsOf(await room.tree.changes(), base);
  if (edits.length === 0) return null;
  const summary = "summary" in ending ? ending.summary.split("\n")[0]?.trim().slice(0, 200) : "";
  const [failure] = target.failing.failures;
  const description = summary || `repair ${failure?.test_name ?? "the failing tests"}`;
  return { source: "llm", operator: "model", description, cost: 1000, edits };
}

function partly({ fixed, stillFailing }: Feedback): string {
  return `That change mended ${fixed.join(", ")} and broke nothing. Still failing: ${stillFailing.join(", ")}. Your change is still in the copy; go on from there.`;
}

async function describeAttempt(room: Room, number: number, told: Feedback): Promise<string> {
  const { diff } = await room.tree.changes();
  const change = fence(`change of attempt ${number}`, diff.slice(0, 6000));
  return `Attempt ${number}: ${told.patch.description}\n${change}\nIt was refused: ${told.why.join("; ")}`;
}
