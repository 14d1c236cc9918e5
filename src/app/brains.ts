import { createHash } from "node:crypto";
import { join } from "node:path";
import { type App, packageRoot } from "../app.ts";
import { DiagnosticReport } from "../domain/entities/diagnostic.ts";
import type { RunMemory } from "../domain/entities/task.ts";
import type { ToolCall, ToolResult } from "../domain/entities/tool.ts";
import type { Hands } from "../domain/ports/hands.ts";
import type { PlanWriter } from "../domain/ports/plan-writer.ts";
import type { PatchSource, RunBriefing, SourceFile, Subject } from "../domain/ports/repair.ts";
import type { AttemptTree } from "../domain/ports/workspace.ts";
import type { Redactor } from "../domain/rules/secrets/redactor.ts";
import {
  type BrainChoice,
  createModelBrain,
  createPlanWriter,
  createTestWriter,
  type ModelBrain,
  openModel,
  readPrompts,
  type SessionCopy,
} from "../services/agent/index.ts";
import { checkCall, describeTools, TOOLS } from "../services/tools/index.ts";
import type { ReplayCopy } from "../workflows/sessions/replay-session.ts";
import { chooseBrainFor } from "./brain-choice.ts";
import { tracedModel } from "./model-telemetry.ts";
import { wholeFixes, wholePatches } from "./redaction/patches.ts";
import { redactedModel } from "./redaction/ports.ts";
import { withSecrets } from "./redaction/tools.ts";
import { tracedSource } from "./telemetry.ts";
import { openToolbox } from "./toolbox.ts";

/** What a model may do in a repair: no contracts, no commits of its own. */
const REPAIR_TOOLS = [
  ...["read_file", "write_file", "edit_file", "list_directory", "search_files", "search_code"],
  ...["load_context", "run_command", "run_tests", "run_single_test", "git_status", "git_diff"],
  ...["complete", "escalate", "cannot_fix"],
];

const CHECK_TOOLS = [
  ...["run_check", "check_file", "verify_violation_fixed", "run_full_check"],
  ...["read_violation", "list_violations", "get_violation_context"],
];

/** The same app with the brains that were chosen: by flag, environment or settings. */
export function equipBrain(app: App, flag: string | null, budgetSeconds: number | null = null): App {
  const choice = chooseBrainFor(app.environment, app.settings, flag);
  if (choice.kind === "search") return app;
  const { ports } = app;
  const { search_seconds, budget_seconds } = app.settings.model;
  const seconds = Math.min(budget_seconds, budgetSeconds ?? budget_seconds);
  const { forTests } = createBrain(app, choice, seconds, REPAIR_TOOLS);
  const mender = wholePatches(tracedSource(ports.telemetry, forTests), app.redactor);
  const forViolations = createBrain(app, choice, seconds, [...REPAIR_TOOLS, ...CHECK_TOOLS]).forViolations;
  const fixer = wholeFixes(tracedSource(ports.telemetry, forViolations), app.redactor);
  const limited = ports.sources.map((source) => limitTime(source, search_seconds * 1000, ports.elapsed));
  const sources = choice.kind === "hybrid" ? [...limited, mender] : [mender];
  const model = `${choice.model.provider.meta.id}:${choice.model.model}`;
  const violationSources = [...ports.violationSources, fixer];
  const wall = budget_seconds + (choice.kind === "hybrid" ? search_seconds : 0);
  const settings = { ...ports.settings, budgetSeconds: wall };
  const testWriter = createTestWriter(equipment(app, choice, seconds, REPAIR_TOOLS));
  return {
    ...app,
    ports: { ...ports, sources, violationSources, settings, brain: choice.kind, model, testWriter },
  };
}

/** The brains a run began with, unless the person names others now. */
export function equipRecorded(app: App, memory: RunMemory, flag: string | null): App {
  const { brain, model, request } = memory;
  if (flag !== null || model === null) return equipBrain(app, flag ?? brain);
  const environment = { ...app.environment, brain: model };
  return equipBrain({ ...app, environment }, brain, Number(request.budgetSeconds ?? Infinity));
}

