import { asMetadata } from "../../domain/entities/common.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Kept } from "../../domain/entities/task.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Say } from "../../domain/ports/activity.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { type Baseline, type Failing, type Observed, takeBaseline } from "../proof/baseline.ts";
import { judgeChecks, noNewViolations } from "../proof/check-requirement.ts";
import { type ConcludePorts, conclude, type Measurements } from "../proof/conclude.ts";
import type { NoVerdict } from "../proof/no-verdict.ts";
import { asNote, guidanceFor, recordGuidance } from "../reviews/guidance.ts";
import type { LandReviewPorts } from "../reviews/land-review.ts";
import { offerReview } from "../reviews/offer-review.ts";
import { type ProvenOutcome, whyNotLanded } from "../reviews/proven-outcome.ts";
import { type InAttemptPorts, inAttempt, type ResumedRun, resumeOf } from "../sessions/in-attempt.ts";
import type { RunRecord } from "../sessions/run-record.ts";
import { baselineStep, describeRepair, keptStep, searchStep } from "./describe-repair.ts";
import { openEarlySearches } from "./early-searches.ts";
import { type FixSearch, type FixSearchPorts, searchForFix } from "./fix-search.ts";
import { goRed, needsRed, type Red, type RedToGreenPorts } from "./red-to-green.ts";
import type { RepairEvent, RepairRequest } from "./repair-request.ts";

export type RepairPorts = ConcludePorts & FixSearchPorts & InAttemptPorts & LandReviewPorts & RedToGreenPorts;

export type RepairOutcome =
  | { readonly status: "nothing_to_repair"; readonly result: TestResult }
  /** A person describes a bug, but every test passes, so no test shows it. */
  | {
      readonly status: "no_failing_test";
      readonly why: string;
      readonly hint: string;
      readonly notes: readonly string[];
      readonly result: TestResult;
    }
  | { readonly status: "only_flaky"; readonly flaky: readonly string[]; readonly result: TestResult }
  | (NoVerdict & { readonly status: "no_verdict"; readonly result: TestResult | null })
  | {
      readonly status: "not_repaired";
      readonly why: string;
      readonly search: FixSearch;
      readonly before: TestResult;
    }
  | ProvenOutcome;

/** A whole repair: baseline, patches cheapest first, settle, evidence, gate, review, and landing if allowed. */
export async function repair(
  ports: RepairPorts,
  request: RepairRequest,
  signal: AbortSignal,
  onEvent: (event: RepairEvent) => void,
  resume: ResumedRun | null = null,
): Promise<RepairOutcome> {
  const description = request.issue ?? describeTask(request.tests);
  onEvent({ kind: "phase", phase: "copy" });
  const subject = { kind: "repair", description, request: asMetadata(request), ...resumeOf(resume) } as const;
  return inAttempt(ports, subject, signal, async (tree, record) => {
    const outcome = await repairIn({ ports, request, tree, record, signal, onEvent, resume });
    return { outcome, why: outcome.status === "not_repaired" ? outcome.why : whyNotLanded(outcome) };
  });
}

function describeTask([first, ...others]: RepairRequest["tests"]): string {
  if (first === undefined) return "make the failing tests pass";
  return `make ${first} pass${others.length === 0 ? "" : `, and ${counted(others.length, "more test")}`}`;
}

interface Repairing {
  readonly ports: RepairPorts;
  readonly request: RepairRequest;
  readonly tree: AttemptTree;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RepairEvent) => void;
  readonly resume: ResumedRun | null;
}

async function repairIn(repairing: Repairing): Promise<RepairOutcome> {
  const { ports, request, tree, record, signal, onEvent, resume } = repairing;
  await using early = openEarlySearches(ports, tree, request, signal);
  const observed = await observeFailure(repairing, early);
  if (observed.status !== "failing") return observed;
  const { baseline } = observed;

  const requirement = await noNewViolations(ports, tree, signal);
  const { traceId, attemptId } = record;
  const subject = { violationId: null, tests: baseline.targets };
  const guidance = await guidanceFor(ports, subject);
  recordGuidance(ports, traceId, guidance);
  const run = { traceId, attemptId, subject, guidance };
  const onKept = (kept: Kept) => record.step(keptStep(kept));
  const found = await searchForFix(ports, {
    tree,
    baseline,
    request,
    run,
    onKept,
    resume,
    signal,
    onEvent,
  });
  await record.step(searchStep(found));
  if (found.status === "none") {
    return { status: "not_repaired", why: found.why, search: found, before: baseline.result };
  }

  onEvent({ kind: "phase", phase: "verify" });
  const checks = requirement && (await judgeChecks(ports, tree, requirement, signal));
  const conclusion = await conclude(ports, {
    tree,
    measured: measuredIn(observed, found, { checks, guidance }),
    description: describeRepair(baseline, found),
    record,
    signal,
  });
  if (conclusion.status === "rejected") {
    return { status: "not_repaired", why: conclusion.why, search: found, before: baseline.result };
  }
  return offerReview(ports, conclusion, { ...request, to: request.landTo, signal });
}

