import { hash, randomBytes, randomUUID } from "node:crypto";
import type { Conformance } from "../domain/ports/conformance.ts";
import type { Sandbox } from "../domain/ports/sandbox.ts";
import type { Telemetry } from "../domain/ports/telemetry.ts";
import type { TestRules, TestRunner } from "../domain/ports/testing.ts";
import { describePractice } from "../domain/rules/changes/commit-practice.ts";
import { compileGlobs } from "../domain/rules/paths/glob.ts";
import type { Environment, Settings } from "../services/config/index.ts";
import { openQueue } from "../services/queue/index.ts";
import {
  changeReaders,
  createProbe,
  createRivals,
  createViolationSearch,
  gatherNear,
  locate,
} from "../services/repair/index.ts";
import { diagnoseEnvironment, guardTests, mergeResults, whyNotStarted } from "../services/testing/index.ts";
import type { Ports } from "../workflows/ports.ts";
import { checksAsSource, searchBrain, workerOptions } from "./brains/patch-sources.ts";
import { gatherOwn, isSource, sourcesOf } from "./brains/sources.ts";
import { newConfirmation, newWord } from "./confirmation.ts";
import { createToolVersions } from "./health/tool-versions.ts";
import { wholeFixes } from "./redaction/patches.ts";
import type { openStorage } from "./storage/open-storage.ts";
import { editable, type Records } from "./storage/records.ts";
import { openStateFiles } from "./storage/state-files.ts";
import { tracedSource } from "./telemetry.ts";
import { workflowSettings } from "./workflow-settings.ts";

/** The process that holds claims. */
export interface Holder {
  readonly owner: string;
  readonly leaseMs: number;
  isGone(owner: string): Promise<boolean>;
}

/** What the ports are built from. */
export interface PortsOptions {
  readonly environment: Environment;
  readonly settings: Settings;
  readonly storage: Awaited<ReturnType<typeof openStorage>>;
  readonly records: Records;
  readonly holder: Holder;
  readonly telemetry: Telemetry;
  readonly sandbox: () => Promise<Sandbox>;
  readonly tests: TestRunner;
  readonly conformance: Conformance;
  /** What a person must know about the settings. */
  readonly notices: readonly string[];
  readonly now: () => string;
  readonly version: string;
  /** The folder of the programs that run in warm workers. */
  readonly repairResources: string;
}

const TEST_RULES: TestRules = {
  merge: mergeResults,
  guard: guardTests,
  whyNotStarted,
  environmentProblem: diagnoseEnvironment,
};

export async function openPorts(options: PortsOptions): Promise<Ports> {
  return {
    ...repairPorts(options),
    ...proofPorts(options),
    ...(await recordPorts(options)),
    ...journalPorts(options),
    ...processPorts(options),
  };
}

/** Where patches come from. */
function repairPorts({ telemetry, conformance, storage, sandbox, repairResources }: PortsOptions) {
  const workers = workerOptions(sandbox, repairResources);
  const violationSources = [
    wholeFixes(checksAsSource(conformance), storage.redactor),
    createViolationSearch({ isJudgedByProgram: conformance.isJudgedByProgram }),
  ];
  return {
    gatherNear: gatherOwn(gatherNear),
    locate,
    ...changeReaders,
    probe: createProbe(workers),
    findRivals: createRivals(workers),
    sources: [searchBrain(workers)].map((source) => tracedSource(telemetry, source)),
    violationSources: violationSources.map((source) => tracedSource(telemetry, source)),
    isSource,
    sourcesOf,
  };
}

/** What shows whether a patch is right. */
function proofPorts({ environment, sandbox, tests, conformance, telemetry, version }: PortsOptions) {
  return {
    tests,
    testRules: TEST_RULES,
    conformance,
    newConfirmation,
    newWord,
    telemetry,
    openSandbox: async () => (await sandbox()).id,
    toolVersions: createToolVersions({ agentforge: version, node: process.versions.node }, environment.path),
  };
}

/** The working copy, and what is stored about it. */
async function recordPorts({ storage, records, conformance, holder }: PortsOptions) {
  const { workspace, exports, database, redactor } = storage;
  const { owner, leaseMs, isGone } = holder;
  return {
    workspace,
    landingNotes: async () => describePractice(await workspace.commitPractice()),
    files: openStateFiles({ exports, stores: editable(records), conformance }),
    queue: await openQueue({ database, holder: owner, leaseMs, isGone }),
    ...records,
    owner,
    isAlive: async (owner: string) => !(await isGone(owner)),
    sha256: (content: string | Uint8Array) => hash("sha256", content),
    redact: redactor.data,
  };
}

function journalPorts({ storage: { state, journal, checkpoint, checkpoints } }: PortsOptions) {
  return {
    journal,
    journalId: state.id,
    verifyChain: journal.verifyChain,
    checkpoint,
    checkpointsOwed: () => checkpoints.owed(),
    settleCheckpoints: () => journal.head().then((head) => head !== null && checkpoints.settle(head)),
  };
}

/** Settings, time and identity. */
function processPorts({ environment, settings, notices, now }: PortsOptions) {
  return {
    settings: workflowSettings(settings),
    isCritical: compileGlobs(settings.gate.critical_files, { folded: true }),
    person: environment.person,
    notices,
    now,
    elapsed: () => performance.now(),
    newTraceId: randomUUID,
    newId: (prefix: string) =>
      `${prefix}-${now().replace(/[-:]|\..*$/g, "")}-${randomBytes(3).toString("hex")}`,
  };
}
