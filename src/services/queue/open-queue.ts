import { setTimeout } from "node:timers/promises";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Claim, ClaimRules, Queue, Standing } from "../../domain/ports/queue.ts";
import { CLOCKS, QUEUE_MIGRATIONS } from "./schema.ts";

export interface QueueOptions {
  readonly database: Database;
  /** The name of this process, for people who look at the table. */
  readonly holder: string;
  /** How long a claim is valid without a renewal; it is renewed three times as often. */
  readonly leaseMs?: number;
  /**
   * The schema of the table, if its fences run in transactions of other schemas of the same PostgreSQL
   * database. Default: the connection's own.
   */
  readonly schema?: string;
  /** Whether a holder is known to be dead, so that nobody waits for its claim to expire. Default: none is. */
  readonly isGone?: (holder: string) => Promise<boolean>;
}

const LEASE_MS = 60_000;
const POLL_MS = 100;
/** Abandoned claims count as failures, because work that kills its worker would otherwise be retried forever. */
const FAILURES = "work.failures + CASE WHEN work.expires_at > 0 THEN 1 ELSE 0 END";

interface Work extends Required<Omit<QueueOptions, "schema">> {
  /** Its name in SQL. */
  readonly table: string;
  /** The database's clock in SQL, in milliseconds. */
  readonly now: string;
}

export async function openQueue(options: QueueOptions): Promise<Queue> {
  const { database, schema, leaseMs = LEASE_MS, isGone = async () => false } = options;
  await database.migrate("queue", QUEUE_MIGRATIONS);
  const table = schema === undefined ? "work" : `"${schema.replaceAll('"', '""')}".work`;
  const now = CLOCKS[database.dialect];
  const work: Work = { ...options, leaseMs, isGone, table, now };

  return {
    claim: (key, rules) => claim(work, key, rules),
    async alone(key, signal, perform) {
      const held = await claimEventually(work, key, signal);
      try {
        return await perform(held);
      } finally {
        await held.succeed();
      }
    },
    async forgive(key, queries) {
      await queries.run(
        `UPDATE ${table} SET expires_at = 0, failures = 0, not_before = 0, why = NULL
         WHERE work_key = ? AND expires_at <= ${now}`,
        [key],
      );
    },
    standings: (prefix) => standings(work, prefix),
  };
}

function taken(key: string): AgentForgeError {
  return new AgentForgeError("stale", `another process has taken over ${key}`, {
    hint: "This attempt was discarded; the other process continues.",
  });
}

async function claim(work: Work, key: string, rules: ClaimRules): Promise<Claim | null> {
  const { database, table, now, isGone } = work;
  const claimed = await take(work, key, rules);
  if (claimed !== null || rules.insteadOf !== undefined) return claimed;
  const [row] = await database.all(`SELECT holder FROM ${table} WHERE work_key = ? AND expires_at > ${now}`, [
    key,
  ]);
  if (row === undefined || !(await isGone(String(row.holder)))) return null;
  return take(work, key, { ...rules, insteadOf: String(row.holder) });
}

async function take(work: Work, key: string, rules: ClaimRules): Promise<Claim | null> {
  const { database, table, now, holder, leaseMs } = work;
  const { attemptLimit, evenIfCooling = false, insteadOf } = rules;
  const [row] = await database.all(
    `INSERT INTO ${table} AS work (work_key, holder, token, expires_at, failures, not_before, why)
     VALUES (?, ?, 1, ${now} + ?, 0, 0, NULL)
     ON CONFLICT (work_key) DO UPDATE SET holder = excluded.holder, token = work.token + 1,
       expires_at = excluded.expires_at, failures = ${FAILURES}
     WHERE (work.expires_at <= ${now} OR work.holder = ?) AND (work.not_before <= ${now} OR ? = 1) AND ${FAILURES} < CAST(? AS BIGINT)
     RETURNING token`,
    [
      ...[key, holder, leaseMs, insteadOf ?? "", evenIfCooling ? 1 : 0],
      attemptLimit ?? Number.MAX_SAFE_INTEGER,
    ],
  );
  return row === undefined ? null : keep(work, key, Number(row.token));
}

/** Holds a claim that was just made, and renews it until it ends. */
function keep({ database, table, now, leaseMs }: Work, key: string, token: number): Claim {
  const lost = new AbortController();
  const write = async (assignments: string, ...values: (string | number)[]) => {
    const sql = `UPDATE ${table} SET ${assignments} WHERE work_key = ? AND token = ?`;
    return (await database.run(sql, [...values, key, token])).changes === 1;
  };
  const heartbeat = setInterval(async () => {
    const held = await write(`expires_at = ${now} + ?`, leaseMs).catch(() => true);
    if (!held) lose();
  }, leaseMs / 3);
  heartbeat.unref();
  const lose = () => {
    clearInterval(heartbeat);
    lost.abort(taken(key));
  };
  const end = async (assignments: string, ...values: (string | number)[]) => {
    clearInterval(heartbeat);
    return write(`expires_at = 0, ${assignments}`, ...values);
  };
  return {
    key,
    token,
    lost: lost.signal,
    fence: async (queries) => {
      const sql = `UPDATE ${table} SET token = token WHERE work_key = ? AND token = ?`;
      if ((await queries.run(sql, [key, token])).changes === 1) return;
      lose();
      throw taken(key);
    },
    succeed: () => end("failures = 0, not_before = 0, why = NULL"),
    fail: (why, cooldownSeconds) =>
      end(`failures = failures + 1, not_before = ${now} + ?, why = ?`, cooldownSeconds * 1000, why),
    release: () => end("holder = holder"),
  };
}

async function claimEventually(work: Work, key: string, signal: AbortSignal): Promise<Claim> {
  for (;;) {
    signal.throwIfAborted();
    const held = await claim(work, key, { attemptLimit: null });
    if (held !== null) return held;
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

async function standings(
  { database, table, now, isGone }: Work,
  prefix: string,
): Promise<readonly Standing[]> {
  const rows = await database.all(
    `SELECT work_key, holder, failures, why, not_before - ${now} AS cools_for, expires_at > ${now} AS claimed
     FROM ${table} WHERE work_key >= ? AND work_key < ? ORDER BY work_key`,
    [prefix, `${prefix}\u{10ffff}`],
  );
  return Promise.all(
    rows.map(async (row) => ({
      key: String(row.work_key),
      failures: Number(row.failures),
      why: row.why === null ? null : String(row.why),
      coolsFor: Math.max(0, Number(row.cools_for) / 1000),
      claimed: Boolean(row.claimed) && !(await isGone(String(row.holder))),
    })),
  );
}
