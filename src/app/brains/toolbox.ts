import { createHash } from "node:crypto";
import { join } from "node:path";
import type { App } from "../../app.ts";
import type { GuardedTool } from "../../domain/entities/guard-event.ts";
import type { ToolCall } from "../../domain/entities/tool.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { RunBriefing, Subject } from "../../domain/ports/repair.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { analyzeSteps } from "../../domain/rules/runs/analysis.ts";
import { fillTemplate, loadCommands } from "../../services/config/index.ts";
import { createEditor, createSyntaxCheck } from "../../services/editing/index.ts";
import { diskFiles, evaluateStored, openHarness } from "../../services/guardrails/index.ts";
import { createSearch, findRipgrep } from "../../services/search/index.ts";
import {
  createToolCaller,
  refusalOf,
  TOOLS,
  type ToolCaller,
  type ToolGuards,
} from "../../services/tools/index.ts";
import { conformanceReader } from "../checks/conformance.ts";
import { redactedCaller } from "../redaction/tools.ts";
import { createAffected } from "./affected-tests.ts";
import { permitConfined } from "./confined-shell.ts";
import { keepTests } from "./keep-tests.ts";
import { tracedCaller } from "./model-telemetry.ts";
import { createTestHand } from "./selected-tests.ts";

export interface ToolboxRequest {
  readonly tree: AttemptTree;
  readonly traceId: string;
  readonly sessionId: string;
  /** The current task; none if a person calls tools by hand. */
  readonly subject?: Subject | null;
  /** A person can answer a guard's question. */
  readonly attended: boolean;
  /** Files that may not be written to, unless the user allows test edits. */
  readonly judging?: RunBriefing["judging"];
}

export interface Toolbox extends AsyncDisposable {
  readonly caller: ToolCaller;
  readonly toolPorts: ToolPorts;
  /** Why the guards refuse a call, without running it; null if they allow it. */
  refusal(call: ToolCall): Promise<string | null>;
}

/** The tools of one attempt, the guards around them, and the caller that combines both. */
export async function openToolbox(app: App, request: ToolboxRequest): Promise<Toolbox> {
  const { ports } = app;
  const search = createSearch({
    root: request.tree.path,
    indexFolder: join(request.tree.path, "..", "index"),
    ripgrep: findRipgrep(app.environment.path),
    redact: app.redactor.text,
  });
  const toolPorts = await createToolPorts(app, request, search);
  const { judging } = request;
  const own = await createGuards(app, request);
  const guards =
    judging && !ports.settings.allowTestEdits ? await keepTests(own, request.tree, judging) : own;
  const tools = createToolCaller({
    tools: TOOLS,
    toolPorts,
    guards,
    journal: ports.journal,
    elapsed: ports.elapsed,
  });
  const caller = redactedCaller(
    tracedCaller(ports.telemetry, tools, request.sessionId),
    request.tree,
    app.redactor,
  );
  return {
    caller,
    toolPorts,
    refusal: (call) => refusalOf(TOOLS, guards, call),
    async [Symbol.asyncDispose]() {
      search.close();
      await ports.journal.flush();
    },
  };
}

async function createToolPorts(
  app: App,
  request: ToolboxRequest,
  search: ToolPorts["search"],
): Promise<ToolPorts> {
  const { ports } = app;
  const { tree, traceId, sessionId, subject } = request;
  const templates = await loadCommands(join(app.environment.configFolder, "commands.yaml"));
  return {
    traceId,
    tree,
    sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
    editor: createEditor({ syntax: createSyntaxCheck() }),
    search,
    runTests: createTestHand(ports, tree, subject?.tests ?? []),
    ...(subject?.tests.length && {
      affectedTests: createAffected(ports, tree, subject.tests, request.judging),
    }),
    conformance:
      (await ports.conformance.countChecks()) === 0 ? null : conformanceReader(ports.conformance, tree),
    commands: commandsOn(app, tree, templates),
    draft: newDraft(),
    async escalate(wanted) {
      const escalation_id = ports.newId("ESC");
      await app.escalations.create({
        ...wanted,
        escalation_id,
        violation_id: subject?.violationId ?? wanted.violation_id,
        review_id: null,
        tests: [...(subject?.tests ?? [])],
        task_id: sessionId,
        trace_id: traceId,
        created_at: ports.now(),
        status: "pending",
        agent_analysis: analyzeSteps(await ports.sessions.history(sessionId)),
        resolution: null,
      });
      return escalation_id;
    },
  };
}

function commandsOn(
  app: App,
  { path, lent }: AttemptTree,
  templates: ToolPorts["commands"]["templates"],
): ToolPorts["commands"] {
  return {
    templates,
    async run(name, paths, signal) {
      const template = templates.find((each) => each.name === name);
      if (!template) throw new Error(`there is no command "${name}"`);
      return app.execute({ argv: fillTemplate(template, paths), tree: path, lent, signal });
    },
    async shell(command, timeoutMs, signal) {
      if ((await app.confinement()) === "none") throw noShell();
      const argv = ["sh", "-c", command] as const;
      return app.execute({ argv, tree: path, lent, limits: { timeoutMs }, signal });
    },
  };
}

function noShell(): AgentForgeError {
  const why = "run_shell needs a sandbox, but none works here, so nothing was run.";
  return new AgentForgeError("no_sandbox", `${why} Continue with the other tools.`, {
    hint: "Run `agentforge doctor` to see why, or use --unsafe-no-sandbox to run without one.",
  });
}

/** What would be committed, and the message. */
function newDraft(): ToolPorts["draft"] {
  let staged: readonly string[] = [];
  let message: string | null = null;
  return {
    read: () => ({ staged, message }),
    stage(paths) {
      staged = [...new Set([...staged, ...paths])];
    },
    write(text) {
      message = text;
    },
  };
}

const SHELL = "run_shell";
/** The same guards as everywhere else, with their state on disk under the session. */
async function createGuards(app: App, request: ToolboxRequest): Promise<ToolGuards> {
  const { ports } = app;
  const { root } = ports.workspace;
  const settings = app.harness;
  const store = openHarness(root, request.sessionId, settings);
  const options = {
    files: diskFiles(app.environment.home),
    redactor: app.redactor,
    origins: app.harnessOrigins,
  };
  const base = () => ({
    session_id: request.sessionId,
    at: ports.now(),
    root: request.tree.path,
    cwd: request.tree.path,
    attended: request.attended,
  });
  return {
    async before(tool: GuardedTool, usage) {
      // Without a working sandbox nothing runs, and the tool's own refusal says so.
      const isConfined = tool.name === SHELL && (await app.confinement()) !== "unsafe";
      const { decision, notes } = evaluateStored(
        { ...base(), event: "before_tool", tool, ...(usage && { usage }) },
        store,
        settings,
        { ...options, ...(isConfined && { permit: permitConfined }) },
      );
      return { decision, notes };
    },
    async after(tool, result, failed) {
      const event = failed ? ("tool_failed" as const) : ("after_tool" as const);
      return evaluateStored({ ...base(), event, tool, result }, store, settings, options).notes;
    },
  };
}
