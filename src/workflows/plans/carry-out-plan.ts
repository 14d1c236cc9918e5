import type { PlanLanding, PlanRecord } from "../../domain/entities/plan-record.ts";
import type { ReadPlan } from "../../domain/ports/plans.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { branchName, commitMessage } from "../../domain/rules/changes/commit-message.ts";
import { takeRegressionBaseline } from "../proof/regression-baseline.ts";
import { type InAttemptPorts, inAttempt } from "../sessions/in-attempt.ts";
import type { RunRecord } from "../sessions/run-record.ts";
import { lintForm } from "./lint-plan.ts";
import type { PlanPorts, PlanToolbox } from "./plan-ports.ts";
import { type PlanReference, type ProvePlanPorts, provePlan } from "./prove-plan.ts";
import type { Progress } from "./withdrawal.ts";

export type CarryOutPlanPorts = Pick<PlanPorts, "checkCall" | "documents" | "openToolbox"> &
  InAttemptPorts &
  ProvePlanPorts;

export interface PlanFailure {
  readonly errorType: string;
  readonly summary: string;
  readonly details: string;
  readonly actionsRun: readonly string[];
  readonly lastSuccess: string | null;
}

export type CarriedOut =
  | { readonly status: "proven"; readonly landing: PlanLanding }
  | { readonly status: "failed"; readonly failure: PlanFailure }
  /** HEAD moved in the meantime: the proven change is not the one that would land. */
  | { readonly status: "moved" };

/** Executes the plan in a copy and proves the result. Nothing leaves the copy. */
export async function carryOutPlan(
  ports: CarryOutPlanPorts,
  record: PlanRecord,
  signal: AbortSignal,
  progress: Progress,
  say: (what: string) => void,
): Promise<CarriedOut> {
  const { plan, problems } = lintForm(ports, record.plan?.text ?? "");
  if (problems.length > 0) {
    const details = problems.map(({ line, what, instead }) => `line ${line}: ${what}. Write ${instead}.`);
    return failed("PlanError", "The plan has errors", details.join("\n"), []);
  }
  const branch = branchName("feat", record.request_id, record.trace_id);
  const description = `execute plan ${record.request_id}: ${record.title}`;
  const subject = {
    kind: "execute_plan",
    description,
    branch,
    traceId: record.trace_id,
    request: { requestId: record.request_id },
  } as const;
  const tell = (what: string) => {
    progress.doing = what;
    say(what);
  };
  return inAttempt(ports, subject, signal, async (tree, run) => {
    const outcome = await carryOutIn({ ports, record, plan, tree, run, branch, signal, progress, say: tell });
    return { outcome, why: outcome.status === "failed" ? outcome.failure.summary : null };
  });
}

interface Work {
  readonly ports: CarryOutPlanPorts;
  readonly record: PlanRecord;
  readonly plan: ReadPlan;
  readonly tree: AttemptTree;
  readonly run: RunRecord;
  readonly branch: string;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly say: (what: string) => void;
}

async function carryOutIn(work: Work): Promise<CarriedOut> {
  const { ports, plan, tree, run, signal, say } = work;
  say("running the tests before the change");
  const baseline = await takeRegressionBaseline(ports, tree, signal);
  if (baseline.status === "no_verdict")
    return failed("TestError", "The tests do not run, so nothing can be proven", baseline.why, []);
  const checks = (await ports.conformance.countChecks()) > 0;
  const reference: PlanReference = {
    baseline,
    checks: checks ? await ports.conformance.check(tree, { signal }) : null,
  };
  await using toolbox = await ports.openToolbox(tree, run.traceId, run.sessionId);
  const acted = await act(work, toolbox);
  if (acted.status === "failed") return acted;

  const change = await tree.changes();
  const { actionsRun } = acted;
  if (change.files.length === 0) return nothingChanged(actionsRun);
  say("proving the change");
  const proof = await provePlan(ports, {
    tree,
    reference,
    change,
    allowTestEdits: plan.allowTestEdits,
    signal,
  });
  if (proof.status === "refused") return notProven(proof.reasons, actionsRun);
  const files = change.files.map((file) => file.path);
  await run.verified(proof.evidence, files, tree.baseCommit);
  if ((await ports.workspace.state()).head !== tree.baseCommit) return { status: "moved" };
  const { evidence } = proof;
  const landing_id = `PL-${run.traceId}-${work.record.execution?.number ?? 1}`;
  const message = messageOf(work, toolbox);
  return {
    status: "proven",
    landing: {
      ...{ landing_id, branch: work.branch, message, change, evidence },
      ...{ actions_run: [...actionsRun], confirmed: false },
      made_in: { session_id: run.sessionId, attempt_id: run.attemptId, base_commit: tree.baseCommit },
    },
  };
}

type Acted =
  | { readonly status: "done"; readonly actionsRun: readonly string[] }
  | (CarriedOut & { readonly status: "failed" });

async function act({ plan, run, signal, progress, say }: Work, toolbox: PlanToolbox): Promise<Acted> {
  const { actionsRun } = progress;
  let last: string | null = null;
  for (const [index, { call }] of plan.blocks.entries()) {
    signal.throwIfAborted();
    say(`action ${index + 1} of ${plan.blocks.length}: ${call.name}`);
    const result = await toolbox.call(call, signal);
    signal.throwIfAborted();
    await run.step({
      tool: call.name,
      parameters: call.parameters,
      reasoning: `Action ${index + 1} of ${plan.blocks.length} of the approved plan.`,
      said: "action.executed",
      phase: "implement",
      summary: { action: index + 1, error: result.error },
      success: result.success,
    });
    const subject = [call.name, pathOf(call.parameters)].filter((part) => part !== "").join(" ");
    if (!result.success) {
      const why = result.error ?? "no reason was given";
      const type = why.startsWith("not allowed") ? "ToolDenied" : "ToolExecutionError";
      return failed(type, `Execution failed during action ${index + 1}: ${subject}`, why, actionsRun, last);
    }
    actionsRun.push(call.name);
    last = subject;
  }
  return { status: "done", actionsRun };
}

function pathOf(parameters: Readonly<Record<string, unknown>>): string {
  if (typeof parameters.path === "string") return parameters.path;
  const files = Array.isArray(parameters.files) ? parameters.files : [];
  return files.map((file) => String((file as { path?: unknown } | null)?.path ?? "")).join(", ");
}

/** The message of the plan's own git_commit action, or else the request and the goal. */
function messageOf({ record, plan, run }: Work, toolbox: PlanToolbox): string {
  const [subject = "", ...body] = (toolbox.draft().message ?? "").split("\n");
  const traceId = run.traceId;
  if (subject.trim().length >= 10) return commitMessage({ subject, body: body.join("\n"), traceId });
  const title = record.title.length >= 10 ? record.title : `Execute the plan: ${record.title}`;
  return commitMessage({ subject: title, body: plan.draft.goal, traceId });
}

function nothingChanged(actionsRun: readonly string[]) {
  const details = "All actions ran, but no file changed.";
  return failed("NothingToCommit", "The plan changed nothing", details, actionsRun);
}

function notProven(reasons: readonly string[], actionsRun: readonly string[]) {
  return failed("VerificationError", "The change could not be proven", reasons.join("\n"), actionsRun);
}

export function failed(
  errorType: string,
  summary: string,
  details: string,
  actionsRun: readonly string[],
  lastSuccess: string | null = actionsRun.at(-1) ?? null,
): CarriedOut & { status: "failed" } {
  return { status: "failed", failure: { errorType, summary, details, actionsRun, lastSuccess } };
}
