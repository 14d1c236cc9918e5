import { createHash } from "node:crypto";
import type { DiagnosticReport } from "../../domain/entities/diagnostic.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { StepResult } from "../../domain/entities/session.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { ModelMessage } from "../../domain/ports/model.ts";
import type {
  Briefing,
  Feedback,
  PatchSource,
  RunBriefing,
  ViolationSource,
} from "../../domain/ports/repair.ts";
import { oneLine } from "../../domain/rules/text/plain-text.ts";
import type { Meter } from "./connection/meter.ts";
import { startingPoint } from "./conversation/start.ts";
import { lastReport, REPORT, takeReports } from "./diagnose.ts";
import { excerpt, gatherFailure } from "./gather.ts";
import type { ToolCaller } from "./loop/loop-options.ts";
import { type SessionCopy, type WorkOptions, workSession } from "./loop/work-session.ts";
import { describeProject, type Project, readProject } from "./project.ts";
import { fence, personsRequest, personsWords } from "./prompts.ts";

export interface ModelBrainOptions extends WorkOptions {
  /** The only meter of this run, started with the first request. */
  readonly startMeter: () => Meter;
  /** Diagnoses, keyed by a hash of failure, content and model. */
  readonly diagnoses: {
    get(key: string): Promise<DiagnosticReport | null>;
    put(key: string, report: DiagnosticReport): Promise<void>;
  };
}

export interface ModelBrain {
  readonly forTests: PatchSource;
  readonly forViolations: ViolationSource;
}

/** The second brain: a language model with tools. `settle` judges its change like any other patch. */
export function createModelBrain(options: ModelBrainOptions): ModelBrain {
  const run = openRun(options);
  const { learn, account, gaveUp } = run;
  const shared = { id: "llm", learn, account, gaveUp } as const;
  return {
    forTests: {
      ...shared,
      isModel: true,
      patches: (request) => repairTests(options, run, request),
    },
    forViolations: {
      ...shared,
      patches: (request) => fixViolation(options, run, request),
    },
  };
}

/** What both sources of one run share: the meter, what was said about their patches, and whether it gave up. */
function openRun(options: ModelBrainOptions) {
  const told = new WeakMap<Patch, Feedback>();
  let meter: Meter | null = null;
  let gaveUp: string | null = null;
  return {
    learn: (feedback: Feedback) => void told.set(feedback.patch, feedback),
    account: () => accountFor(options.model.id, meter, gaveUp),
    gaveUp: () => gaveUp,
    start: () => {
      meter ??= options.startMeter();
      return meter;
    },
    listener: {
      feedbackOn: (patch: Patch) => told.get(patch) ?? null,
      onGiveUp(why: string) {
        gaveUp = why;
      },
    },
  };
}

type Run = ReturnType<typeof openRun>;

async function* repairTests(
  options: ModelBrainOptions,
  { start, gaveUp, listener }: Run,
  { signal, measure, brief }: Parameters<PatchSource["patches"]>[0],
): ReturnType<PatchSource["patches"]> {
  if (gaveUp() !== null) return;
  const target = await measure();
  const briefing = await brief();
  const { failures } = target.failing;
  const causes = watchCauses(options, briefing, start);
  const work = {
    ...listener,
    briefing,
    failures,
    task: `make these tests pass: ${failures.map((failure) => failure.test_id).join(", ")}`,
    title: `repair ${failures[0]?.test_name ?? "the failing tests"}`,
    files: [...target.sources, ...target.tests, ...briefing.files],
    gone: briefing.gone,
    memory: { tried: briefing.tried },
    beside: causes.beside,
    cause: causes.found,
    async open({ tree }: SessionCopy) {
      const evidence = gatherFailure(target, briefing, await readProject(tree));
      return openRepair(options, briefing, evidence, await causes.known(evidence));
    },
  };
  for await (const patch of workSession(options, start(), work, signal)) yield { patch };
}

