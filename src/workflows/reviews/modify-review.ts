import type { Alternative } from "../../domain/entities/evidence.ts";
import type { Modification, Review } from "../../domain/entities/review.ts";
import { NO_TESTS } from "../../domain/entities/test-result.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Suspect } from "../../domain/ports/repair.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { outsideAuthor } from "../../domain/rules/proof/authors.ts";
import { fixedTests } from "../../domain/rules/proof/verdict.ts";
import type { Ports } from "../ports.ts";
import { changedLines } from "../proof/changed-lines.ts";
import { type CheckRequirement, live, noNewViolations } from "../proof/check-requirement.ts";
import { type ChangeDescription, type ConcludePorts, conclude } from "../proof/conclude.ts";
import { type RegressionBaseline, takeRegressionBaseline } from "../proof/regression-baseline.ts";
import { type Settled, settleChange } from "../proof/settle.ts";

export type ModifyReviewPorts = Pick<Ports, "conformance" | "reviews" | "workspace"> & ConcludePorts;

export interface ModifyRequest {
  readonly by: string;
  readonly reason: string | null;
  /** Applies the whole requested change to a fresh copy of the user's current tree. */
  readonly apply: (tree: AttemptTree) => Promise<void>;
}

export type ModifyOutcome =
  | { readonly status: "modified"; readonly review: Review }
  | { readonly status: "unchanged"; readonly review: Review }
  /** The edit could not be proven; the review is unchanged. */
  | { readonly status: "refused"; readonly review: Review; readonly why: readonly string[] };

