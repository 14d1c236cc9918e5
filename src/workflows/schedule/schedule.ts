import type { Violation } from "../../domain/entities/violation.ts";
import type { Standing } from "../../domain/ports/queue.ts";
import { counted } from "../../domain/rules/text/counted.ts";
import { lastWords, takenOverByPeople } from "../inbox/handed-over.ts";
import type { DaemonSettings, Ports } from "../ports.ts";
import { live } from "../proof/check-requirement.ts";
import { takeRegressionBaseline } from "../proof/regression-baseline.ts";
import { check } from "../violations/check.ts";
import { WORK_PREFIX } from "../violations/fix-under-claim.ts";
import {
  type FixManyEvent,
  type FixManyReport,
  type FixViolationsPorts,
  fixViolations,
} from "../violations/fix-violations.ts";

export type SchedulePorts = FixViolationsPorts;

/** The result of one daemon round. */
export type Round =
  | { readonly status: "idle"; readonly open: number; readonly why: string }
  /**
   * Tests fail or do not start, or the user has a git operation in progress: nothing is touched until that has
   * changed.
   */
  | { readonly status: "paused"; readonly open: number; readonly why: string }
  | { readonly status: "worked"; readonly open: number; readonly report: FixManyReport };

/**
 * One round: check, choose, fix. Every decision is based on records (failures, cooldowns, claims, answers) and
 * on the current repository, so that a restart changes nothing and several daemons can share the work.
 */
export async function patrol(
  ports: SchedulePorts,
  { auto, signal }: { readonly auto: boolean; readonly signal: AbortSignal },
  onEvent: (event: FixManyEvent) => void,
): Promise<Round> {
  const { daemon } = ports.settings;
  const { run } = await check(ports, { baseline: false, signal });
  const open = live(run).length;
  if (open === 0) {
    const [problem] = run.problems;
    if (problem === undefined) return { status: "idle", open, why: "there are no violations" };
    const why = `${problem.contract}/${problem.check} could not run: ${problem.why}`;
    return { status: "idle", open, why };
  }
  const leave = await whatToLeave(ports, daemon);
  if (live(run).every((violation) => leave(violation) !== null)) {
    return { status: "idle", open, why: "the rest is waiting for a person or for a cooldown" };
  }
  const obstacle = await findObstacle(ports, daemon, signal);
  if (obstacle !== null) {
    ports.journal.record({
      traceId: null,
      actor: "system",
      actionType: "daemon.paused",
      metadata: { why: obstacle, open },
    });
    await ports.journal.flush();
    return { status: "paused", open, why: obstacle };
  }
  const request = {
    limit: daemon.maximumPerRun,
    tries: daemon.maximumPerRun,
    auto: auto || !daemon.requireApproval,
    concurrency: daemon.concurrency,
    rules: { attemptLimit: daemon.attemptLimit },
    cooldownSeconds: daemon.cooldownSeconds,
    leave,
  };
  return { status: "worked", open, report: await fixViolations(ports, request, signal, onEvent) };
}

/** Why the daemon skips a violation now; null if it does not. */
export function reasonToLeave(
  violation: Violation,
  standing: Standing | undefined,
  answered: ReadonlyMap<string, string>,
  { attemptLimit }: Pick<DaemonSettings, "attemptLimit">,
): string | null {
  const answer = answered.get(violation.violation_id);
  if (answer !== undefined) return answer;
  if (standing === undefined) return null;
  if (standing.claimed) return "another process is working on it";
  if (standing.failures >= attemptLimit)
    return `${counted(standing.failures, "attempt")} failed: ${standing.why}`;
  if (standing.coolsFor > 0) return `cooling down for ${Math.ceil(standing.coolsFor)} s: ${standing.why}`;
  return null;
}

async function whatToLeave(
  ports: Pick<Ports, "escalations" | "queue" | "reviews" | "settings">,
  daemon: DaemonSettings,
): Promise<(violation: Violation) => string | null> {
  const standings = await ports.queue.standings(WORK_PREFIX);
  const byKey = new Map(standings.map((standing) => [standing.key, standing]));
  const answered = await answers(ports);
  return (violation) =>
    reasonToLeave(violation, byKey.get(WORK_PREFIX + violation.violation_id), answered, daemon);
}

/** Answers, given or pending, about proposed fixes, by the violation they are about. */
export async function answers(
  ports: Pick<Ports, "escalations" | "reviews" | "settings">,
): Promise<ReadonlyMap<string, string>> {
  const said = new Map(await takenOverByPeople(ports));
  const words = await lastWords(ports);
  for (const review of await ports.reviews.list("rejected")) {
    if (review.violation_id === null || review.decision?.actor !== "human") continue;
    const word = words.get(review.violation_id);
    if (word !== undefined && word.resolution.at > review.decision.at) continue;
    said.set(review.violation_id, `a person rejected ${review.review_id}`);
  }
  const isElsewhere = ports.settings.landTo !== "current-branch";
  const standings = [
    ...(isElsewhere ? ([["landed", "has landed on its own branch"]] as const) : []),
    ["approved", "is being landed"],
    ["pending", "is waiting for an answer"],
  ] as const;
  for (const [status, what] of standings) {
    for (const { violation_id, review_id } of await ports.reviews.list(status))
      if (violation_id !== null) said.set(violation_id, `${review_id} ${what}`);
  }
  return said;
}

/** Failing tests would hide what a fix breaks, and nothing is committed while the user is rebasing or merging. */
async function findObstacle(
  ports: SchedulePorts,
  daemon: DaemonSettings,
  signal: AbortSignal,
): Promise<string | null> {
  const { underWay } = await ports.workspace.state();
  if (underWay !== null) return `a ${underWay} is in progress`;
  if (!daemon.pauseOnTestFailure) return null;
  await ports.openSandbox();
  await using tree = await ports.workspace.openAttempt(ports.newId("A"));
  const baseline = await takeRegressionBaseline(ports, tree, signal);
  if (baseline.status === "no_verdict") return baseline.why;
  if (baseline.failing.length === 0) return null;
  return `tests fail: ${baseline.failing.slice(0, 3).join(", ")}`;
}
