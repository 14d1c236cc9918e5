import type { JournalPosition } from "../domain/entities/certificate.ts";
import type { LandingPlace } from "../domain/entities/review.ts";
import type { Conformance } from "../domain/ports/conformance.ts";
import type { StateFiles } from "../domain/ports/exports.ts";
import type { ChainVerdict, Head, Journal } from "../domain/ports/journal.ts";
import type { Queue } from "../domain/ports/queue.ts";
import type {
  CountNewTokens,
  FindConditions,
  FindParts,
  FindRivals,
  FindVariations,
  GatherNear,
  Locate,
  PatchSource,
  ProbeBehavior,
  ReadDoubts,
  ViolationSource,
  WithoutRemarks,
} from "../domain/ports/repair.ts";
import type { Attempts, Certificates, Escalations, Reviews } from "../domain/ports/reviews.ts";
import type { Sessions } from "../domain/ports/sessions.ts";
import type { Telemetry } from "../domain/ports/telemetry.ts";
import type { TestWriter } from "../domain/ports/test-writer.ts";
import type { Confirmation, Suite, TestRules, TestRunner, TestTree } from "../domain/ports/testing.ts";
import type { Workspace } from "../domain/ports/workspace.ts";
import type { GateSettings } from "../domain/rules/proof/gate.ts";

export interface DaemonSettings {
  readonly attemptLimit: number;
  readonly cooldownSeconds: number;
  readonly concurrency: number;
  readonly maximumPerRun: number;
  readonly pauseOnTestFailure: boolean;
  /** Every fix waits for a person. */
  readonly requireApproval: boolean;
}

export interface WorkflowSettings {
  readonly gate: GateSettings;
  readonly maxIterations: number;
  readonly budgetSeconds: number;
  readonly allowTestEdits: boolean;
  readonly testTimeoutSeconds: number;
  readonly flakyReruns: number;
  /** Whether a person's settings exclude the suite. */
  readonly isExcluded: (suite: Suite) => boolean;
  readonly daemon: DaemonSettings;
  readonly landTo: LandingPlace;
}

/** Ports and functions that every workflow may use, built in one place (`app.ts`). */
export interface Ports {
  readonly workspace: Workspace;
  readonly tests: TestRunner;
  readonly testRules: TestRules;
  /** In a large repository, reads only what is related to the failures. */
  readonly gatherNear: GatherNear;
  /** Finds the places in the code that a failure points to. */
  readonly locate: Locate;
  /** Looks for things in a change that an honest fix almost never contains. */
  readonly readDoubts: ReadDoubts;
  /** Finds conditions that limit a change to some inputs. */
  readonly findConditions: FindConditions;
  /** Splits a change into parts that may be unrelated to each other. */
  readonly findParts: FindParts;
  readonly withoutRemarks: WithoutRemarks;
  readonly findVariations: FindVariations;
  readonly findRivals: FindRivals;
  readonly countNewTokens: CountNewTokens;
  /** Compares old and new code on inputs beyond the tests. */
  readonly probe: ProbeBehavior;
  /** Another user, machine, folder and seed for each confirming run. */
  readonly newConfirmation: () => Confirmation;
  /** Unpredictable words. */
  readonly newWord: () => string;
  /** The brains that the sources use; default: search. */
  readonly brain?: "llm" | "hybrid";
  /** `provider:model`, if a model is used. */
  readonly model?: string;
  /** Null or absent if no model is used. */
  readonly testWriter?: TestWriter;
  /** Cheapest first. */
  readonly sources: readonly PatchSource[];
  /** For violations; cheapest first. */
  readonly violationSources: readonly ViolationSource[];
  readonly journal: Journal;
  readonly sessions: Sessions;
  readonly reviews: Reviews;
  readonly certificates: Certificates;
  readonly attempts: Attempts;
  readonly escalations: Escalations;
  readonly conformance: Conformance;
  readonly files: StateFiles;
  readonly queue: Queue;
  readonly telemetry: Telemetry;
  readonly settings: WorkflowSettings;
  readonly isCritical: (path: string) => boolean;
  /** Decides by the path alone. */
  readonly isSource: (path: string) => boolean;
  /** The code in a tree that is the project's own. */
  readonly sourcesOf: (tree: TestTree) => Promise<readonly string[]>;
  /** Notes about the commit that people see before they approve. */
  readonly landingNotes: () => Promise<readonly string[]>;
  /** ISO 8601, for records. */
  readonly now: () => string;
  /** Milliseconds from an arbitrary start, for budgets and durations. */
  readonly elapsed: () => number;
  readonly newTraceId: () => string;
  /** Ids such as `RV-<time>-<random>`. */
  readonly newId: (prefix: string) => string;
  /** Identifies this process, so that another one can check whether it is still alive. */
  readonly owner: string;
  readonly isAlive: (owner: string) => Promise<boolean>;
  readonly person: string;
  /** Warnings about this repository, shown before anything is done in it. */
  readonly notices?: readonly string[];
  /** Makes sure commands can run confined; returns the backend. Throws `no_sandbox` otherwise. */
  readonly openSandbox: () => Promise<string>;
  /** Programs and their versions: ours, and the one that ran the tests. */
  readonly toolVersions: (testCommand: readonly string[]) => Promise<Readonly<Record<string, string>>>;
  /** Stores the journal's head outside its file, so that rewriting the file is detected. Null while it is empty. */
  readonly checkpoint: () => Promise<JournalPosition | null>;
  /** Checkpoints that earlier processes could not write. */
  readonly checkpointsOwed: () => Promise<readonly { readonly why: string }[]>;
  /** Writes one in their place; false if that still fails. */
  readonly settleCheckpoints: () => Promise<boolean>;
  readonly journalId: string;
  /** Reads the whole journal; external checkpoints reveal what its own chain cannot. */
  readonly verifyChain: (knownHeads: readonly Head[]) => Promise<ChainVerdict>;
  readonly sha256: (content: string | Uint8Array) => string;
  /** The same data without secrets: for what is hashed before it is stored. */
  readonly redact: <Data>(data: Data) => Data;
}
