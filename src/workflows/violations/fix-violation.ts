import type { Patch } from "../../domain/entities/patch.ts";
import { NO_TESTS } from "../../domain/entities/test-result.ts";
import type { Violation } from "../../domain/entities/violation.ts";
import { AgentForgeError } from "../../domain/errors.ts";
import type { ModelActivity } from "../../domain/ports/activity.ts";
import type { Guidance, RunBriefing } from "../../domain/ports/repair.ts";
import type { JudgingFiles } from "../../domain/ports/testing.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { lazily } from "../../domain/rules/values/lazily.ts";
import type { Ports } from "../ports.ts";
import type { CheckRequirement } from "../proof/check-requirement.ts";
import { type ConcludePorts, conclude } from "../proof/conclude.ts";
import { type NoVerdict, onlyWithoutChange } from "../proof/no-verdict.ts";
import {
  type RegressionBaseline,
  type RegressionBaselineOutcome,
  takeRegressionBaseline,
  whyUntested,
} from "../proof/regression-baseline.ts";
import { type Settled, settle } from "../proof/settle.ts";
import { escalate } from "../reviews/escalate.ts";
import { asNote, guidanceFor, recordGuidance } from "../reviews/guidance.ts";
import type { LandReviewPorts } from "../reviews/land-review.ts";
import { offerReview } from "../reviews/offer-review.ts";
import { whyNotLanded } from "../reviews/proven-outcome.ts";
import { type InAttemptPorts, inAttempt, resumeOf } from "../sessions/in-attempt.ts";
import type { RunRecord } from "../sessions/run-record.ts";
import { analysisStep, candidateStep, describeFix } from "./describe-fix.ts";
import type { FixEvent, FixOutcome, FixRequest, RefusedFix } from "./fix-request.ts";
import { type FixRequirement, findJudged } from "./imported.ts";

export type FixViolationPorts = Pick<Ports, "violationSources"> &
  ConcludePorts &
  InAttemptPorts &
  LandReviewPorts;

/** Analyze, plan, implement, verify, commit: one violation, in a copy, until it is provably gone or needs human review. */
export async function fixViolation(
  ports: FixViolationPorts,
  request: FixRequest,
  signal: AbortSignal,
  onEvent: (event: FixEvent) => void,
): Promise<FixOutcome> {
  const violation = await findViolation(ports, request.violationId);
  const description = `fix ${violation.violation_id}: ${violation.message}`;
  const { violationId, auto, dryRun, resume = null } = request;
  const subject = {
    kind: "fix_violation",
    description,
    violationId: violation.violation_id,
    request: { violationId, auto, dryRun },
    ...resumeOf(resume),
  } as const;
  return inAttempt(ports, subject, signal, async (tree, record) => {
    const say: Saying = (phase, detail, activity) =>
      onEvent({ violation, phase, detail, ...(activity && { activity }) });
    const guidance = await guidanceFor(ports, { violationId: violation.violation_id, tests: [] });
    recordGuidance(ports, record.traceId, guidance);
    const outcome = await fixIn({ ports, tree, record, request, violation, guidance, signal, say });
    return { outcome, why: whyOf(outcome) };
  });
}

export async function findViolation(
  ports: Pick<Ports, "conformance">,
  violationId: string,
): Promise<Violation> {
  const violation = await ports.conformance.violation(violationId);
  if (violation) return violation;
  throw new AgentForgeError("not_found", `there is no violation ${violationId}`, {
    hint: "Run `agentforge conformance check` to find violations, and `agentforge conformance violations list` to list them.",
  });
}

interface Fixing {
  readonly ports: FixViolationPorts;
  readonly tree: AttemptTree;
  readonly record: RunRecord;
  readonly request: FixRequest;
  readonly violation: Violation;
  readonly guidance: readonly Guidance[];
  readonly signal: AbortSignal;
  readonly say: Saying;
}

type Saying = (phase: FixEvent["phase"], detail: string, activity?: ModelActivity) => void;

