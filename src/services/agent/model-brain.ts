import { createHash } from "node:crypto";
import type { DiagnosticReport } from "../../domain/entities/diagnostic.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import type { ModelMessage } from "../../domain/ports/model.ts";
import type { Feedback, PatchSource, RunBriefing, ViolationSource } from "../../domain/ports/repair.ts";
import { diagnose } from "./diagnose.ts";
import { gatherFailure } from "./gather.ts";
import type { Meter, Used } from "./meter.ts";
import { fence, personsWords } from "./prompts.ts";
import { type WorkOptions, workSession } from "./work-session.ts";

export interface ModelBrainOptions extends WorkOptions {
  /** The one meter of this run of the program, begun with the first question. */
  readonly startMeter: () => Meter;
  /** Diagnoses by a hash of failure, content and model. */
  readonly diagnoses: {
    get(key: string): Promise<DiagnosticReport | null>;
    put(key: string, report: DiagnosticReport): Promise<void>;
  };
}

export interface ModelBrain {
  readonly forTests: PatchSource;
  readonly forViolations: ViolationSource;
}

/** The second brain: a language model with tools, whose change is one more patch for `settle` to judge. */
export function createModelBrain(options: ModelBrainOptions): ModelBrain {
  const told = new WeakMap<Patch, Feedback>();
  let meter: Meter | null = null;
  let gaveUp: string | null = null;
  const shared = {
    learn: (feedback: Feedback) => void told.set(feedback.patch, feedback),
    account: () => accountFor(options.model.id, meter, gaveUp),
    gaveUp: () => gaveUp,
  };
  const start = () => {
    meter ??= options.startMeter();
    return meter;
  };
  const common = {
    feedbackOn: (patch: Patch) => told.get(patch) ?? null,
    onGiveUp(why: string) {
      gaveUp = why;
    },
  };

  return {
    forTests: {
      ...shared,
      id: "llm",
      resumes: true,
      async *patches({ signal, measure, brief }) {
        if (gaveUp !== null) return;
        const target = await measure();
        const briefing = await brief();
        const evidence = personsWords(briefing.guidance) + gatherFailure(target, briefing);
        const { failures } = target.failing;
        const work = {
          ...common,
          briefing,
          task: `make these tests pass: ${failures.map((failure) => failure.test_id).join(", ")}`,
          title: `repair ${failures[0]?.test_name ?? "the failing tests"}`,
          files: [...target.sources, ...target.tests, ...briefing.files],
          gone: briefing.gone,
          memory: { tried: briefing.tried },
          async open(sessionId: string) {
            const report = await findCause(options, start(), { evidence, sessionId, briefing, signal });
            return openRepair(options, evidence, report);
          },
        };
        for await (const patch of workSession(options, start(), work, signal)) yield { patch };
      },
    },
    forViolations: {
      ...shared,
      id: "llm",
      async *patches({ violation, tree, signal, brief }) {
        const briefing = await brief();
        const text = await tree.readText(violation.file_path).catch(() => null);
        const work = {
          ...common,
          briefing,
          task: `fix ${violation.violation_id}: ${violation.message}`,
          title: `fix ${violation.check_id} in ${violation.file_path}`,
          files: text === null ? [] : [{ path: violation.file_path, text }],
          gone: [],
          memory: {},
          open: () => openFix(options, violation, text, personsWords(briefing.guidance)),
        };
        for await (const patch of workSession(options, start(), work, signal)) yield { patch };
      },
    },
  };
}

function accountFor(modelId: string, meter: Meter | null, gaveUp: string | null): string[] {
  if (meter === null) return [];
  const end = gaveUp === null ? "" : `; it gave up: ${gaveUp}`;
  return [`the model ${modelId} used ${meter}${end}`];
}

async function findCause(
  options: ModelBrainOptions,
  meter: Meter,
  input: { evidence: string; sessionId: string; briefing: RunBriefing; signal: AbortSignal },
): Promise<DiagnosticReport | null> {
  const { model, diagnoses } = options;
  const key = createHash("sha256").update(model.id).update("\0").update(input.evidence).digest("hex");
  const known = await diagnoses.get(key);
  if (known) return known;
  input.briefing.say(`${model.id}: looking for the cause`);
  const start = meter.used();
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
    metadata: {
      ...usedSince(start, meter),
      ...(report && { root_cause: report.root_cause, confidence: report.confidence }),
    },
  });
  if (report) await diagnoses.put(key, report);
  return report;
}

function usedSince(start: Used, meter: Meter) {
  const { tokens, costUsd } = meter.used();
  const cost = costUsd === null || start.costUsd === null ? null : costUsd - start.costUsd;
  return { tokens: tokens - start.tokens, cost_usd: cost };
}

async function openRepair(
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

async function openFix(
  { prompts }: ModelBrainOptions,
  violation: Violation,
  text: string | null,
  words: string,
): Promise<ModelMessage[]> {
  const { check_id, severity, file_path, line, snippet, message, fix_hint } = violation;
  const facts = { check_id, severity, file_path, line, snippet, message, fix_hint };
  const file = text === null ? "" : `\n\n${fence(violation.file_path, text.slice(0, 24_000))}`;
  return [
    { role: "system", text: await prompts("fix_violation_v1") },
    {
      role: "user",
      text: `Remove this violation.\n\n${words}${fence("violation", JSON.stringify(facts, null, 1))}${file}`,
    },
  ];
}
