import type { ChangeSet } from "../domain/entities/code-change.ts";
import type { Evidence } from "../domain/entities/evidence.ts";
import type { Review } from "../domain/entities/review.ts";
import type { AttemptTree } from "../domain/ports/workspace.ts";
import { commitMessage } from "../domain/rules/commit-message.ts";
import { type GateVerdict, judgeGate } from "../domain/rules/gate.ts";
import type { Baseline } from "./baseline.ts";
import { gatherEvidence } from "./evidence.ts";
import type { House } from "./house.ts";
import type { Hunt } from "./hunt.ts";
import type { RepairRequest } from "./repair-request.ts";
import type { RunRecord } from "./run-record.ts";
import { runSuites } from "./suites.ts";

export interface ConcludeInput {
  readonly tree: AttemptTree;
  readonly baseline: Baseline & { status: "failing" };
  readonly found: Hunt & { status: "found" };
  readonly request: RepairRequest;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}

export type Conclusion =
  | { readonly status: "proven"; readonly review: Review; readonly gate: GateVerdict }
  | { readonly status: "rejected"; readonly why: string };

/** Gathers the evidence for the change in the tree, asks the gate, and writes the review. */
export async function conclude(house: House, input: ConcludeInput): Promise<Conclusion> {
  const change = await input.tree.changes();
  const evidence = await proveChange(house, input, change);
  const files = change.files.map((file) => file.path);
  await input.record.verified(evidence, files, input.tree.baseCommit);
  const gate = judgeGate(
    {
      confidence: evidence.confidence.overall,
      failedIterations: input.found.iterations - 1,
      criticalFiles: files.filter(house.isCritical),
      disagreeing: input.found.alternatives.length,
    },
    house.settings.gate,
  );
  if (gate.status === "reject") return { status: "rejected", why: gate.because.join("; ") };
  return { status: "proven", review: writeReview(house, input, change, evidence, gate), gate };
}

async function proveChange(house: House, input: ConcludeInput, change: ChangeSet): Promise<Evidence> {
  const { baseline, found, tree } = input;
  const { result: after, coverage } = await runSuites(house, tree, baseline.suites, "all", {
    timeoutMs: house.settings.testTimeoutSeconds * 1000,
    coverageOf: change.files.map((file) => file.path),
    signal: input.signal,
  });
  return gatherEvidence({
    before: baseline.result,
    after,
    targets: baseline.targets,
    flaky: baseline.flaky,
    change,
    coverage,
    suspects: found.suspects,
    alternatives: found.alternatives.map((patch) => ({
      description: patch.description,
      diff: "",
      differs: null,
    })),
    notes: baseline.flaky.length > 0 ? [`flaky, not repaired: ${baseline.flaky.join(", ")}`] : [],
  });
}

function writeReview(
  house: House,
  input: ConcludeInput,
  change: ChangeSet,
  evidence: Evidence,
  gate: GateVerdict,
): Review {
  const { baseline, found, record } = input;
  const files = change.files.map((file) => file.path);
  const fix = found.patches.map((patch) => patch.description).join("; ");
  const subject = `fix: ${fix}`.length <= 72 ? `fix: ${fix}` : `fix: repair ${files.join(", ")}`.slice(0, 72);
  const tests = evidence.fixed.map((id) => `- ${id}`).join("\n");
  return {
    review_id: house.newId("RV"),
    trace_id: record.traceId,
    session_id: record.sessionId,
    attempt_id: record.attemptId,
    status: "pending",
    title: fix,
    commit_message: commitMessage({
      subject,
      body: `${fix}\n\nThese tests failed before and pass now:\n${tests}`,
      traceId: record.traceId,
    }),
    base_commit: input.tree.baseCommit,
    created_at: house.now(),
    asked_because: gate.status === "ask" ? [...gate.because] : [],
    request: {
      task_id: record.sessionId,
      iteration: found.iterations,
      diagnostic_summary: diagnose(baseline, found),
      proposed_fix: fix,
      confidence: evidence.confidence.overall,
      diff_preview: change.diff,
      files_affected: files,
      test_results_before: baseline.result,
      alternative_fixes: found.alternatives.map((rival) => rival.description),
      langfuse_trace_url: null,
    },
    change,
    evidence,
    decision: null,
    landed_commit: null,
  };
}

function diagnose(baseline: Baseline & { status: "failing" }, found: Hunt & { status: "found" }): string {
  const [failure] = baseline.result.failures.filter((candidate) =>
    baseline.targets.includes(candidate.test_id),
  );
  const what = failure
    ? `${failure.test_name}: ${firstWords(failure.error_message)}`
    : baseline.targets.join(", ");
  const suspect = nearestSuspect(found);
  return suspect ? `${what} (suspected: ${suspect.path}:${suspect.line}, ${suspect.why})` : what;
}

/** Assertion libraries put the values on a line of their own. */
function firstWords(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .slice(0, 2)
    .join(" ")
    .slice(0, 200);
}

/** Why the changed place was looked at; the most suspected place where the change is elsewhere. */
function nearestSuspect({ suspects, patches }: Hunt & { status: "found" }) {
  const paths = patches.flatMap((patch) => patch.edits.map((edit) => edit.path));
  return suspects.find((suspect) => paths.includes(suspect.path)) ?? suspects[0];
}