async function fixIn(fixing: Fixing): Promise<FixOutcome> {
  const { ports, tree, record, request, violation, signal, say } = fixing;
  say("analyze", "running the checks");
  const before = await ports.conformance.check(tree, { signal });
  const judged = await findJudged(ports, violation, before);
  await record.step(analysisStep(violation, before, judged.status === "found"));
  if (judged.status === "cannot_run")
    return escalate(ports, { violation, record, request, refused: [], why: judged.why });
  if (judged.status === "gone") return { status: "already_gone", violation };

  const { requirement } = judged;
  const tried = await tryPatches(fixing, requirement);
  switch (tried.status) {
    case "no_verdict":
      return { ...tried, violation };
    case "none":
      return escalate(ports, {
        violation: requirement.reportedAs ?? requirement.subject,
        record,
        request,
        refused: tried.refused,
        why: tried.why,
      });
    case "accepted":
      return finish(fixing, requirement, tried);
  }
}

/** Runs only when there is a patch to measure, so that a violation without one costs no test run. */
async function takeBaselineOnce({
  ports,
  tree,
  record,
  request,
  signal,
  say,
}: Fixing): Promise<RegressionBaselineOutcome> {
  const remembered = await request.baselines?.get(tree);
  if (remembered) return { status: "known", ...remembered };
  say("plan", "running the tests");
  const baseline = await takeRegressionBaseline(ports, tree, signal);
  const known = baseline.status === "known";
  await record.step({
    tool: "run_tests",
    parameters: { tests: "all" },
    reasoning: "Run the tests on the untouched copy.",
    said: "tests.run",
    phase: "plan",
    success: known,
    summary: known
      ? { status: baseline.before?.status ?? "no_tests", failing: [...baseline.failing] }
      : { status: "no_verdict", why: baseline.why },
  });
  if (known) await request.baselines?.put(tree.baseCommit, baseline);
  return baseline;
}

type Tried =
  | {
      readonly status: "accepted";
      readonly patch: Patch;
      readonly settled: Settled;
      readonly baseline: RegressionBaseline;
      readonly refused: readonly RefusedFix[];
    }
  | { readonly status: "none"; readonly refused: readonly RefusedFix[]; readonly why: string }
  | ({ readonly status: "no_verdict" } & NoVerdict);

async function tryPatches(fixing: Fixing, requirement: FixRequirement): Promise<Tried> {
  const { tree, signal, say } = fixing;
  const refused: RefusedFix[] = [];
  const unanswered: string[] = [];
  const baselineOf = lazily(() => takeBaselineOnce(fixing));
  const briefing = { ...briefingOf(fixing), judging: async () => judgingOf(await baselineOf()) };
  const { subject, reportedAs } = requirement;
  const about = { violation: subject, ...(reportedAs && { reportedAs }) };
  const request = { ...about, tree, signal, brief: async () => briefing };
  for (const source of fixing.ports.violationSources) {
    if (requirement.violation === null && !source.byTool) continue;
    for await (const { patch } of source.patches(request)) {
      signal.throwIfAborted();
      const baseline = await baselineOf();
      if (baseline.status === "no_verdict") return baseline;
      say("implement", patch.description);
      const settled = await tryPatch(fixing, requirement, baseline, patch);
      if (settled.verdict.status === "accepted")
        return { status: "accepted", patch, settled, baseline, refused };
      const why = settled.verdict.reasons.join("; ");
      say("implement", `refused: ${why}`);
      refused.push({ description: patch.description, operator: patch.operator, why });
      if (settled.verdict.inconclusive) unanswered.push(why);
      const { verdict, failures = [] } = settled;
      source.learn?.({ patch, fixed: [], broken: [], stillFailing: [], why: verdict.reasons, failures });
    }
  }
  signal.throwIfAborted();
  if (unanswered.length > 0 && unanswered.length === refused.length)
    return { status: "no_verdict", ...onlyWithoutChange(unanswered) };
  const why =
    refused.length === 0
      ? whyNoPatch(requirement)
      : `every proposed fix was refused: ${countReasons(refused.map((each) => each.why))}`;
  return { status: "none", refused, why: [why, ...accountsOf(fixing)].join("; ") };
}

