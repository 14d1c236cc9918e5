import type { PlanLanding, PlanRecord } from "../../domain/entities/plan-record.ts";
import { AgentForgeError, isTransient } from "../../domain/errors.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import type { StoredPlan } from "../../domain/ports/plans.ts";
import type { Claim } from "../../domain/ports/queue.ts";
import type { PreparedCertificate } from "../../domain/ports/reviews.ts";
import type { Landing, LandTarget } from "../../domain/ports/workspace.ts";
import { withCertificate } from "../../domain/rules/proof/certificate.ts";
import { issueCertificate, pushCertificate } from "../certificates/certify.ts";
import type { Ports } from "../ports.ts";
import { pullRequestBody } from "../reviews/pull-request-body.ts";
import { requestWith } from "./answer-plan.ts";
import { failed } from "./carry-out-plan.ts";
import { type CertifyPlanPorts, certifyPlan } from "./certify-plan.ts";
import { type Execution, type ExecutionPorts, fail, recorded, withdrawn } from "./execution.ts";
import { exposePlan, fileAsLeft } from "./files/expose-plan.ts";
import { AGENT, type PlanPorts } from "./plan-ports.ts";
import { stillApproved } from "./withdrawal.ts";

export type LandPlanPorts = Pick<PlanPorts, "pause" | "settings" | "workspace"> &
  CertifyPlanPorts &
  ExecutionPorts;

/**
 * The proof is recorded first, then the files are read again: an answer given before that still counts. Only
 * a confirmed change lands, and from then on any process that finishes it makes the same commit on the same
 * branch. Null if a person touched the files and their answer has not been read yet.
 */
export async function landPlan(
  ports: LandPlanPorts,
  stored: StoredPlan,
  landing: PlanLanding,
  claim: Claim,
): Promise<Execution | null> {
  const { record } = stored;
  const proven = record.execution?.landing ? stored : await recordProof(ports, stored, landing, claim);
  if (landing.confirmed) return finish(ports, proven, landing, claim);
  if ((await fileAsLeft(ports, proven.record)) === null) return takeBack(ports, proven, landing, claim);
  const confirmed = { ...landing, confirmed: true };
  return finish(ports, await change(ports, proven, confirmed, claim), confirmed, claim);
}

function recordProof(
  ports: Pick<PlanPorts, "plans">,
  stored: StoredPlan,
  landing: PlanLanding,
  claim: Claim,
): Promise<StoredPlan> {
  const { trace_id, request_id, execution } = stored.record;
  return change(ports, stored, landing, claim, {
    ...{ traceId: trace_id, actor: "agent", agentId: AGENT, actionType: "execution.landing" },
    entityId: request_id,
    metadata: { execution: execution?.number ?? 1, landing_id: landing.landing_id, branch: landing.branch },
  });
}

async function takeBack(
  ports: LandPlanPorts,
  proven: StoredPlan,
  { actions_run }: PlanLanding,
  claim: Claim,
): Promise<Execution | null> {
  const back = await change(ports, proven, null, claim);
  await ports.plans.markExposed(back);
  if ((await stillApproved(ports, back)) !== false) return null;
  return withdrawn(ports, back, { actionsRun: [...actions_run], doing: "landing" });
}

async function change(
  ports: Pick<PlanPorts, "plans">,
  stored: StoredPlan,
  landing: PlanLanding | null,
  claim: Claim,
  activity?: Activity,
): Promise<StoredPlan> {
  const { record } = stored;
  if (record.execution === null) throw new TypeError("nothing was started");
  const next = await ports.plans.change(stored, {
    record: { ...record, execution: { ...record.execution, landing } },
    activities: activity === undefined ? [] : [activity],
    fence: claim.fence,
  });
  return recorded(next);
}

async function finish(
  ports: LandPlanPorts,
  proven: StoredPlan,
  landing: PlanLanding,
  claim: Claim,
): Promise<Execution> {
  const { record } = proven;
  const prepared = await certifyPlan(ports, record, landing);
  const message = prepared ? withCertificate(landing.message, prepared.digest) : landing.message;
  let landed: Landing;
  try {
    landed = await ports.workspace.land({
      change: landing.change,
      message,
      traceId: record.trace_id,
      landingId: landing.landing_id,
      to: targetOf(ports, record, { ...landing, message }, prepared),
    });
  } catch (error) {
    if (isTransient(error) || !(error instanceof AgentForgeError)) throw error;
    landed = { status: "conflict", paths: [], why: error.message };
  }
  if (landed.status === "landed") return complete(ports, proven, landing, landed, claim);
  const why = [landed.why, ...landed.paths].join("\n");
  const { failure } = failed(
    "Conflict",
    "The proven change could not be committed to its branch",
    why,
    landing.actions_run,
  );
  return fail(ports, proven, failure, claim);
}

async function complete(
  ports: LandPlanPorts,
  stored: StoredPlan,
  landing: PlanLanding,
  landed: Landing & { status: "landed" },
  claim: Claim,
): Promise<Execution> {
  const { record } = stored;
  const { documents } = ports;
  const certificate = await issueCertificate(ports, { review_id: landing.landing_id }, landed.commit);
  if (certificate !== null && landed.pullRequest !== undefined) await pushCertificate(ports, certificate);
  const at = ports.now();
  const branch = landed.branch ?? landing.branch;
  const pullRequest = landed.pullRequest ?? null;
  const files = landing.change.files.map((file) => file.path);
  const text = documents.setFields(record.plan?.text ?? "", { status: "completed" });
  const report = documents.missionReport({
    ...{ traceId: record.trace_id, requestId: record.request_id, title: record.title, agent: AGENT },
    ...{ branch, commit: landed.commit, files, at, pullRequest, evidence: landing.evidence },
    goal: documents.readPlan(text).draft.goal,
    actionsRun: landing.actions_run,
  });
  const done = recorded(
    await ports.plans.change(stored, {
      record: {
        ...record,
        stage: "completed",
        plan: record.plan && { ...record.plan, text },
        previous: record.plan?.text ?? null,
        request: requestWith(ports, record, { status: "completed" }),
        // The change is in git and in backups/ now; keeping it here too would only grow the database.
        execution: record.execution && { ...record.execution, landing: null },
        outcome: { commit: landed.commit, branch, pull_request: pullRequest, error: null, at },
        report: { file: `${record.request_id}_mission_report.md`, text: report },
      },
      activities: [
        {
          ...{ traceId: record.trace_id, actor: "agent", agentId: AGENT, actionType: "execution.completed" },
          entityId: record.request_id,
          metadata: { files_changed: files, commit: landed.commit, branch, landing_id: landing.landing_id },
        },
      ],
      fence: claim.fence,
    }),
  );
  await exposePlan(ports, done);
  return { status: "completed", record: done.record };
}

function targetOf(
  ports: Pick<Ports, "settings">,
  record: PlanRecord,
  { branch, message }: PlanLanding,
  prepared: PreparedCertificate | null,
): LandTarget {
  const { landTo } = ports.settings;
  if (landTo !== "pull-request")
    return { kind: landTo === "pushed-branch" ? "pushed-branch" : "branch", branch };
  const [title = record.title, ...rest] = message.split("\n");
  const body = prepared ? pullRequestBody(message, prepared) : rest.join("\n").trim();
  return { kind: "pull-request", branch, title, body };
}
