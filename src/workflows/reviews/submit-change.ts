import type { ChangeSet } from "../../domain/entities/code-change.ts";
import type { Review } from "../../domain/entities/review.ts";
import { NO_TESTS } from "../../domain/entities/test-result.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { outsideAuthor } from "../../domain/rules/proof/authors.ts";
import { fixedTests } from "../../domain/rules/proof/verdict.ts";
import { oneLine } from "../../domain/rules/text/plain-text.ts";
import type { Ports } from "../ports.ts";
import { applyChange } from "../proof/apply-change.ts";
import { type CheckRequirement, noNewViolations } from "../proof/check-requirement.ts";
import { type ChangeDescription, type ConcludePorts, conclude } from "../proof/conclude.ts";
import type { NoVerdict } from "../proof/no-verdict.ts";
import {
  type RegressionBaseline,
  takeRegressionBaseline,
  whyUntested,
} from "../proof/regression-baseline.ts";
import { type Settled, settleWork } from "../proof/settle.ts";
import { type InAttemptPorts, inAttempt } from "../sessions/in-attempt.ts";
import type { RecordedStep, RunRecord } from "../sessions/run-record.ts";
import { askInstead } from "./ask-instead.ts";

export type SubmitChangePorts = Pick<Ports, "conformance" | "reviews"> & ConcludePorts & InAttemptPorts;

/** A change that another agent or a person made in a copy of the project. */
export interface Submission {
  readonly change: ChangeSet;
  readonly title: string;
  readonly description: string | null;
  /** Who made it. */
  readonly by: string;
}

export type SubmitOutcome =
  | { readonly status: "nothing_changed" }
  /** The change cannot be judged, because the tests do not run without it. */
  | ({ readonly status: "no_verdict" } & NoVerdict)
  | { readonly status: "refused"; readonly reasons: readonly string[] }
  | { readonly status: "waiting_for_review"; readonly review: Review };

/**
 * Proves a change like any patch, in a fresh copy of the user's current tree: tests and checks before and
 * after, evidence, gate. A proven change waits for a person; nothing lands here.
 */
export async function submitChange(
  ports: SubmitChangePorts,
  submission: Submission,
  signal: AbortSignal,
  say: (message: string) => void,
): Promise<SubmitOutcome> {
  if (submission.change.files.length === 0) return { status: "nothing_changed" };
  const { title: description, by } = submission;
  const subject = { kind: "submit_change", description, by, request: { title: description } } as const;
  return inAttempt(ports, subject, signal, async (tree, record) => {
    const outcome = await submitIn({ ports, tree, record, submission, signal, say });
    return { outcome, why: whyOf(outcome) };
  });
}

interface Submitting {
  readonly ports: SubmitChangePorts;
  readonly tree: AttemptTree;
  readonly record: RunRecord;
  readonly submission: Submission;
  readonly signal: AbortSignal;
  readonly say: (message: string) => void;
}

async function submitIn(submitting: Submitting): Promise<SubmitOutcome> {
  const { ports, tree, record, submission, signal, say } = submitting;
  say("baseline");
  const baseline = await takeRegressionBaseline(ports, tree, signal);
  if (baseline.status === "no_verdict") return baseline;
  const checks = await noNewViolations(ports, tree, signal);

  say("verify");
  const settled = await settleSubmission(submitting, baseline, checks);
  const { verdict } = settled;
  await record.step(submissionStep(submission, verdict));
  if (verdict.status === "rejected") return { status: "refused", reasons: verdict.reasons };

  say("evidence");
  const [before, after] = [baseline.before ?? NO_TESTS, settled.after ?? NO_TESTS];
  const conclusion = await conclude(ports, {
    tree,
    measured: {
      suites: baseline.suites,
      judging: baseline.judging,
      before,
      targets: fixedTests({ before, after, targets: baseline.failing }),
      flaky: baseline.flaky,
      suspects: [],
      alternatives: [],
      iterations: 1,
      failedIterations: 0,
      excluded: baseline.excluded,
      proof: { after, coverage: settled.coverage },
      checks: settled.checks,
      notes: notesOf(baseline, submission),
    },
    description: tell(submission),
    record,
    signal,
  });
  if (conclusion.status === "rejected") return { status: "refused", reasons: [conclusion.why] };
  await askInstead(ports, conclusion.review);
  return { status: "waiting_for_review", review: conclusion.review };
}

function submissionStep({ change, by, title }: Submission, verdict: Settled["verdict"]): RecordedStep {
  const paths = change.files.map((file) => file.path);
  const isAccepted = verdict.status === "accepted";
  return {
    tool: "edit_file",
    parameters: { paths },
    reasoning: `Apply what ${by} submitted: ${title}`,
    said: isAccepted ? "candidate.accepted" : "candidate.refused",
    phase: isAccepted ? "verify" : "implement",
    success: isAccepted,
    summary: { files: paths, why: isAccepted ? null : verdict.reasons.join("; ") },
  };
}

function settleSubmission(
  { ports, tree, submission, signal }: Submitting,
  { suites, before, judging, flaky }: RegressionBaseline,
  checks: CheckRequirement | null,
): Promise<Settled> {
  const input = { tree, suites, before, judging, targets: [], flaky, checks, coverage: true, signal };
  return settleWork(ports, input, {
    paths: submission.change.files.map((file) => file.path),
    async apply() {
      const moved = await applyChange(tree, submission.change);
      if (moved.length > 0) throw new Moved(moved);
    },
  }).catch((error: unknown) => {
    if (!(error instanceof Moved)) throw error;
    const reasons = [`changed by the user since the copy was made: ${error.paths.join(", ")}`];
    const verdict = { status: "rejected", reasons, fixed: [], broken: [], inconclusive: false } as const;
    return { verdict, after: null, coverage: null, checks: null };
  });
}

class Moved extends Error {
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super("the project has changed");
    this.paths = paths;
  }
}

function tell({ title, description, by }: Submission): ChangeDescription {
  const subject = oneLine(title.trim().split("\n")[0] ?? "");
  return {
    title: subject,
    diagnosis: description ?? `${by} submitted: ${subject}`,
    subject: () => subject,
    body: (evidence) =>
      [
        description ?? "",
        `Submitted by ${by}.`,
        evidence.fixed.length === 0
          ? ""
          : `These tests failed before and pass now:\n${evidence.fixed.map((id) => `- ${id}`).join("\n")}`,
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    violationId: null,
    madeBy: [outsideAuthor(by)],
  };
}

function notesOf(baseline: RegressionBaseline, { by }: Submission): string[] {
  const author = `made by ${by}, not by AgentForge`;
  return baseline.before === null ? [author, `${whyUntested(baseline)}, so read the diff`] : [author];
}

function whyOf(outcome: SubmitOutcome): string | null {
  if (outcome.status === "refused") return outcome.reasons.join("; ");
  return outcome.status === "no_verdict" ? outcome.why : null;
}