/** Dozens of candidates are mostly refused for the same reason. */
function countReasons(reasons: readonly string[]): string {
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, { length }]) => (length === 1 ? reason : `${reason} (${length} times)`))
    .join("; ");
}

function whyNoPatch({ violation, subject }: FixRequirement): string {
  if (violation !== null) return "the check has no rewrite and no linter offers a fix";
  return `the log imported from ${subject.contract_id} has no fix for the current file, and no check runs the tool again`;
}

function judgingOf(baseline: RegressionBaselineOutcome): JudgingFiles | null {
  return baseline.status === "known" ? baseline.judging : null;
}

function briefingOf({ record, request, violation, guidance, say }: Fixing): RunBriefing {
  const { traceId, attemptId } = record;
  const subject = { violationId: violation.violation_id, tests: [] };
  const session = request.resume?.session;
  return {
    ...{ traceId, attemptId, subject, guidance },
    say: (text, activity) => say("implement", text, activity),
    ...(session && { resume: session }),
  };
}

function accountsOf({ ports }: Fixing): string[] {
  return ports.violationSources.flatMap((source) => source.account?.() ?? []);
}

async function tryPatch(
  fixing: Fixing,
  requirement: CheckRequirement,
  baseline: RegressionBaseline,
  patch: Patch,
): Promise<Settled> {
  const { ports, tree, record, signal } = fixing;
  const { suites, before, judging, flaky } = baseline;
  const input = {
    tree,
    suites,
    before,
    judging,
    targets: [],
    flaky,
    checks: requirement,
    coverage: true,
    signal,
  };
  const settled = await settle(ports, input, patch);
  await record.step(candidateStep(patch, settled.verdict));
  return settled;
}

async function finish(
  fixing: Fixing,
  requirement: FixRequirement,
  accepted: Tried & { status: "accepted" },
): Promise<FixOutcome> {
  const { ports, tree, record, request, violation, signal, say } = fixing;
  say("verify", "gathering the evidence");
  const { patch, settled, baseline, refused } = accepted;
  const [path, line] = [violation.file_path, violation.line ?? 1];
  const conclusion = await conclude(ports, {
    tree,
    measured: {
      suites: baseline.suites,
      judging: baseline.judging,
      before: baseline.before ?? NO_TESTS,
      targets: [],
      flaky: baseline.flaky,
      suspects: [{ path, line, score: 1, why: `${violation.check_id} was found here` }],
      alternatives: [],
      iterations: refused.length + 1,
      failedIterations: refused.length,
      excluded: baseline.excluded,
      proof: { after: settled.after ?? NO_TESTS, coverage: settled.coverage },
      checks: settled.checks,
      notes: [
        ...requirement.notes,
        ...notesOf(baseline),
        ...fixing.guidance.map(asNote),
        ...accountsOf(fixing),
      ],
    },
    description: describeFix(violation, patch),
    record,
    signal,
  });
  if (conclusion.status === "rejected") {
    return escalate(ports, { violation, record, request, refused, why: conclusion.why });
  }
  const offered = await offerReview(ports, conclusion, {
    ...request,
    signal,
    onLanding: () => say("commit", "landing"),
    async onLanded({ commit, tests }) {
      const after = tests ?? settled.after;
      await request.baselines?.put(commit, { ...baseline, before: baseline.before && after });
    },
  });
  return { ...offered, violation };
}

function notesOf(baseline: RegressionBaseline): string[] {
  if (baseline.before === null)
    return [`${whyUntested(baseline)}: only the checks support this change, so read the diff`];
  if (baseline.failing.length > 0)
    return [`failing before and after, unrelated to this change: ${baseline.failing.slice(0, 5).join(", ")}`];
  return [];
}

/** Why a violation is not fixed; null if it is, or may be. */
export function whyOf(outcome: FixOutcome): string | null {
  switch (outcome.status) {
    case "cannot_fix":
      return outcome.escalation.reason;
    case "no_verdict":
      return outcome.why;
    default:
      return whyNotLanded(outcome);
  }
}
