import { resolve } from "node:path";
import { equipBrain } from "../../app/brains/brains.ts";
import { readTestFiles } from "../../app/reviews/test-file.ts";
import { type App, version as appVersion, openApp, presentable, readEnvironment } from "../../app.ts";
import type { ActivityRecord } from "../../domain/entities/activity.ts";
import type { LandingPlace, Review } from "../../domain/entities/review.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { CheckProblem, Filing, ViolationFilter } from "../../domain/ports/conformance.ts";
import type { ActivityFilter } from "../../domain/ports/journal.ts";
import type { Rollback } from "../../domain/ports/workspace.ts";
import { type Verification, verifyCertificate } from "../../workflows/certificates/verify-certificate.ts";
import { type JournalReport, verifyJournal } from "../../workflows/journal/verify-journal.ts";
import { runTests, type TestReport, type TestRequest } from "../../workflows/proof/run-tests.ts";
import { type RepairOutcome, repair } from "../../workflows/repair/repair.ts";
import { type RepairEvent, type RepairWishes, repairRequest } from "../../workflows/repair/repair-request.ts";
import { findReview } from "../../workflows/reviews/find-review.ts";
import { type LandOutcome, landReview } from "../../workflows/reviews/land-review.ts";
import { rejectReview } from "../../workflows/reviews/refuse-review.ts";
import { rollBack } from "../../workflows/reviews/roll-back.ts";
import { recover } from "../../workflows/sessions/recover.ts";
import { type CheckRequest, check } from "../../workflows/violations/check.ts";
import { fixByHand } from "../../workflows/violations/fix-by-hand.ts";
import type { FixEvent, FixOutcome } from "../../workflows/violations/fix-request.ts";
import { findViolation } from "../../workflows/violations/fix-violation.ts";

export const version: string = appVersion;

export interface OpenOptions {
  /** A folder in the repository; the current folder by default. */
  readonly directory?: string;
  /** The variables to read instead of `process.env`: model keys, `AGENTFORGE_…`, `PATH`. */
  readonly variables?: NodeJS.ProcessEnv;
  /** Run tests without isolation. Only for code you trust. */
  readonly unsafeNoSandbox?: boolean;
  /** Called with messages for people, such as what an interrupted run left behind. */
  readonly onWarning?: (message: string) => void;
}

export interface RepairOptions extends Omit<RepairWishes, "testFiles" | "testsBy"> {
  /** `search`, `llm`, `hybrid` or `provider:model`; the settings decide by default. */
  readonly brain?: string;
  /** Paths of tests that show the bug. */
  readonly testFiles?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RepairEvent) => void;
}

export type TestOptions = Partial<TestRequest> & { readonly signal?: AbortSignal };

export type CheckOptions = CheckRequest;

export interface CheckReport extends Filing {
  readonly violations: readonly Violation[];
  /** Checks that could not run. */
  readonly problems: readonly CheckProblem[];
  readonly filesChecked: number;
}

export interface FixOptions {
  readonly auto?: boolean;
  readonly dryRun?: boolean;
  readonly brain?: string;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: FixEvent) => void;
}

export interface Approval {
  /** The person who approves; the record names them. */
  readonly by: string;
  readonly to?: LandingPlace;
  readonly signal?: AbortSignal;
}

export interface Rejection {
  readonly by: string;
  readonly reason: string;
}

/** An open repository. Results are those of the command line with `--json`, without secrets. */
export interface AgentForge extends AsyncDisposable {
  readonly root: string;
  test(options?: TestOptions): Promise<TestReport>;
  /** Searches for a fix in a copy and proves it. It waits as a review unless `auto` is set and no rule requires approval. */
  repair(options?: RepairOptions): Promise<RepairOutcome>;
  check(options?: CheckOptions): Promise<CheckReport>;
  fixViolation(violationId: string, options?: FixOptions): Promise<FixOutcome>;
  readonly violations: {
    list(filter?: ViolationFilter): Promise<{ violations: readonly Violation[]; total: number }>;
    get(violationId: string): Promise<Violation>;
  };
  readonly reviews: {
    list(status?: Review["status"]): Promise<readonly Review[]>;
    get(reviewId: string): Promise<Review>;
    approve(reviewId: string, approval: Approval): Promise<LandOutcome>;
    reject(reviewId: string, rejection: Rejection): Promise<void>;
  };
  rollBack(reviewId: string): Promise<Rollback>;
  /** By commit or review: reruns everything that the certificate claims. */
  verifyCertificate(name: string, options?: { readonly signal?: AbortSignal }): Promise<Verification>;
  readonly journal: {
    query(filter?: ActivityFilter): Promise<readonly ActivityRecord[]>;
    verify(): Promise<JournalReport>;
  };
  close(): Promise<void>;
}

