import { asMetadata } from "../../domain/entities/common.ts";
import type { Patch } from "../../domain/entities/patch.ts";
import type { Kept } from "../../domain/entities/task.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Say } from "../../domain/ports/activity.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { type Baseline, type Failing, type Observed, takeBaseline } from "../proof/baseline.ts";
import { judgeChecks, noNewViolations } from "../proof/check-goal.ts";
import { type ConcludePorts, conclude } from "../proof/conclude.ts";
import { askInstead } from "../reviews/ask-instead.ts";
import { escalateReview } from "../reviews/escalate.ts";
import { asNote, guidanceFor, recordGuidance } from "../reviews/guidance.ts";
import { type LandReviewPorts, landReview } from "../reviews/land-review.ts";
import type { ProvenOutcome } from "../reviews/proven-outcome.ts";
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
  | { readonly status: "no_verdict"; readonly why: string; readonly result: TestResult | null }
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
    const outcome = await repairIn(tree, ports, request, record, signal, onEvent, resume);
    return { outcome, why: outcome.status === "not_repaired" ? outcome.why : null };
  });
}

function describeTask([first, ...others]: RepairRequest["tests"]): string {
  if (first === undefined) return "make the failing tests pass";
  return `make ${first} pass${others.length === 0 ? "" : `, and ${counted(others.length, "more test")}`}`;
}

async function repairIn(
  tree: AttemptTree,
  ports: RepairPorts,
  request: RepairRequest,
  record: RunRecord,
  signal: AbortSignal,
  onEvent: (event: RepairEvent) => void,
  resume: ResumedRun | null,
): Promise<RepairOutcome> {
  onEvent({ kind: "phase", phase: "baseline" });
  await using early = openEarlySearches(ports, tree, request, signal);
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
  const red = await redOf(first);
  if (red?.status === "no_test") {
    const { why, hint, notes } = red;
    return { status: "no_failing_test", why, hint, notes, result: (first as Observed).result };
  }
  const baseline = red?.baseline ?? first;
  if (red) onEvent({ kind: "baseline", baseline });
  if (baseline.status === "passing") return { status: "nothing_to_repair", result: baseline.result };
  if (baseline.status === "only_flaky") {
    return { status: "only_flaky", flaky: baseline.flaky, result: baseline.result };
  }
  if (baseline.status === "no_verdict") {
    return { status: "no_verdict", why: baseline.why, result: baseline.result };
  }

  const goal = await noNewViolations(ports, tree, signal);
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
  const { suites, result: before, targets, flaky } = baseline;
  const { suspects, alternatives, searchEvidence, iterations, proof } = found;
  const checks = goal && (await judgeChecks(ports, tree, goal, signal));
  const conclusion = await conclude(ports, {
    tree,
    measured: {
      suites,
      judging: baseline.judging,
      before,
      targets,
      flaky,
      suspects,
      alternatives,
      searchEvidence,
      iterations,
      failedIterations: found.refused + iterations - 1,
      excluded: baseline.excluded,
      proof,
      checks,
      doubts: [...severalEdits(found.patches), ...ownTest(red, found.patches), ...passingAlone(baseline)],
      notes: [...guidance.map(asNote), ...(red?.notes ?? []), ...found.notes],
      addedTests: red?.added ?? [],
    },
    description: describeRepair(baseline, found),
    record,
    signal,
  });
  if (conclusion.status === "rejected") {
    return { status: "not_repaired", why: conclusion.why, search: found, before: baseline.result };
  }
  const { review, gate } = conclusion;
  if (request.dryRun) return { status: "dry_run", review };
  await askInstead(ports, review);
  if (request.auto && gate.status === "escalate") await escalateReview(ports, review);
  if (!request.auto || gate.status !== "apply") return { status: "waiting_for_review", review };

  const landing = await landReview(ports, review, {
    by: "gate",
    actor: "system",
    ...(request.landTo && { to: request.landTo }),
  });
  if (landing.status === "conflict") return { status: "landing_conflict", review, conflict: landing };
  const { commit, pullRequest } = landing;
  return { status: "landed", review, commit, ...(pullRequest && { pullRequest }) };

  async function redOf(before: Baseline): Promise<Red | null> {
    if (before.status === "no_verdict" || !needsRed(ports, request, before.status)) return null;
    const say: Say = (text, activity) => onEvent({ kind: "brain", text, ...(activity && { activity }) });
    return goRed(ports, { tree, before, request, record, signal, say });
  }
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
