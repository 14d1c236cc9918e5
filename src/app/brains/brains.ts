import { join } from "node:path";
import { type App, packageRoot } from "../../app.ts";
import { DiagnosticReport } from "../../domain/entities/diagnostic.ts";
import type { RunMemory } from "../../domain/entities/task.ts";
import type { PlanWriter } from "../../domain/ports/plan-writer.ts";
import type { PatchSource } from "../../domain/ports/repair.ts";
import {
  type BrainChoice,
  type CopyRequest,
  createModelBrain,
  createPlanWriter,
  createTestWriter,
  type Limits,
  type ModelBrain,
  openModel,
  readPrompts,
} from "../../services/agent/index.ts";
import { checkCall, describeTools, TOOLS } from "../../services/tools/index.ts";
import type { ReplayCopy } from "../../workflows/sessions/replay-session.ts";
import { wholeFixes, wholePatches } from "../redaction/patches.ts";
import { redactedModel } from "../redaction/ports.ts";
import { tracedSource } from "../telemetry.ts";
import { chooseBrainFor } from "./brain-choice.ts";
import { type ModelMeter, openModelMeter } from "./model-meter.ts";
import { tracedModel } from "./model-telemetry.ts";
import { openCopy } from "./session-copy.ts";

/** The tools of a model in a repair: no contracts, no commits. */
const REPAIR_TOOLS = [
  ...["read_file", "write_file", "edit_file", "list_directory", "search_files", "search_code"],
  ...["load_context", "run_command", "run_shell", "run_tests", "run_single_test", "git_status", "git_diff"],
  ...["git_log", "git_blame", "git_show"],
  ...["complete", "escalate", "cannot_fix"],
];

const CHECK_TOOLS = [
  ...["run_check", "check_file", "verify_violation_fixed", "run_full_check"],
  ...["read_violation", "list_violations", "get_violation_context"],
];

/** The same app with the chosen brains: by flag, environment or settings. */
export function equipBrain(app: App, flag: string | null, budgetSeconds: number | null = null): App {
  const choice = chooseBrainFor(app.environment, app.settings, flag);
  if (choice.kind === "search") return app;
  const { ports } = app;
  const { search_seconds } = app.settings.model;
  const model = `${choice.model.provider.meta.id}:${choice.model.model}`;
  const limits = limitsOf(app);
  const meter = openModelMeter({
    ...{ modelId: model, limits, elapsed: ports.elapsed },
    wholeSeconds: budgetSeconds,
  });
  const { forTests } = createBrain(app, choice, meter, REPAIR_TOOLS);
  const repairer = wholePatches(tracedSource(ports.telemetry, meter.timed(forTests)), app.redactor);
  const { forViolations } = createBrain(app, choice, meter, [...REPAIR_TOOLS, ...CHECK_TOOLS]);
  const fixer = wholeFixes(tracedSource(ports.telemetry, meter.timed(forViolations)), app.redactor);
  const limited = ports.sources.map((source) => limitTime(source, search_seconds * 1000, ports.elapsed));
  const sources = choice.kind === "hybrid" ? [...limited, repairer] : [repairer];
  const violationSources = [...ports.violationSources, fixer];
  const writer = createTestWriter({
    ...equipment(app, choice, REPAIR_TOOLS),
    startMeter: meter.start,
  });
  const testWriter = meter.timedWriter(writer);
  return { ...app, ports: { ...ports, sources, violationSources, brain: choice.kind, model, testWriter } };
}

/** The brains a run started with, unless the person names others now. */
export function equipRecorded(app: App, memory: RunMemory, flag: string | null): App {
  const { brain, model, request } = memory;
  const wholeSeconds = request.wholeSeconds === undefined ? null : Number(request.wholeSeconds);
  if (flag !== null || model === null) return equipBrain(app, flag ?? brain, wholeSeconds);
  const environment = { ...app.environment, brain: model };
  return equipBrain({ ...app, environment }, brain, wholeSeconds);
}

