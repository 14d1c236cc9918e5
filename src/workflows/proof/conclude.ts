import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { Alternative, Evidence, SearchEvidence } from "../../domain/entities/evidence.ts";
import type { Review } from "../../domain/entities/review.ts";
import type { LineCoverage, TestResult } from "../../domain/entities/test-result.ts";
import type { Suspect } from "../../domain/ports/repair.ts";
import type { JudgingFiles, Suite } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { commitMessage } from "../../domain/rules/changes/commit-message.ts";
import { describeOwnEdits } from "../../domain/rules/changes/commit-practice.ts";
import { whyUncovered } from "../../domain/rules/proof/coverage.ts";
import { type GateVerdict, judgeGate } from "../../domain/rules/proof/gate.ts";
import { newFailures } from "../../domain/rules/proof/new-failures.ts";
import { whyUnpinned } from "../../domain/rules/proof/pinning.ts";
import { tokensToProve } from "../../domain/rules/proof/tokens-to-prove.ts";
import { whyUnusual } from "../../domain/rules/proof/unusual-edit.ts";
import { oneLine } from "../../domain/rules/text/plain-text.ts";
import type { Examination } from "../examine/examination.ts";
import { type Examined, type ExaminePorts, examine } from "../examine/examine.ts";
import type { Ports } from "../ports.ts";
import type { RunRecord } from "../sessions/run-record.ts";
import type { ChecksJudged } from "./check-requirement.ts";
import { gatherEvidence } from "./evidence.ts";
import { untestedFolders } from "./reach/untested-folders.ts";
import { coverageOfChange } from "./settle.ts";
import { runSuites } from "./suites.ts";

export type ConcludePorts = Pick<
  Ports,
  "isCritical" | "journal" | "landingNotes" | "newId" | "now" | "openSandbox" | "toolVersions"
> &
  ExaminePorts;

const LONGEST_TITLE = 200;

/** The run of all tests on a change. */
export interface Proof {
  readonly after: TestResult;
  readonly coverage: LineCoverage | null;
  /** Examinations that ran at the same time. */
  readonly started?: Examination | null;
}

/** The measurements of a change, for any task. */
export interface Measurements {
  readonly suites: readonly Suite[];
  readonly judging: JudgingFiles;
  readonly before: TestResult;
  readonly targets: readonly string[];
  readonly flaky: readonly string[];
  readonly suspects: readonly Suspect[];
  readonly alternatives: readonly Alternative[];
  /** What the search knows about the change; null if the search did not make it alone. */
  readonly searchEvidence?: SearchEvidence | null;
  readonly iterations: number;
  /** The run of all tests on the change, with coverage; null if it has not been made yet. */
  readonly proof: Proof | null;
  readonly checks: ChecksJudged | null;
  /** Changes that were tried and refused before this one. */
  readonly failedIterations: number;
  /** Names of suites that the user's settings exclude. */
  readonly excluded: readonly string[];
  /** Doubts that the sources have about their own patches. */
  readonly doubts?: readonly string[];
  readonly notes: readonly string[];
  /** A person wrote this version of the change. */
  readonly byPerson?: boolean;
  /** Test files that are part of the change, because no test showed the bug before. */
  readonly addedTests?: readonly string[];
}

/** How the change is described to people. */
export interface ChangeDescription {
  readonly title: string;
  readonly diagnosis: string;
  readonly subject: (files: readonly string[]) => string;
  readonly body: (evidence: Evidence) => string;
  readonly violationId: string | null;
  /** The sources of the patches. */
  readonly madeBy: readonly string[];
}

export interface ConcludeInput {
  readonly tree: AttemptTree;
  readonly measured: Measurements;
  readonly description: ChangeDescription;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}

export type Conclusion =
  | { readonly status: "proven"; readonly review: Review; readonly gate: GateVerdict }
  | { readonly status: "rejected"; readonly why: string };

/** Gathers the evidence for the change in the tree, asks the gate, and writes the review. */
export async function conclude(ports: ConcludePorts, input: ConcludeInput): Promise<Conclusion> {
  return ports.telemetry.span("conclude", {}, async (span) => {
    const conclusion = await reachConclusion(ports, input);
    span.note({ "agentforge.conclusion": conclusion.status });
    if (conclusion.status === "proven") {
      const { review, gate } = conclusion;
      span.note({
        "agentforge.review.id": review.review_id,
        "agentforge.confidence": review.request.confidence,
        "agentforge.gate": gate.status,
      });
    }
    return conclusion;
  });
}

