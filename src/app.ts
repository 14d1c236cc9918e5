import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };
import { openConformance } from "./app/checks/conformance.ts";
import { collectDecisions } from "./app/hooks/hook-decisions.ts";
import { type Holder, openPorts } from "./app/open-ports.ts";
import type { ProcessRedactor } from "./app/redaction/open-redactor.ts";
import { originalsIn } from "./app/redaction/originals.ts";
import { redactedStore } from "./app/redaction/stored-changes.ts";
import { gitProgram, openStorage } from "./app/storage/open-storage.ts";
import { openRecords } from "./app/storage/records.ts";
import { receiversIn, tracedChecks, tracedExecute, tracedTests } from "./app/telemetry.ts";
import { AgentForgeError } from "./domain/errors.ts";
import type { Database } from "./domain/ports/database.ts";
import type { ExportProblem, Exports } from "./domain/ports/exports.ts";
import type { Activity, ChainVerdict } from "./domain/ports/journal.ts";
import type { PlanStore } from "./domain/ports/plans.ts";
import type { Escalations } from "./domain/ports/reviews.ts";
import type { Command, Execution, Sandbox } from "./domain/ports/sandbox.ts";
import type { Redactor } from "./domain/rules/secrets/redactor.ts";
import { explainRefused } from "./domain/rules/settings/stricter.ts";
import { type Environment, loadAllSettings, type Settings } from "./services/config/index.ts";
import { type HarnessSettings, loadHarness, type Origins } from "./services/guardrails/index.ts";
import type { OpenJournal } from "./services/journal/index.ts";
import { openPlans } from "./services/reviews/index.ts";
import { openSandbox } from "./services/sandbox/index.ts";
import { openTelemetry } from "./services/telemetry/index.ts";
import { createTestRunner } from "./services/testing/index.ts";
import { describeTools, TOOLS, type ToolDescription } from "./services/tools/index.ts";
import {
  cloneInto,
  currentOwner,
  findRepository,
  isAlive,
  isMarkAlive,
  markOf,
  type Protocol,
} from "./services/workspace/index.ts";
import type { Ports } from "./workflows/ports.ts";

export { openRedactor, type ProcessRedactor } from "./app/redaction/open-redactor.ts";
export { presentable } from "./app/redaction/stored-changes.ts";
export { gitProgram } from "./app/storage/open-storage.ts";
export { type Environment, readEnvironment } from "./services/config/index.ts";

export const version: string = manifest.version;

/** The package root: this file is one folder below it, both as source and as build. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));

export interface AppOptions {
  readonly cwd: string;
  readonly environment: Environment;
  /** Run without isolation: never, if the user allows it, or (bundled examples only) if no sandbox is available. */
  readonly unsafe: boolean | "if_needed";
  /** Called with a description of work that had to be postponed. */
  readonly warn?: (message: string) => void;
  /** Called with each decision of a person once it is stored, regardless of what happens afterwards. */
  readonly recorded?: (decision: Activity) => void;
  /** The redactor of the process, if its host already has one. */
  readonly redactor?: ProcessRedactor;
  /** The identity of this worker, if several run here, and a check whether another one is dead. */
  readonly holder?: Holder;
  /** A folder laid out like a home. Tests see the compiler caches in it instead of the user's. */
  readonly cacheHome?: string;
  /** Names the working copy among all that share the database; default: its own id. */
  readonly workingCopy?: string;
  /** Protocols allowed for pushing; default: https and ssh. */
  readonly protocols?: readonly Protocol[];
}

export interface App extends AsyncDisposable {
  readonly ports: Ports;
  readonly settings: Settings;
  readonly environment: Environment;
  /** The settings of the guards, in which a repository can only be stricter than its user. */
  readonly harness: HarnessSettings;
  /** Which layer each of these settings comes from. */
  readonly harnessOrigins: Origins;
  /** Everything that leaves the process goes through it. */
  readonly redactor: Redactor;
  readonly escalations: Escalations;
  readonly plans: PlanStore;
  readonly exports: Exports;
  /** `.agentforge` of the repository. */
  readonly stateFolder: string;
  /** Runs a command in the sandbox, which is opened lazily. */
  readonly execute: (command: Command) => Promise<Execution>;
  /**
   * What confines commands. `unsafe`: nothing, and the user allowed that. `none`: nothing, and nobody did.
   */
  readonly confinement: () => Promise<"sandbox" | "unsafe" | "none">;
  /** What the last run left unfinished, repaired when the repository was opened. */
  readonly recovered: readonly string[];
  /** Checks the whole database: what is damaged, or null. */
  checkDatabase(): Promise<string | null>;
  verifyJournal(): Promise<ChainVerdict>;
  /** Compares every exported file with the database, and rewrites what is missing, damaged or outdated. */
  repairFiles(): Promise<readonly ExportProblem[]>;
  close(): Promise<void>;
}