interface Observation {
  readonly status: "failing";
  readonly baseline: Failing;
  /** A test that was added to show what a person described; null if none was needed. */
  readonly red: Exclude<Red, { readonly status: "no_test" }> | null;
}

/** The failing tests, or why there is nothing to repair. */
async function observeFailure(
  repairing: Repairing,
  early: ReturnType<typeof openEarlySearches>,
): Promise<Observation | RepairOutcome> {
  const { ports, request, tree, record, signal, onEvent } = repairing;
  onEvent({ kind: "phase", phase: "baseline" });
  // a test that a person provides can be named too, but is not in the tree yet
  const first = await takeBaseline(ports, tree, request.testFiles ? [] : request.tests, signal, {
    onSuites: early.foresee,
    async onFailing(presumed) {
      // needed for the evidence; a version manager takes a third of a second to answer
      ports.toolVersions(presumed.result.command);
      if (!needsRed(ports, request, "failing")) await early.begin(presumed);
    },
  });
  await record.step(baselineStep(first));
  onEvent({ kind: "baseline", baseline: first });
  const red = await showFailure(repairing, first);
  if (red?.status === "no_test") {
    const { why, hint, notes } = red;
    return { status: "no_failing_test", why, hint, notes, result: (first as Observed).result };
  }
  const baseline = red?.baseline ?? first;
  if (red) onEvent({ kind: "baseline", baseline });
  switch (baseline.status) {
    case "passing":
      return { status: "nothing_to_repair", result: baseline.result };
    case "only_flaky":
      return { status: "only_flaky", flaky: baseline.flaky, result: baseline.result };
    case "no_verdict": {
      const { status, cause, why, hint, result } = baseline;
      return { status, cause, why, hint, result };
    }
    case "failing":
      return { status: "failing", baseline, red };
  }
}

/** A failing test for what a person described, if the tests do not show it. */
async function showFailure(
  { ports, request, tree, record, signal, onEvent }: Repairing,
  before: Baseline,
): Promise<Red | null> {
  if (before.status === "no_verdict" || !needsRed(ports, request, before.status)) return null;
  const say: Say = (text, activity) => onEvent({ kind: "brain", text, ...(activity && { activity }) });
  return goRed(ports, { tree, before, request, record, signal, say });
}

function measuredIn(
  { baseline, red }: Observation,
  found: Extract<FixSearch, { readonly status: "found" }>,
  {
    checks,
    guidance,
  }: { readonly checks: Measurements["checks"]; readonly guidance: Awaited<ReturnType<typeof guidanceFor>> },
): Measurements {
  const { suites, judging, result: before, targets, flaky, excluded } = baseline;
  const { suspects, alternatives, searchEvidence, iterations, proof, patches } = found;
  return {
    ...{ suites, judging, before, targets, flaky, excluded },
    ...{ suspects, alternatives, searchEvidence, iterations, proof, checks },
    failedIterations: found.refused + iterations - 1,
    doubts: [...severalEdits(patches), ...ownTest(red, patches), ...passingAlone(baseline)],
    notes: [...guidance.map(asNote), ...(red?.notes ?? []), ...found.notes],
    addedTests: red?.added ?? [],
  };
}

/** A series of edits fits the tests too easily, whether they were found together or one after the other. */
function severalEdits(patches: readonly Patch[]): string[] {
  const own = patches.flatMap((patch) => patch.doubt ?? []);
  const searched = patches.filter((patch) => patch.source === "search");
  if (own.length > 0 || searched.length < 2) return own;
  return [
    `${searched.length} edits were found one after the other, and several edits fit the tests more easily than one`,
  ];
}

/** An author of both test and fix can make them agree on anything. */
function ownTest(red: Red | null, patches: readonly Patch[]): string[] {
  if (red?.status !== "red" || red.writtenBy !== "model" || red.added.length === 0) return [];
  return patches.some((patch) => patch.source === "llm")
    ? ["a model wrote both the test and the fix, so the test says little about the fix"]
    : [];
}

/** Such a test can also be fixed by removing what it depends on in another test, which no test would notice. */
function passingAlone({ together }: Failing): string[] {
  return together.map((id) => `${id} fails only when other tests run before it`);
}