/** Opens the repository, and finishes what an earlier process left unfinished. */
export async function openAgentForge(options: OpenOptions = {}): Promise<AgentForge> {
  const { onWarning = () => {} } = options;
  const cwd = resolve(options.directory ?? ".");
  const environment = readEnvironment(options.variables);
  if (environment.secretFileProblem !== null) throw environment.secretFileProblem;
  const app = await openApp({
    cwd,
    environment,
    unsafe: options.unsafeNoSandbox ?? false,
    warn: onWarning,
  });
  try {
    const { repairs, notices } = await recover(app.ports);
    for (const message of [...repairs, ...notices]) onWarning(message);
  } catch (error) {
    await app.close();
    throw error;
  }
  return libraryOf(app, cwd);
}

function libraryOf(app: App, cwd: string): AgentForge {
  const { ports } = app;
  const shown = <Data>(data: Data): Data => presentable(data, app.redactor) as Data;
  const close = closingOnce(app);
  return {
    root: ports.workspace.root,

    async test({ signal = never(), ...request } = {}) {
      const all = { wanted: [], lastFailed: false, coverage: false };
      return shown(await runTests(ports, { ...all, ...request }, signal));
    },

    async repair({ brain = null, testFiles, signal = never(), onEvent, ...wishes } = {}) {
      const { ports } = equipBrain(app, brain, wishes.budgetSeconds ?? null);
      const given = testFiles && { testFiles: await readTestFiles(ports, cwd, testFiles) };
      const request = repairRequest(ports, { ...wishes, ...given });
      return shown(await repair(ports, request, signal, (event) => onEvent?.(shown(event))));
    },

    async check(options = {}) {
      const { run, filing } = await check(ports, { baseline: false, ...options });
      const { violations, problems, filesChecked } = run;
      return shown({ violations, problems, filesChecked, ...filing });
    },

    async fixViolation(violation, { auto = false, dryRun = false, brain = null, ...options } = {}) {
      const { signal = never(), onEvent } = options;
      const { ports } = equipBrain(app, brain);
      const request = { violation, auto, dryRun };
      return shown(await fixByHand(ports, request, signal, (event) => onEvent?.(shown(event))));
    },

    violations: violationsOf(ports, shown),

    reviews: reviewsOf(ports, shown),

    rollBack: async (reviewId) => shown(await rollBack(ports, reviewId)),

    verifyCertificate: async (name, { signal = never() } = {}) =>
      shown(await verifyCertificate(ports, name, signal, () => {})),

    journal: {
      query: async (filter = {}) => shown(await ports.journal.query(filter)),
      verify: async () => shown(await verifyJournal(ports)),
    },

    close,
    [Symbol.asyncDispose]: close,
  };
}

function violationsOf(ports: App["ports"], shown: <Data>(data: Data) => Data): AgentForge["violations"] {
  return {
    list: async (filter = {}) => shown(await ports.conformance.violations(filter)),
    get: async (violationId) => shown(await findViolation(ports, violationId)),
  };
}

function reviewsOf(ports: App["ports"], shown: <Data>(data: Data) => Data): AgentForge["reviews"] {
  return {
    list: async (status) => shown(await ports.reviews.list(status)),
    get: async (reviewId) => shown(await findReview(ports, reviewId)),
    async approve(reviewId, { by, to, signal }) {
      const review = await findReview(ports, reviewId);
      const answerer = {
        by: named(by),
        actor: "human" as const,
        ...(to && { to }),
        ...(signal && { signal }),
      };
      return shown(await landReview(ports, review, answerer));
    },
    async reject(reviewId, { by, reason }) {
      await rejectReview(ports, await findReview(ports, reviewId), named(by), reason);
    },
  };
}

/** Every answer must name a person. */
function named(by: string): string {
  if (by.trim() !== "") return by;
  throw new AgentForgeError("bad_input", "an answer needs the name of the person who gives it", {
    hint: 'Pass it as by, for example { by: "ana" }.',
  });
}

function never(): AbortSignal {
  return new AbortController().signal;
}

function closingOnce(app: App): () => Promise<void> {
  let closed: Promise<void> | null = null;
  return () => {
    closed ??= app.close();
    return closed;
  };
}
