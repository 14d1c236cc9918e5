import { hash, randomBytes, randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };
import { checksAsSource, searchBrain, workerOptions } from "./app/brains/patch-sources.ts";
import { gatherOwn, isSource, sourcesOf } from "./app/brains/sources.ts";
import { openConformance } from "./app/checks/conformance.ts";
import { newConfirmation, newWord } from "./app/confirmation.ts";
import { createToolVersions } from "./app/health/tool-versions.ts";
import { collectDecisions } from "./app/hooks/hook-decisions.ts";
import type { ProcessRedactor } from "./app/redaction/open-redactor.ts";
import { originalsIn } from "./app/redaction/originals.ts";
import { wholeFixes } from "./app/redaction/patches.ts";
import { redactedStore } from "./app/redaction/stored-changes.ts";
import { gitProgram, openStorage } from "./app/storage/open-storage.ts";
import { editable, openRecords } from "./app/storage/records.ts";
import { openStateFiles } from "./app/storage/state-files.ts";
import { receiversIn, tracedChecks, tracedExecute, tracedSource, tracedTests } from "./app/telemetry.ts";
import { workflowSettings } from "./app/workflow-settings.ts";
import { AgentForgeError } from "./domain/errors.ts";
import type { Database } from "./domain/ports/database.ts";
import type { ExportProblem, Exports } from "./domain/ports/exports.ts";
import type { Activity, ChainVerdict } from "./domain/ports/journal.ts";
import type { PlanStore } from "./domain/ports/plans.ts";
import type { Escalations } from "./domain/ports/reviews.ts";
import type { Command, Execution, Sandbox } from "./domain/ports/sandbox.ts";
import type { TestRules } from "./domain/ports/testing.ts";
import { describePractice } from "./domain/rules/changes/commit-practice.ts";
import { compileGlobs } from "./domain/rules/paths/glob.ts";
import type { Redactor } from "./domain/rules/secrets/redactor.ts";
import { explainRefused } from "./domain/rules/settings/stricter.ts";
import { type Environment, loadAllSettings, type Settings } from "./services/config/index.ts";
import { type HarnessSettings, loadHarness, type Origins } from "./services/guardrails/index.ts";
import type { OpenJournal } from "./services/journal/index.ts";
import { openQueue } from "./services/queue/index.ts";
import {
  changeReaders,
  createProbe,
  createRivals,
  createViolationSearch,
  gatherNear,
  locate,
} from "./services/repair/index.ts";
import { openPlans } from "./services/reviews/index.ts";
import { openSandbox } from "./services/sandbox/index.ts";
import { openTelemetry } from "./services/telemetry/index.ts";
import {
  createTestRunner,
  diagnoseEnvironment,
  guardTests,
  mergeResults,
  whyNotStarted,
} from "./services/testing/index.ts";
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

interface Holder {
  readonly owner: string;
  readonly leaseMs: number;
  isGone(owner: string): Promise<boolean>;
}

export interface App {
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

const TEST_RULES: TestRules = {
  merge: mergeResults,
  guard: guardTests,
  whyNotStarted,
  environmentProblem: diagnoseEnvironment,
};

/** The one place that builds services and passes them to workflows. */
export async function openApp(options: AppOptions): Promise<App> {
  const { environment } = options;
  const root = await findRepository(options.cwd);
  const stateFolder = join(root, ".agentforge");
  const { settings, refused, trusted, database: setting } = await loadSettingsOf(root, environment);
  const harness = loadHarness({ root, configFolder: environment.configFolder, isTrusted: () => trusted });
  const now = () => new Date().toISOString();

  const { redactor, opened, workspace, state, exports, journal, database, checkpoints, checkpoint } =
    await openStorage({ ...options, root, stateFolder, setting, commits: settings.commits, now });
  const redact = redactor.text;
  await collectHookDecisions(join(root, harness.settings.state.dir), journal);
  const telemetry = await openTelemetry({
    receivers: receiversIn(environment),
    service: SERVICE,
    redact,
    content: environment.telemetry.content,
  });
  const sandbox = lazySandbox(options, settings);
  const execute = tracedExecute(telemetry, sandbox);
  const tests = tracedTests(telemetry, testRunnerFor(execute, environment, settings));

  const findOriginal = originalsIn(root, opened);
  const about = { database, exports: state.exports, journal, now, redactor, findOriginal };
  const { records, repairFiles } = await openRecords(about);
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

  const conformance = tracedChecks(telemetry, checks);
  const { owner, leaseMs, isGone } = options.holder ?? (await ownHolder(settings, database.dialect));
  const workers = workerOptions(sandbox, resourceFolder("repair"));
  const ports: Ports = {
    workspace,
    tests,
    testRules: TEST_RULES,
    gatherNear: gatherOwn(gatherNear),
    locate,
    ...changeReaders,
    probe: createProbe(workers),
    findRivals: createRivals(workers),
    newConfirmation,
    newWord,
    sources: [searchBrain(workers)].map((source) => tracedSource(telemetry, source)),
    violationSources: [
      wholeFixes(checksAsSource(conformance), redactor),
      createViolationSearch({ isJudgedByProgram: conformance.isJudgedByProgram }),
    ].map((source) => tracedSource(telemetry, source)),
    telemetry,
    conformance,
    files: openStateFiles({ exports, stores: editable(records), conformance }),
    queue: await openQueue({
      database,
      holder: owner,
      leaseMs,
      isGone,
    }),
    ...records,
    journal,
    settings: workflowSettings(settings),
    isCritical: compileGlobs(settings.gate.critical_files, { folded: true }),
    isSource,
    sourcesOf,
    landingNotes: async () => describePractice(await workspace.commitPractice()),
    now,
    elapsed: () => performance.now(),
    newTraceId: randomUUID,
    newId: (prefix) => `${prefix}-${now().replace(/[-:]|\..*$/g, "")}-${randomBytes(3).toString("hex")}`,
    owner,
    isAlive: async (owner) => !(await isGone(owner)),
    person: environment.person,
    notices: [...refused.map(explainConfig), ...harness.refused],
    openSandbox: async () => (await sandbox()).id,
    toolVersions: createToolVersions({ agentforge: version, node: process.versions.node }, environment.path),
    checkpoint,
    checkpointsOwed: () => checkpoints.owed(),
    settleCheckpoints: () => journal.head().then((head) => head !== null && checkpoints.settle(head)),
    journalId: state.id,
    verifyChain: (knownHeads) => journal.verifyChain(knownHeads),
    sha256: (content) => hash("sha256", content),
    redact: redactor.data,
  };
  return {
    ports,
    settings,
    environment,
    harness: harness.settings,
    harnessOrigins: harness.origins,
    redactor,
    escalations: records.escalations,
    plans: redactedStore(
      await openPlans({ database, journal, home: options.workingCopy ?? state.workingCopy }),
      redactor,
      findOriginal,
    ),
    exports,
    stateFolder,
    recovered: state.recovered,
    execute,
    confinement: () => sandbox().then(({ id }) => confinementOf(id, options), nothingConfines),
    checkDatabase: () => troubleOf(state.check()),
    verifyJournal: () => journal.verifyChain(),
    repairFiles,
    async close() {
      await telemetry.close();
      await journal.close();
      await database.close();
    },
  };
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
