import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Place } from "./place.ts";

export const FAULTS = ["kill", "stall", "cut", "restart"] as const;
export type FaultKind = (typeof FAULTS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The worker with a task that the fault hit; null if it hit all of them. */
  readonly worker: string | null;
  /** The size of the fleet's journal when the fault started and ended. */
  readonly from: number;
  readonly to: number;
}

export interface FaultOptions {
  readonly planned: Readonly<Record<FaultKind, number>>;
  readonly cutSeconds: number;
  readonly say: (line: string) => void;
}

interface Busy {
  readonly machine: number;
  readonly worker: string;
  readonly key: string;
  readonly token: number;
}

/** At most this many workers are disturbed at once, so that others can take over. */
const AT_ONCE = 2;
const STALL_LIMIT_MS = 45_000;
/** Faults start in this share of the run; the rest leaves time for the last ones to hit a task. */
const SPREAD = 0.8;

/**
 * Faults that are spread over the run, each counted only if it is seen to have hit a worker that had a task: the
 * process died, the claim expired at the database, or PostgreSQL has another start time.
 */
export function createFaults(place: Place, { planned, cutSeconds, say }: FaultOptions) {
  const order = mixed(planned);
  const happened: Fault[] = [];
  const disturbed = new Set<number>();
  const underway = new Set<Promise<void>>();
  let next = 0;

  async function strike(kind: FaultKind): Promise<Fault | null> {
    const from = await lastEntry(place);
    if (kind === "restart") {
      const before = await startTime(place);
      say("restart postgres");
      await place.postgres.restart();
      const isNew = (await startTime(place)) !== before;
      return isNew ? { kind, worker: null, from, to: await lastEntry(place) } : null;
    }
    const victim = await drawBusy(place, disturbed);
    if (victim === null) return null;
    disturbed.add(victim.machine);
    try {
      say(`${kind} ${place.machines[victim.machine]?.name} ${victim.worker}`);
      if (!(await DISTURB[kind](place, victim, cutSeconds))) return null;
      return { kind, worker: victim.worker, from, to: await lastEntry(place) };
    } finally {
      disturbed.delete(victim.machine);
    }
  }

  return {
    happened,
    /** Starts the next fault if it is due at this share of the run. */
    disturb(share: number): void {
      const kind = order[next];
      if (kind === undefined || underway.size >= AT_ONCE) return;
      if (share < ((next + 0.5) / order.length) * SPREAD) return;
      next += 1;
      const one = strike(kind)
        .then((fault) => {
          if (fault !== null) return void happened.push(fault);
          say(`${kind} hit nobody`);
          order.push(kind);
        })
        .finally(() => underway.delete(one));
      underway.add(one);
    },
    settled: () => Promise.all(underway),
  };
}

const DISTURB: Record<
  Exclude<FaultKind, "restart">,
  (place: Place, victim: Busy, cutSeconds: number) => Promise<boolean>
> = {
  async kill(place, { machine }) {
    const worker = place.workers[machine];
    if (!worker) return false;
    const ended = once(worker, "exit");
    worker.kill("SIGKILL");
    const [, signal] = (await ended) as [number | null, string | null];
    place.startWorker(machine);
    return signal === "SIGKILL";
  },

  /** Waits until another worker has taken over its task, so that it returns as a duplicate. */
  async stall(place, { machine, key, token }) {
    const worker = place.workers[machine];
    worker?.kill("SIGSTOP");
    const startedAt = performance.now();
    let claim = { isExpired: false, isTaken: false };
    while (!claim.isTaken && performance.now() - startedAt < STALL_LIMIT_MS) {
      await setTimeout(1000);
      claim = await claimNow(place, key, token).catch(() => claim);
    }
    worker?.kill("SIGCONT");
    return claim.isTaken || claim.isExpired;
  },

  async cut(place, { machine, key, token }, cutSeconds) {
    place.machines[machine]?.setNetwork("down");
    await setTimeout(cutSeconds * 1000);
    const claim = await claimNow(place, key, token);
    place.machines[machine]?.setNetwork("up");
    return claim.isTaken || claim.isExpired;
  },
};

/** Spreads each kind evenly instead of running one kind after another. */
function mixed(planned: Readonly<Record<FaultKind, number>>): FaultKind[] {
  return FAULTS.flatMap((kind) =>
    Array.from({ length: planned[kind] }, (_, index) => ({ kind, at: (index + 0.5) / planned[kind] })),
  )
    .sort((one, other) => one.at - other.at)
    .map(({ kind }) => kind);
}

/** A random worker that has a task and is not disturbed yet. */
async function drawBusy(place: Place, disturbed: ReadonlySet<number>): Promise<Busy | null> {
  const running = await place.rows<{ worker: string; key: string; token: number; pid: number }>(
    `SELECT worker_id AS worker, 'repository:' || repository_id AS key,
       CAST(task.data::json ->> 'token' AS int) AS token, CAST(worker.data::json ->> 'pid' AS int) AS pid
     FROM fleet_tasks AS task JOIN fleet_workers AS worker ON worker_id = task.data::json ->> 'worker'
     WHERE status = 'running'`,
  );
  const busy = running
    .map((each) => ({ ...each, machine: place.workers.findIndex(({ pid }) => pid === each.pid) }))
    .filter(({ machine }) => machine !== -1 && !disturbed.has(machine));
  return busy[Math.floor(Math.random() * busy.length)] ?? null;
}

async function claimNow(place: Place, key: string, token: number) {
  const [claim] = await place.rows<{ expired: boolean; taken: boolean }>(
    `SELECT token > ${token} AS taken,
       expires_at BETWEEN 1 AND CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS expired
     FROM work WHERE work_key = '${key}'`,
  );
  return { isExpired: claim?.expired ?? false, isTaken: claim?.taken ?? false };
}

async function lastEntry(place: Place): Promise<number> {
  const [last] = await place.rows<{ seq: number }>("SELECT coalesce(max(seq), 0) AS seq FROM activity");
  return last?.seq ?? 0;
}

async function startTime(place: Place): Promise<string> {
  const [started] = await place.rows<{ at: string }>("SELECT pg_postmaster_start_time() AS at");
  return started?.at ?? "";
}