async function* fixViolation(
  options: ModelBrainOptions,
  { start, listener }: Run,
  { violation, tree, signal, brief }: Parameters<ViolationSource["patches"]>[0],
): ReturnType<ViolationSource["patches"]> {
  const briefing = await brief();
  const text = await tree.readText(violation.file_path).catch(() => null);
  const work = {
    ...listener,
    briefing,
    task: `fix ${violation.violation_id}: ${violation.message}`,
    title: `fix ${violation.check_id} in ${violation.file_path}`,
    files: text === null ? [] : [{ path: violation.file_path, text }],
    gone: [],
    memory: {},
    failures: [],
    open: async ({ tree: copy }: SessionCopy) =>
      openFix(options, violation, text, personsWords(briefing.guidance), await readProject(copy)),
  };
  for await (const patch of workSession(options, start(), work, signal)) yield { patch };
}

function accountFor(modelId: string, meter: Meter | null, gaveUp: string | null): string[] {
  if (meter === null) return [];
  const end = gaveUp === null ? "" : `; it gave up: ${gaveUp}`;
  return [`the model ${modelId} used ${meter}${end}`];
}

/**
 * Receives the model's reports: they are stored by failure, content and model, shown to the person, and used
 * in the review.
 */
function watchCauses(
  { model, diagnoses, journal }: ModelBrainOptions,
  briefing: RunBriefing,
  start: () => Meter,
) {
  let key: string | null = null;
  let cause: string | null = null;
  const keep = (sessionId: string) => async (report: DiagnosticReport) => {
    const { root_cause, confidence } = report;
    cause = root_cause;
    const words = oneLine(root_cause, 300);
    const used = start().used();
    briefing.say(`the cause, according to ${model.id}: ${words}`, { call: null, target: "", words, used });
    journal.record({
      traceId: briefing.traceId,
      actor: "agent",
      agentId: model.id,
      actionType: "failure.diagnosed",
      entityId: sessionId,
      metadata: { root_cause, confidence },
    });
    if (key !== null) await diagnoses.put(key, report);
  };
  return {
    found: () => cause,
    /** The diagnosis of an earlier session for the same failure. */
    async known(evidence: string): Promise<DiagnosticReport | null> {
      key = createHash("sha256").update(model.id).update("\0").update(evidence).digest("hex");
      const report = await diagnoses.get(key);
      cause = report?.root_cause ?? null;
      return report;
    },
    beside: {
      tools: [REPORT],
      toolCaller: (toolCaller: ToolCaller, sessionId: string) =>
        takeReports(toolCaller, sessionId, keep(sessionId)),
      recalled(steps: readonly StepResult[], sessionId: string) {
        cause = lastReport(steps, sessionId)?.root_cause ?? null;
      },
    },
  };
}

async function openRepair(
  { prompts }: ModelBrainOptions,
  briefing: Briefing,
  evidence: string,
  report: DiagnosticReport | null,
): Promise<ModelMessage[]> {
  const earlier = report
    ? `\n\n# A diagnosis from an earlier session, which may be wrong\n${report.root_cause}`
    : "";
  const words = personsRequest(briefing.issue) + personsWords(briefing.guidance);
  const task = `Make the failing tests pass.${startingPoint(briefing)}`;
  return [
    { role: "system", text: await prompts("repair_agent_v3") },
    { role: "user", text: `${words}${task}\n\n${fence("evidence", evidence + earlier)}` },
  ];
}

/** Context lines on each side of a violation. */
const AROUND = 40;

async function openFix(
  { prompts }: ModelBrainOptions,
  violation: Violation,
  text: string | null,
  words: string,
  project: Project,
): Promise<ModelMessage[]> {
  const { check_id, severity, file_path, line, message, fix_hint } = violation;
  const place = line === null ? file_path : `${file_path}:${line}`;
  const evidence = [
    ...describeProject(project),
    `# Violation of ${check_id} (${severity}) at ${place}\n${message}${fix_hint ? `\nHint: ${fix_hint}` : ""}`,
    ...(text === null ? [] : [`# ${file_path}\n${excerpt(text, [{ line: line ?? 1 }], AROUND)}`]),
  ];
  return [
    { role: "system", text: await prompts("fix_violation_v3") },
    { role: "user", text: `${words}Remove this violation.\n\n${fence("evidence", evidence.join("\n\n"))}` },
  ];
}