function createBrain(app: App, choice: ModelNamed, meter: ModelMeter, tools: readonly string[]): ModelBrain {
  return createModelBrain({
    ...equipment(app, choice, tools),
    startMeter: meter.start,
    attempts: app.ports.settings.maxIterations,
    diagnoses: {
      async get(key) {
        const read = await app.exports.readYaml(`diagnoses/${key}.yaml`);
        const parsed = DiagnosticReport.safeParse(read.status === "ok" ? read.data : null);
        return parsed.success ? parsed.data : null;
      },
      put: (key, report) => app.exports.writeYaml(`diagnoses/${key}.yaml`, report),
    },
  });
}

/** The environment of a model, for any task. */
function equipment(app: App, { model }: ModelNamed, tools: readonly string[]) {
  const { ports, settings } = app;
  const { context_tokens, max_output_tokens } = settings.model;
  const { sessions, journal, now, elapsed, newId, owner } = ports;
  return {
    ...{ sessions, journal, now, elapsed, newId, owner },
    model: redactedModel(tracedModel(ports.telemetry, openModel(model, globalThis.fetch)), app.redactor),
    prompts: readPrompts(join(packageRoot, "prompts")),
    tools: describeTools(TOOLS.filter((tool) => tools.includes(tool.name))),
    openCopy: (request: CopyRequest) => openCopy(app, request),
    contextTokens: context_tokens,
    maxOutputTokens: max_output_tokens,
  };
}

function limitsOf({ settings }: App): Limits {
  const { max_steps, max_tokens, max_cost_usd, budget_seconds } = settings.model;
  return { steps: max_steps, tokens: max_tokens, costUsd: max_cost_usd, seconds: budget_seconds };
}

type ModelNamed = Extract<BrainChoice, { model: unknown }>;

/** The tools of an approved plan, and the smaller set for its writer. */
const PLAN_ACTIONS = ["write_file", "edit_file", "run_command", "run_tests", "run_full_check"];
const PLAN_READERS = TOOLS.filter((tool) => tool.effect === "read").map((tool) => tool.name);

/** Null if no model is configured; a person writes the plan in that case. */
export function openPlanWriter(app: App, flag: string | null = null): PlanWriter | null {
  const choice = chooseBrainFor(app.environment, app.settings, flag);
  if (choice.kind === "search") return null;
  const actions = TOOLS.filter((tool) => PLAN_ACTIONS.includes(tool.name));
  return createPlanWriter({
    ...equipment(app, choice, PLAN_READERS),
    limits: limitsOf(app),
    actions: describeTools(actions),
    checkCall: (call) => checkCall(actions, call),
  });
}

/** The same for replaying a recorded session. */
export async function openReplayCopy(app: App, traceId: string): Promise<ReplayCopy> {
  const tests = await failingIn(app, traceId);
  const copy = await openCopy(app, {
    traceId,
    sessionId: app.ports.newId("T"),
    files: [],
    gone: [],
    subject: { violationId: null, tests },
  });
  return {
    base: copy.base,
    call: async (call, signal) => (await copy.toolCaller.call(call, signal)).result,
    restore: () => copy.tree.restore(),
    [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose](),
  };
}

/** The targets of a trace's run, according to its record, so that the same tests are chosen again. */
async function failingIn({ ports }: App, traceId: string): Promise<readonly string[]> {
  let failing: readonly string[] = [];
  for (const { session_id, trace_id } of await ports.sessions.list()) {
    if (trace_id !== traceId) continue;
    for (const { tool_results } of await ports.sessions.history(session_id)) {
      const output = tool_results[0]?.output as { failing?: unknown } | null | undefined;
      if (Array.isArray(output?.failing) && output.failing.length > 0) failing = output.failing.map(String);
    }
  }
  return failing;
}

/** Search goes first, but only briefly if a model follows: once for screened patches, once for the rest. */
function limitTime(source: PatchSource, milliseconds: number, elapsed: () => number): PatchSource {
  const { warmUp } = source;
  return {
    ...source,
    async *patches(request) {
      let end: number | null = null;
      const leftMs = () => Math.min(request.leftMs(), milliseconds);
      for await (const candidate of source.patches({ ...request, leftMs })) {
        if (!candidate.screened) {
          end ??= elapsed() + milliseconds;
          if (elapsed() > end) return;
        }
        yield candidate;
      }
    },
    ...(warmUp && {
      warmUp: (environment, options) =>
        warmUp(environment, { ...options, budgetMs: Math.min(options.budgetMs, milliseconds) }),
    }),
  };
}