const SERVICE = { name: "agentforge", version };

/** The one place that builds services and passes them to workflows. */
export async function openApp(options: AppOptions): Promise<App> {
  const { environment } = options;
  const repository = await openRepository(options);
  const { stateFolder, settings, harness, storage, now, findOriginal } = repository;
  const { redactor, state, journal, database, exports } = storage;
  const runners = await openRunners(options, repository);
  const { sandbox, execute, telemetry } = runners;
  const about = { database, exports: state.exports, journal, now, redactor, findOriginal };
  const { records, repairFiles } = await openRecords(about);
  const ports = await openPorts({
    ...repository,
    ...runners,
    environment,
    records,
    holder: options.holder ?? (await ownHolder(settings, database.dialect)),
    version,
    repairResources: resourceFolder("repair"),
  });
  const home = options.workingCopy ?? state.workingCopy;
  const close = async () => {
    await telemetry.close();
    await journal.close();
    await database.close();
  };
  return {
    ports,
    settings,
    environment,
    harness: harness.settings,
    harnessOrigins: harness.origins,
    redactor,
    escalations: records.escalations,
    plans: redactedStore(await openPlans({ database, journal, home }), redactor, findOriginal),
    exports,
    stateFolder,
    recovered: state.recovered,
    execute,
    confinement: () => sandbox().then(({ id }) => confinementOf(id, options), nothingConfines),
    checkDatabase: () => troubleOf(state.check()),
    verifyJournal: () => journal.verifyChain(),
    repairFiles,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The repository's settings and storage, with the decisions that hooks have made since. */
async function openRepository(options: AppOptions) {
  const { environment } = options;
  const root = await findRepository(options.cwd);
  const stateFolder = join(root, ".agentforge");
  const { settings, refused, trusted, database: setting } = await loadSettingsOf(root, environment);
  const harness = loadHarness({ root, configFolder: environment.configFolder, isTrusted: () => trusted });
  const now = () => new Date().toISOString();
  const storage = await openStorage({
    ...options,
    root,
    stateFolder,
    setting,
    commits: settings.commits,
    now,
  });
  await collectHookDecisions(join(root, harness.settings.state.dir), storage.journal);
  const notices = [...refused.map(explainConfig), ...harness.refused];
  const findOriginal = originalsIn(root, storage.opened);
  return { root, stateFolder, settings, harness, storage, notices, findOriginal, now };
}

/** What runs commands: the sandbox, the tests and the checks, each traced. */
async function openRunners(
  options: AppOptions,
  { root, stateFolder, settings, storage, now }: Awaited<ReturnType<typeof openRepository>>,
) {
  const { environment } = options;
  const { redactor, database, exports } = storage;
  const telemetry = await openTelemetry({
    receivers: receiversIn(environment),
    service: SERVICE,
    redact: redactor.text,
    content: environment.telemetry.content,
  });
  const sandbox = lazySandbox(options, settings);
  const execute = tracedExecute(telemetry, sandbox);
  const tests = tracedTests(telemetry, testRunnerFor(execute, environment, settings));
  const checks = openConformance({
    root,
    stateFolder,
    database,
    exports,
    redactor,
    now,
    version,
    execute,
    nodeProgram: process.execPath,
    resourceFolder: resourceFolder("conformance"),
  });
  return { telemetry, sandbox, execute, tests, conformance: tracedChecks(telemetry, checks) };
}

function confinementOf(sandbox: string, { unsafe }: AppOptions): "sandbox" | "unsafe" | "none" {
  if (sandbox !== "subprocess") return "sandbox";
  return unsafe === true ? "unsafe" : "none";
}

function nothingConfines(error: unknown): "none" {
  if (error instanceof AgentForgeError && error.code === "no_sandbox") return "none";
  throw error;
}

function testRunnerFor(
  execute: Parameters<typeof createTestRunner>[0]["execute"],
  { path, home }: Environment,
  { tests }: Settings,
) {
  return createTestRunner({
    execute,
    nodeProgram: process.execPath,
    searchPath: path,
    home,
    resourceFolder: resourceFolder("testing"),
    commands: Object.entries(tests.commands).map(([name, command]) => ({ name, ...command })),
    defaults: {
      timeoutMs: tests.timeout_seconds * 1000,
      ...(tests.silence_seconds && { silentMs: tests.silence_seconds * 1000 }),
    },
  });
}

function collectHookDecisions(folder: string, { adopt }: OpenJournal): Promise<void> {
  return collectDecisions(folder, { adopt, newName: () => randomBytes(6).toString("hex"), now: Date.now });
}

function explainConfig(wish: string): string {
  return explainRefused(".agentforge/config.yaml", wish);
}

async function ownHolder({ daemon }: Settings, dialect: Database["dialect"]): Promise<Holder> {
  const owner = JSON.stringify(await currentOwner());
  const record = dialect === "postgres" ? "shared" : "local";
  return { owner, leaseMs: 1000 * daemon.lease_seconds, isGone: (holder) => isOwnerGone(holder, record) };
}

export async function isOwnerGone(owner: string, record: "shared" | "local"): Promise<boolean> {
  return !(await isAlive(JSON.parse(owner), record));
}

function troubleOf(check: Promise<unknown>): Promise<string | null> {
  return check.then(
    () => null,
    (error: Error) => error.message,
  );
}

function loadSettingsOf(root: string, { configFolder, trustsRepository }: Environment) {
  return loadAllSettings({ root, configFolder, trusted: trustsRepository });
}

export async function loadHarnessOf(root: string, environment: Environment) {
  const { trusted } = await loadSettingsOf(root, environment);
  return loadHarness({ root, configFolder: environment.configFolder, isTrusted: () => trusted });
}

/** Clones a repository that a person named into a new folder below `cwd`; returns the folder. */
export async function cloneRepository(options: AppOptions, url: string): Promise<string> {
  const name =
    basename(url.replace(/\/+$/, ""))
      .replace(/\.git$/, "")
      .replace(/[^\w.-]+/g, "-") || "repository";
  const folder = join(options.cwd, name);
  const token = options.environment.hosting?.token;
  await cloneInto(url, folder, { git: gitProgram(options.environment), ...(token && { token }) });
  return folder;
}

/** Every tool a brain may call, with the JSON Schema of its parameters. */
export function listTools(): ToolDescription[] {
  return describeTools(TOOLS);
}

/** Only the sandbox, for running a command by hand; needs no repository. */
export async function openSandboxFor(options: AppOptions): Promise<Sandbox> {
  const { settings } = await settingsHere(options);
  return openSandbox(await sandboxOptions(options, settings));
}

/** The settings that apply in this folder, even if it is not in a repository. */
export async function settingsHere(options: AppOptions) {
  const root = await findRepository(options.cwd).catch(() => null);
  return loadSettingsOf(root ?? options.cwd, options.environment);
}

export async function sandboxOptions(options: AppOptions, settings: Settings) {
  const { memory_mb, processes, disk_mb, output_mb, backend, images } = settings.sandbox;
  return {
    path: options.environment.path,
    home: options.environment.home,
    cacheHome: options.cacheHome,
    cargoHome: options.environment.cargoHome ?? undefined,
    rustupHome: options.environment.rustupHome ?? undefined,
    untrusted: [options.cwd],
    unsafe: options.unsafe !== false,
    scratch: join(options.environment.temporary, "agentforge-sandbox"),
    owner: { mark: markOf(await currentOwner()), isAlive: (mark: string) => isMarkAlive(mark, false) },
    limits: { memoryMb: memory_mb, processes, diskMb: disk_mb, outputBytes: output_mb * 1024 * 1024 },
    ...(backend !== null && { backends: [backend, "subprocess"] as const }),
    dockerSocket: options.environment.dockerSocket ?? undefined,
    dockerImages: images,
  };
}

export function resourceFolder(service: string): string {
  return join(packageRoot, "src", "services", service, "resources");
}

/** Opened lazily, so that read-only commands work without one. */
function lazySandbox(options: AppOptions, settings: Settings): () => Promise<Sandbox> {
  let opened: Promise<Sandbox> | null = null;
  return () => {
    const sandbox = opened ?? sandboxOptions(options, settings).then(openSandbox);
    opened = sandbox;
    return sandbox;
  };
}
