import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { createRedactor } from "../src/domain/rules/secrets/redactor.ts";
import { openJournal } from "../src/services/journal/index.ts";
import { JOURNAL_MIGRATIONS } from "../src/services/journal/schema.ts";
import { openState } from "../src/services/state/index.ts";

/**
 * Does recording wait for the disk? A machine's record must cost a fraction of a person's decision, which is durable
 * before it is acknowledged, and of a plain append with fsync, measured in the same run. Also in CPU time: how many
 * redacted and chained records fit into the time of one plain insert into the same table.
 */
const RECORDS = 20_000;
const DECISIONS = 200;
const ALLOWED_SHARE = 0.2;
const ROUNDS = 10;
const BATCH = 500;
const LEAST_OF_RAW = 0.5;

const folder = mkdtempSync(join(tmpdir(), "agentforge-bench-"));
const now = () => new Date().toISOString();
const { database } = await openState({ folder, now });
const redact = createRedactor({ values: ["a-secret-value-of-this-run"], tag: () => "abcdef" }).text;
const journal = await openJournal({ database, now, randomId: () => crypto.randomUUID(), redact });
try {
  for (let n = 0; n < 500; n += 1) journal.record(activity("tool.called", n));
  await journal.flush();

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const recording = [];
  for (let n = 0; n < RECORDS; n += 1) {
    recording.push(timed(() => journal.record(activity("tool.called", n))));
    if (n % 500 === 0) await new Promise((done) => setImmediate(done));
  }
  const flushing = performance.now();
  await journal.flush();
  const flushed = performance.now() - flushing;
  delay.disable();

  const deciding = [];
  for (let n = 0; n < DECISIONS; n += 1) {
    const start = performance.now();
    await journal.commit({ ...activity("plan.approved", n), actor: "human" });
    deciding.push(performance.now() - start);
  }
  const file = openSync(join(folder, "plain.jsonl"), "a");
  const plain = Array.from({ length: DECISIONS }, (_, n) =>
    timed(() => {
      writeSync(file, `${JSON.stringify(activity("plan.approved", n))}\n`);
      fsyncSync(file);
    }),
  );
  closeSync(file);
  const verdict = await journal.verifyChain();

  console.log("| call | median | p99 | longest |\n|---|---|---|---|");
  console.log(`| record (machine, batched) | ${row(recording)} |`);
  console.log(`| commit (human, durable) | ${row(deciding)} |`);
  console.log(`| plain append + fsync (reference) | ${row(plain)} |`);
  console.log(`${RECORDS} records: the rest was on disk ${flushed.toFixed(0)} ms after the last call`);
  console.log(`event loop: longest block ${(delay.max / 1e6).toFixed(1)} ms`);
  const share = at(recording, 0.5) / Math.min(at(deciding, 0.5), at(plain, 0.5));
  console.log(`record / the cheaper durable write: ${share.toFixed(3)} (at most ${ALLOWED_SHARE})`);
  const ofRaw = await shareOfRawInserts();
  console.log(`records for each raw insert, per CPU second: ${ofRaw.toFixed(2)} (at least ${LEAST_OF_RAW})`);
  if (share > ALLOWED_SHARE || ofRaw < LEAST_OF_RAW || verdict.status !== "ok") process.exitCode = 1;
} finally {
  await journal.close();
  await database.close();
  rmSync(folder, { recursive: true });
}

function activity(actionType: string, n: number) {
  return {
    traceId: "550e8400-e29b-41d4-a716-446655440000",
    actor: "agent" as const,
    actionType,
    entityId: `src/file-${n % 50}.ts`,
    metadata: { n, tool: "read_file", duration_ms: 12, output: "x".repeat(200) },
  };
}

/** The median of alternating rounds; the first ones, which include compilation, do not count. */
async function shareOfRawInserts(): Promise<number> {
  const raw = new DatabaseSync(join(folder, "raw.db"));
  raw.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
  for (const sql of JOURNAL_MIGRATIONS.sqlite) raw.exec(sql);
  const insert = raw.prepare(`INSERT INTO activity VALUES (${Array(11).fill("?").join(", ")})`);
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await cpuSeconds(async () => {
      for (let n = 0; n < RECORDS; n += 1) {
        journal.record(activity("tool.called", n));
        if (n % BATCH === 0) await new Promise((done) => setImmediate(done));
      }
      await journal.flush();
    });
    const theirs = await cpuSeconds(async () => {
      for (let n = 0; n < RECORDS; n += BATCH) {
        raw.exec("BEGIN IMMEDIATE");
        for (let each = n; each < n + BATCH; each += 1) insertRaw(insert, round * RECORDS + each);
        raw.exec("COMMIT");
      }
    });
    if (round >= ROUNDS / 2) shares.push(theirs / ours);
  }
  raw.close();
  return at(shares, 0.5);
}

function insertRaw(insert: StatementSync, n: number): void {
  const { traceId, actor, actionType, entityId, metadata } = activity("tool.called", n);
  const text = JSON.stringify(metadata);
  const [hash, id] = ["0".repeat(64), crypto.randomUUID()];
  insert.run(id, traceId, actor, null, actionType, entityId, text, now(), n + 1, hash, hash);
}

async function cpuSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * share)] ?? 0;
}

function row(times: readonly number[]): string {
  return [at(times, 0.5), at(times, 0.99), Math.max(...times)].map((ms) => `${ms.toFixed(3)} ms`).join(" | ");
}