function createBrain(app: App, choice: ModelNamed, seconds: number, tools: readonly string[]): ModelBrain {
  return createModelBrain({
    ...equipment(app, choice, seconds, tools),
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

/** What a model works with, whatever its task. */
function equipment(app: App, { model }: ModelNamed, seconds: number, tools: readonly string[]) {
  const { ports, settings } = app;
  const { max_steps, max_tokens, max_cost_usd, context_tokens, max_output_tokens } = settings.model;
  const { sessions, journal, now, elapsed, newId, owner } = ports;
  return {
    ...{ sessions, journal, now, elapsed, newId, owner },
    model: redactedModel(tracedModel(ports.telemetry, openModel(model, globalThis.fetch)), app.redactor),
    prompts: readPrompts(join(packageRoot, "prompts")),
    tools: describeTools(TOOLS.filter((tool) => tools.includes(tool.name))),
    openCopy: (request: CopyRequest) => openCopy(app, request),
    limits: { steps: max_steps, tokens: max_tokens, costUsd: max_cost_usd, seconds },
    contextTokens: context_tokens,
    maxOutputTokens: max_output_tokens,
  };
}

type ModelNamed = Extract<BrainChoice, { model: unknown }>;

/** What a plan may do once it is approved, and all that its writer may do before. */
const PLAN_ACTIONS = ["write_file", "edit_file", "run_command", "run_tests", "run_full_check"];
const PLAN_READERS = TOOLS.filter((tool) => tool.effect === "read").map((tool) => tool.name);

/** Null where no model is configured: then a person writes the plan. */
export function openPlanWriter(app: App, flag: string | null = null): PlanWriter | null {
  const choice = chooseBrainFor(app.environment, app.settings, flag);
  if (choice.kind === "search") return null;
  const actions = TOOLS.filter((tool) => PLAN_ACTIONS.includes(tool.name));
  return createPlanWriter({
    ...equipment(app, choice, app.settings.model.budget_seconds, PLAN_READERS),
    actions: describeTools(actions),
    checkCall: (call) => checkCall(actions, call),
  });
}

/** The same for doing a recorded session again. */
export async function openReplayCopy(app: App, traceId: string): Promise<ReplayCopy> {
  const copy = await openCopy(app, {
    traceId,
    sessionId: app.ports.newId("T"),
    files: [],
    gone: [],
    subject: null,
  });
  return {
    base: copy.base,
    call: async (call, signal) => (await copy.hand.call(call, signal)).result,
    restore: () => copy.tree.restore(),
    [Symbol.asyncDispose]: () => copy[Symbol.asyncDispose](),
  };
}

interface CopyRequest {
  readonly traceId: string;
  readonly sessionId: string;
  readonly files: readonly SourceFile[];
  readonly gone: readonly string[];
  readonly subject: Subject | null;
  readonly judging?: RunBriefing["judging"];
}

/** A copy of its own: what the model does there reaches nothing until its change is settled elsewhere. */
async function openCopy(app: App, request: CopyRequest): Promise<SessionCopy> {
  const { ports } = app;
  const tree = await ports.workspace.openAttempt(ports.newId("A"));
  try {
    await makeEqual(tree, request);
    const { files: _files, gone: _gone, ...about } = request;
    const toolbox = await openToolbox(app, { ...about, tree, attended: false });
    return {
      tree,
      hand: toolbox.caller,
      redo: (call, signal) => redo(toolbox.hands, call, signal, app.redactor),
      base: { commit: tree.baseCommit, digest: await digestOf(tree) },
      async [Symbol.asyncDispose]() {
        await toolbox[Symbol.asyncDispose]();
        await tree.close();
      },
    };
  } catch (error) {
    await tree.close();
    throw error;
  }
}

/** What the guards let through once is made again without asking or telling them twice. */
async function redo(
  hands: Hands,
  call: ToolCall,
  signal: AbortSignal,
  redactor: Redactor,
): Promise<ToolResult | null> {
  const tool = TOOLS.find((each) => each.name === call.name);
  if (tool?.effect !== "write") return null;
  const result = { tool_name: call.name, success: true, output: null, error: null, duration_seconds: 0 };
  const whole = await withSecrets(call, hands.tree, redactor);
  if (typeof whole === "string") return { ...result, success: false, error: whole };
  try {
    await tool.run(tool.input.parse(whole.parameters), hands, signal);
    return result;
  } catch (error) {
    return { ...result, success: false, error: error instanceof Error ? error.message : String(error) };
  }
}

async function digestOf(tree: AttemptTree): Promise<string> {
  const hash = createHash("sha256");
  for (const path of await tree.files()) {
    const bytes = await tree.readBytes(path).catch(() => new Uint8Array());
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

async function makeEqual(tree: AttemptTree, { files, gone }: CopyRequest): Promise<void> {
  const present = new Set(await tree.files());
  for (const path of gone) if (present.has(path)) await tree.remove(path);
  for (const { path, text } of files) {
    if (present.has(path) && (await tree.readText(path)) === text) continue;
    await tree.writeBytes(path, new TextEncoder().encode(text));
  }
  await tree.setRestorePoint();
}

/** Search goes first, but not for long, where a model comes after it: once for what it screens, once for the rest. */
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