async function reachConclusion(ports: ConcludePorts, input: ConcludeInput): Promise<Conclusion> {
  const { measured, record } = input;
  const change = await input.tree.changes();
  const proof = measured.proof ?? (await runProof(ports, input, change));
  const examined = await examine(ports, {
    ...measured,
    ...proof,
    ...input,
    doubts: [...(measured.doubts ?? []), ...newFailures({ ...measured, after: proof.after })],
    madeBy: input.description.madeBy,
    change,
  });
  if (examined.status === "forged") {
    await ports.journal.commit({
      traceId: record.traceId,
      actor: "system",
      actionType: "evidence.forged",
      entityId: record.attemptId,
      metadata: { reasons: [...examined.reasons], made_by: [...input.description.madeBy] },
    });
    return { status: "rejected", why: `the evidence is forged: ${examined.reasons.join("; ")}` };
  }
  const evidence = await gather(ports, input, change, proof, examined);
  const files = change.files.map((file) => file.path);
  await record.verified(evidence, files, input.tree.baseCommit);
  const gate = judgeGate(
    {
      confidence: evidence.confidence.overall,
      failedIterations: measured.failedIterations,
      criticalFiles: files.filter(ports.isCritical),
      rivals: measured.alternatives.length,
      stillFailing: evidence.still_failing.length,
      doubts: evidence.doubts,
      unnoticed: evidence.unnoticed,
      newTokens: tokensToProve({
        madeBy: input.description.madeBy,
        tokens: evidence.new_tokens ?? 0,
        search: evidence.search,
      }),
      achieved: evidence.fixed.length + evidence.checks_gone.length,
      newViolations: measured.checks?.reasons ?? [],
      uncovered: whyUncovered(evidence),
    },
    ports.settings.gate,
  );
  if (gate.status === "reject") return { status: "rejected", why: gate.because.join("; ") };
  return { status: "proven", review: writeReview(ports, input, change, evidence, gate), gate };
}

async function gather(
  ports: Pick<Ports, "landingNotes" | "openSandbox" | "toolVersions">,
  { measured, tree, description }: ConcludeInput,
  change: ChangeSet,
  { after, coverage }: Proof,
  { doubts, unnoticed, newTokens, confirmation }: Examined & { status: "examined" },
): Promise<Evidence> {
  const { before, targets, flaky, suspects, alternatives, checks } = measured;
  const flakiness = flaky.length > 0 ? [`flaky, not repaired: ${flaky.join(", ")}`] : [];
  const excluded = measured.excluded.map((name) => `${name} is excluded by your settings and was not run`);
  return gatherEvidence({
    ...{ before, after, targets, flaky, change, coverage, suspects, alternatives, checks },
    searchEvidence: measured.searchEvidence ?? null,
    doubts,
    unnoticed: [...unnoticed, ...whyAsked(measured.searchEvidence ?? null, description.madeBy)],
    newTokens,
    confirmation,
    excludedSuites: measured.excluded,
    addedTests: measured.addedTests ?? [],
    notes: [
      ...flakiness,
      ...excluded,
      ...(checks?.reasons ?? []),
      ...(confirmation?.notes ?? []),
      ...measured.notes,
      ...(await ports.landingNotes()),
      ...describeOwnEdits(change, tree.uncommitted),
    ],
    uncommitted: tree.uncommitted,
    madeBy: description.madeBy,
    sandbox: await ports.openSandbox(),
    tools: await ports.toolVersions(after.command),
  });
}

/** Reasons to ask that come from how search found the change. */
function whyAsked(search: SearchEvidence | null, madeBy: readonly string[]): readonly string[] {
  return [whyUnpinned(search?.pinning ?? null), whyUnusual(search, madeBy)].filter((why) => why !== null);
}

async function runProof(
  ports: Pick<Ports, "settings" | "testRules" | "tests">,
  input: ConcludeInput,
  change: ChangeSet,
): Promise<Proof> {
  const changed = change.files.map((file) => file.path);
  const { result, coverage } = await runSuites(ports, input.tree, input.measured.suites, "all", {
    timeoutMs: ports.settings.testTimeoutSeconds * 1000,
    ...coverageOfChange(change, changed),
    untested: untestedFolders(await input.tree.files(), input.measured.judging, changed),
    signal: input.signal,
  });
  return { after: result, coverage };
}

function writeReview(
  ports: Pick<Ports, "newId" | "now" | "telemetry">,
  input: ConcludeInput,
  change: ChangeSet,
  evidence: Evidence,
  gate: GateVerdict,
): Review {
  const { measured, description, record } = input;
  const files = change.files.map((file) => file.path);
  const title = oneLine(description.title, LONGEST_TITLE) || `change ${files.join(", ")}`;
  return {
    review_id: ports.newId("RV"),
    trace_id: record.traceId,
    session_id: record.sessionId,
    attempt_id: record.attemptId,
    violation_id: description.violationId,
    status: "pending",
    title,
    commit_message: commitMessage({
      subject: description.subject(files),
      body: [description.body(evidence), ...uncoveredLine(evidence)].join("\n\n"),
      traceId: record.traceId,
    }),
    base_commit: input.tree.baseCommit,
    created_at: ports.now(),
    asked_because: gate.status === "ask" || gate.status === "escalate" ? [...gate.because] : [],
    request: {
      task_id: record.sessionId,
      iteration: measured.iterations,
      diagnostic_summary: description.diagnosis,
      proposed_fix: title,
      confidence: evidence.confidence.overall,
      diff_preview: change.diff,
      files_affected: files,
      test_results_before: measured.before,
      alternative_fixes: measured.alternatives.map((rival) => rival.description),
      langfuse_trace_url: ports.telemetry.linkTo(record.traceId),
    },
    change,
    evidence,
    modifications: [],
    decision: null,
    landed_commit: null,
  };
}

function uncoveredLine(evidence: Evidence): string[] {
  const why = whyUncovered(evidence);
  return why === null ? [] : [`Not covered by tests: ${why}.`];
}
