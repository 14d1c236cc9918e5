import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GuardEvent } from "../../domain/entities/guard-event.ts";
import { messageWithHint } from "../../domain/errors.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import type { HookEnvironment } from "../../services/config/environment.ts";
import { trustedRepositoriesIn } from "../../services/config/trusted-repositories.ts";
import {
  diskFiles,
  EMPTY_STATE,
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  evaluateStored,
  GUARDS,
  type HarnessSettings,
  type HarnessStore,
  type LoadedHarness,
  loadHarness,
  maskOf,
  openHarness,
  readRecords,
} from "../../services/guardrails/index.ts";
import {
  type HookAnswer,
  type HookClient,
  isGate,
  type Json,
  MalformedPayload,
  QUIET,
  say,
} from "../../services/hook-clients/client.ts";
import type { ProcessRedactor } from "../redaction/open-redactor.ts";
import { keepDecision } from "./decisions.ts";
import { answerOnce } from "./one-answer.ts";
import { openPermits } from "./permits.ts";
import { findProject, type Project, prepareState } from "./project.ts";
import { keepTestsBefore, weakenedSince } from "./tests-before.ts";

export interface HookCall {
  readonly client: HookClient;
  /** The content of standard input. */
  readonly input: string;
  /**
   * The event this hook is registered for, if the command line names it. An unreadable payload cannot name
   * it.
   */
  readonly eventName: string | null;
  readonly environment: HookEnvironment;
  readonly redactor: ProcessRedactor;
  readonly processFolder: string;
  /** The path of the bundle that started this process, which distinguishes a plugin from an installed hook. */
  readonly registration: string;
  readonly now: () => string;
}

/**
 * One hook event, from payload to answer. If anything goes wrong, an event that gates a call is refused; one
 * that only observes continues, and reports it once per session. Never throws.
 */
export function answerHook(call: HookCall): HookAnswer {
  let payload: Json = {};
  try {
    payload = {
      ...(call.eventName === null ? {} : { hook_event_name: call.eventName }),
      ...parse(call.input),
    };
    payload = call.client.fields?.(payload) ?? payload;
    return judge(call, payload);
  } catch (error) {
    return failed(call, payload, messageWithHint(error));
  }
}

function judge(call: HookCall, payload: Json): HookAnswer {
  const project = findProject(payload.cwd, startedIn(call, payload), call.processFolder);
  const event = call.client.read(payload, { at: call.now(), root: project.root, cwd: project.cwd });
  if (event === null) return QUIET;
  const harness = loadHarness({
    root: project.root,
    configFolder: call.environment.configFolder,
    isTrusted: () => isTrusted(project.root, call.environment),
  });
  if (!project.exists) return answerEvent(call, payload, { project, event, harness, store: null });
  prepareState(project.root);
  const store = openHarness(project.root, event.session_id, harness.settings);
  const answer = () => answerEvent(call, payload, { project, event, harness, store });
  try {
    store.prepare();
  } catch {
    // Without a folder, another registration cannot be detected; the guards report the problem with the folder.
    return answer();
  }
  const { registration } = call;
  return answerOnce({ folder: store.folder, registration, payload, input: call.input }, answer);
}

interface Judged {
  readonly project: Project;
  readonly event: GuardEvent;
  readonly harness: LoadedHarness;
  /** Null if the project does not exist and keeps no state. */
  readonly store: HarnessStore | null;
}

function answerEvent(call: HookCall, payload: Json, judged: Judged): HookAnswer {
  const { project, event, harness, store } = judged;
  const { settings, origins, refused } = harness;
  const { redactor } = call;
  if (store) redactor.useKeyOf(join(project.root, ".agentforge"), false);
  const permits = openPermits({
    stateFolder: call.environment.userStateFolder,
    configFolder: call.environment.configFolder,
    root: project.root,
    client: call.client.id,
    redactor,
  });
  const files = diskFiles(call.environment.home);
  const options = { files, redactor, origins, permit: permits.permit };
  const evaluation = evaluateEvent(withTests(event, store), store, settings, options);
  if (evaluation === null) return QUIET;
  if (store && evaluation.decision.effect !== "deny") keepTestsBefore(store.folder, event, files);
  const decision =
    evaluation.decision.rule === "none" ? evaluation.decision : redactor.data(evaluation.decision);
  if (store) keepDecision(store.folder, call.client.id, event, { ...evaluation, decision });
  const notes = evaluation.notes.filter(
    (note) => note.guard !== "harness" || isNews(call, payload, note.text),
  );
  const answer = call.client.answer(payload, event, {
    decision: permits.explain(event, { ...evaluation, decision }),
    notes: redactor.data(notes),
    masked: evaluation.output,
    mask: maskOf(settings, redactor),
  });
  const news = refused.filter((notice) => isNews(call, payload, notice));
  return { ...answer, stderr: answer.stderr + news.map((notice) => `AgentForge: ${notice}\n`).join("") };
}

