import { setTimeout } from "node:timers/promises";
import type { App } from "../../app.ts";
import type { FleetRepository, FleetTask, PushedChange } from "../../domain/entities/fleet.ts";
import type { Claim, Fence } from "../../domain/ports/queue.ts";
import type { Reviews } from "../../domain/ports/reviews.ts";
import { MODEL_COST_RECORDS, sumCost } from "../../domain/rules/records/model-cost.ts";
import type { Ports } from "../../workflows/ports.ts";
import { hostOf } from "../storage/database-address.ts";
import type { FleetApp } from "./fleet.ts";

/** A running task and its claim. */
export interface HeldTask {
  readonly task: FleetTask;
  readonly repository: FleetRepository;
  readonly fleet: FleetApp;
  readonly claim: Claim;
  /** Called with everything that is pushed. */
  readonly pushed: PushedChange[];
  readonly signal: AbortSignal;
}

const MOST_WAIT_MS = 5000;

/** Every externally visible effect requires the claim. */
export function taskPorts({ ports }: App, held: HeldTask): Ports {
  const { task, repository, fleet, claim, pushed } = held;
  return {
    ...ports,
    settings: { ...ports.settings, landTo: repository.proposed_as },
    ...(isOneChange(task) && { newTraceId: () => task.trace_id }),
    reviews: guardedReviews(ports.reviews, claim.fence),
    workspace: {
      ...ports.workspace,
      // A push cannot join a transaction: the claim is checked before it, and the remote rejects a later,
      // outdated push.
      async land(request) {
        await waitForPush(held);
        await fleet.requireHeld(claim);
        const landing = await ports.workspace.land(request);
        if (landing.status !== "landed") return landing;
        const { commit, branch, pullRequest } = landing;
        pushed.push({ review_id: request.landingId, commit, branch, pull_request: pullRequest ?? null });
        return landing;
      },
    },
  };
}

function guardedReviews(reviews: Reviews, fence: Fence): Reviews {
  const both =
    (own?: Fence): Fence =>
    async (queries) => {
      await fence(queries);
      await own?.(queries);
    };
  return {
    open: (review, own) => reviews.open(review, both(own)),
    decide: (id, decision, own) => reviews.decide(id, decision, both(own)),
    get: (id) => reviews.get(id),
    list: (status) => reviews.list(status),
    summaries: (filter) => reviews.summaries(filter),
    count: (status) => reviews.count(status),
    modify: (id, modification, version) => reviews.modify(id, modification, version),
    amend: (id, words) => reviews.amend(id, words),
    markLanded: (id, commit) => reviews.markLanded(id, commit),
    withdraw: (id, why) => reviews.withdraw(id, why),
    reopen: (id, why) => reviews.reopen(id, why),
  };
}

/**
 * Waits until the host's limit allows another push. The task keeps running, and its record says what it waits
 * for.
 */
async function waitForPush({ task, repository, fleet, claim, signal }: HeldTask): Promise<void> {
  const host = hostOf(repository.url);
  for (let isNoted = false; ; ) {
    const wait = await fleet.fleet.takePush(host);
    if (wait === 0) {
      if (isNoted) await fleet.fleet.noteWaiting(task, null, claim);
      return;
    }
    const { pushes } = await fleet.fleet.limits();
    if (!isNoted) await fleet.fleet.noteWaiting(task, `pushes to ${host}: ${pushes[host]} a minute`, claim);
    isNoted = true;
    await setTimeout(Math.min(wait, MOST_WAIT_MS), undefined, { signal });
  }
}

/**
 * The limit and the current model cost of a task, counted by trace, so that earlier attempts at the same change
 * count too.
 */
export function moneyOf({ ports, settings }: App, task: FleetTask) {
  const most = settings.model.max_cost_usd;
  const filter = isOneChange(task) ? { traceId: task.trace_id } : { since: ports.now() };
  return {
    most,
    async spent() {
      await ports.journal.flush();
      const records = await ports.journal.query({ ...filter, actionType: MODEL_COST_RECORDS });
      return sumCost(records).usd ?? most;
    },
  };
}

function isOneChange({ request }: FleetTask): boolean {
  return request.kind !== "violations" && request.kind !== "answer";
}