/** A person's own version of a pending change: proven like any other, then it replaces the previous version. */
export async function modifyReview(
  ports: ModifyReviewPorts,
  review: Review,
  request: ModifyRequest,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<ModifyOutcome> {
  requirePending(review);
  await ports.openSandbox();
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  return await modifyIn(ports, { tree, review, request, signal, say });
}

export function requirePending(review: Review): void {
  if (review.status === "pending") return;
  throw new AgentForgeError(
    "conflict",
    `${review.review_id} is already ${review.status.replaceAll("_", " ")}`,
    {
      hint: `Run \`agentforge review show ${review.review_id}\` to see its status.`,
    },
  );
}

interface Modifying {
  readonly tree: AttemptTree;
  readonly review: Review;
  readonly request: ModifyRequest;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

async function modifyIn(ports: ModifyReviewPorts, modifying: Modifying): Promise<ModifyOutcome> {
  const { tree, review, request, signal, say } = modifying;
  const refused = (...why: readonly string[]): ModifyOutcome => ({ status: "refused", review, why });
  say("Running the tests without the change");
  const baseline = await takeRegressionBaseline(ports, tree, signal);
  if (baseline.status === "no_verdict") return refused(baseline.why);
  const requirement = await requirementOf(ports, review, tree, signal);
  if (requirement === "gone")
    return refused(`${review.violation_id} is already resolved, so there is nothing to prove`);
  const targets = review.evidence.fixed.filter((id) => !baseline.flaky.includes(id));
  const passing = targets.filter((id) => !baseline.failing.includes(id));
  if (passing.length > 0) return refused(`no longer failing without the change: ${passing.join(", ")}`);

  await request.apply(tree);
  const change = await tree.changes();
  if (change.files.length === 0)
    return refused("your edit leaves no change; to refuse the change, reject the review");
  if (change.diff_hash === review.change.diff_hash) return { status: "unchanged", review };
  say("Proving your version");
  const { suites, before, judging, flaky } = baseline;
  const settled = await settleChange(
    ports,
    { tree, suites, before, judging, targets, flaky, checks: requirement, coverage: true, signal },
    change,
  );
  const why = whyNot(settled, baseline, targets);
  if (why.length > 0) return refused(...why);
  return keep(ports, { ...modifying, baseline, settled, targets });
}

/** Everything that the previous version fixed must be fixed by this one too. */
function whyNot(
  { verdict, after }: Settled,
  { before }: RegressionBaseline,
  targets: readonly string[],
): readonly string[] {
  if (verdict.status === "rejected") return verdict.reasons;
  if (before === null || after === null) return [];
  const done = fixedTests({ before, after, targets });
  const left = targets.filter((id) => !done.includes(id));
  return left.length === 0 ? [] : [`still failing: ${left.join(", ")}`];
}

async function requirementOf(
  ports: Pick<Ports, "conformance">,
  review: Review,
  tree: AttemptTree,
  signal: AbortSignal,
): Promise<CheckRequirement | null | "gone"> {
  if (review.violation_id === null) return noNewViolations(ports, tree, signal);
  const before = await ports.conformance.check(tree, { signal });
  const violation = live(before).find((each) => each.violation_id === review.violation_id);
  return violation ? { violation, before } : "gone";
}

interface Proven extends Modifying {
  readonly baseline: RegressionBaseline;
  readonly settled: Settled;
  readonly targets: readonly string[];
}

async function keep(ports: ModifyReviewPorts, proven: Proven): Promise<ModifyOutcome> {
  const { tree, review, request, baseline, settled, targets, signal } = proven;
  const conclusion = await conclude(ports, {
    tree,
    measured: {
      suites: baseline.suites,
      judging: baseline.judging,
      before: baseline.before ?? NO_TESTS,
      targets,
      flaky: baseline.flaky,
      suspects: placesOf(review),
      alternatives: [],
      iterations: 1,
      failedIterations: 0,
      excluded: baseline.excluded,
      proof: { after: settled.after ?? NO_TESTS, coverage: settled.coverage },
      checks: settled.checks,
      notes: [],
      byPerson: true,
    },
    description: describeModified(review, request),
    record: recordOf(review),
    signal,
  });
  if (conclusion.status === "rejected") return { status: "refused", review, why: [conclusion.why] };
  const {
    title,
    commit_message,
    base_commit,
    asked_because,
    request: shown,
    change,
    evidence,
  } = conclusion.review;
  const modification: Modification = {
    by: request.by,
    at: ports.now(),
    diff_hash: change.diff_hash,
    previous_diff_hash: review.change.diff_hash,
    reason: request.reason,
  };
  const alternatives = [earlier(review, request), ...review.evidence.alternatives];
  const alternative_fixes = alternatives.map((each) => each.description);
  const modified = await ports.reviews.modify(review.review_id, modification, {
    ...{ title, commit_message, base_commit, asked_because, change },
    evidence: { ...evidence, alternatives },
    request: { ...shown, alternative_fixes },
  });
  return { status: "modified", review: modified };
}

/** The suspects of an edited change are the places that it changes. */
function placesOf(review: Review): Suspect[] {
  const why = "the previous version changed it";
  return changedLines(review.change.diff).flatMap(({ path, lines }) =>
    lines.map((line) => ({ path, line, score: 1, why })),
  );
}

function earlier(review: Review, { by }: ModifyRequest): Alternative {
  const description = `the version before ${by} modified it: ${review.title}`;
  return { description, diff: review.change.diff, differs: null, split: null };
}

function describeModified(review: Review, { by, reason }: ModifyRequest): ChangeDescription {
  const [subject = ""] = review.commit_message.split("\n");
  const violation = /^fix\(V-[^)]+\): /.test(subject);
  return {
    title: `${review.title.replace(/ \(modified by .*\)$/, "")} (modified by ${by})`,
    diagnosis: review.request.diagnostic_summary,
    subject: (files) => (violation ? subject : `fix: repair ${files.join(", ")}`),
    body: (evidence) =>
      [
        `Modified by ${by} before it landed${reason === null ? "." : `: ${reason}`}`,
        ...(evidence.fixed.length === 0
          ? []
          : [`These tests failed before and pass now:\n${evidence.fixed.map((id) => `- ${id}`).join("\n")}`]),
      ].join("\n\n"),
    violationId: review.violation_id,
    madeBy: [...review.evidence.made_by, outsideAuthor(by)],
  };
}

/** The review keeps the record of the run that created it. */
function recordOf({ trace_id, session_id, attempt_id }: Review) {
  const nothing = async () => undefined;
  return {
    traceId: trace_id,
    sessionId: session_id,
    attemptId: attempt_id,
    opened: nothing,
    step: nothing,
    verified: nothing,
    close: nothing,
    fail: nothing,
    interrupt: nothing,
  };
}