/** The folder the client was started in, if it is known. */
function startedIn(
  { client, environment, processFolder }: HookCall,
  { project_folder }: Json,
): string | null {
  if (environment.projectFolder !== null) return environment.projectFolder;
  if (typeof project_folder === "string") return project_folder;
  return client.startsInProject ? processFolder : null;
}

/** The user trusts the repository by environment variable, or lists it in their own `config.yaml`. */
function isTrusted(root: string, { trustsRepository, configFolder }: HookEnvironment): boolean {
  if (trustsRepository) return true;
  const text = textOf(join(configFolder, "config.yaml"));
  return text !== null && trustedRepositoriesIn(text).includes(root);
}

function evaluateEvent(
  event: GuardEvent,
  store: HarnessStore | null,
  settings: HarnessSettings,
  options: EvaluateOptions,
): Evaluation | null {
  if (store === null) return evaluate(event, EMPTY_STATE, settings, GUARDS, options);
  if (event.event !== "stop" || event.agent_id === undefined)
    return evaluateStored(event, store, settings, options);
  return hasEdited(store, event.agent_id)
    ? evaluateStored(event, store, withoutPlan(settings), options)
    : null;
}

/** Events after which tests may have been weakened, with a description: after a command, and at the end. */
function withTests(event: GuardEvent, store: HarnessStore | null): GuardEvent {
  const isAsked = event.event === "stop" || (event.event === "after_tool" && event.tool.kind === "shell");
  if (store === null || !isAsked) return event;
  const edited = () => {
    const loaded = store.load();
    return loaded.status === "ok" ? Object.keys(loaded.state.edits) : [];
  };
  const weakened_tests = weakenedSince(store.folder, event.root, edited);
  return weakened_tests.length === 0 ? event : { ...event, weakened_tests };
}

/** A subagent is responsible for its own changes; the plan belongs to its parent. */
function hasEdited(store: HarnessStore, agentId: string): boolean {
  const trace = join(store.folder, "trace-log.jsonl");
  if (!existsSync(trace)) return false;
  return readRecords(trace, 0).records.some(
    (record) => record.agent_id === agentId && (record.edits?.length ?? 0) > 0,
  );
}

function withoutPlan(settings: HarnessSettings): HarnessSettings {
  const { pre_completion_checklist: checklist } = settings.middleware;
  return {
    ...settings,
    middleware: {
      ...settings.middleware,
      pre_completion_checklist: { ...checklist, require_plan_check: false },
    },
  };
}

/** A stop that was already refused once is allowed: a guard that cannot decide must not block a session forever. */
function failed(call: HookCall, payload: Json, why: string): HookAnswer {
  const name = typeof payload.hook_event_name === "string" ? payload.hook_event_name : call.eventName;
  const message = `AgentForge cannot judge this event: ${why}`;
  const gates = name === null || isGate(call.client, name);
  if (gates && payload.stop_hook_active !== true) {
    const reason = `${message}\nThe call is refused, because a failing guard must not let it through.`;
    return call.client.refuse?.(name, reason) ?? { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
  }
  if (!isNews(call, payload, why)) return QUIET;
  const text = `${message}. The session continues without it.`;
  return call.client.remark?.(text) ?? say({ systemMessage: text });
}

/** True the first time a session gets a text; it is remembered in a file that only this user can create. */
function isNews(call: HookCall, payload: Json, text: string): boolean {
  const key = Buffer.from(`${payload.session_id}\n${text.replace(/\d+/g, "0")}`);
  let hash = 0;
  for (const byte of key) hash = (Math.imul(hash, 31) + byte) >>> 0;
  try {
    const file = join(call.environment.temporary, `agentforge-said-${hash.toString(16)}`);
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EEXIST";
  }
}

function parse(input: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    throw new MalformedPayload("the payload is not JSON");
  }
  if (!isObject(value)) throw new MalformedPayload("the payload is not an object");
  return value;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code === "ENOENT" ||
      (error as NodeJS.ErrnoException).code === "ENOTDIR"
    )
      return null;
    throw error;
  }
}
