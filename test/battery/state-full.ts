import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { AgentForgeError } from "../../src/domain/errors.ts";
import { report } from "./report.ts";
import { type Everything, openAll } from "./state-folder.ts";
import { sampleAttempt, sampleContext, sampleSession, sampleStep } from "./state-samples.ts";

/**
 * Fills a small disk while the state is being written, and checks whether anything is lost and whether it continues
 * afterwards.
 */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "60" }, inside: { type: "string" } },
});
const DISK_BYTES = 6_000_000;
const ID = "s-1";

if (values.inside === undefined) enterNamespace();
else await fillDisks(values.inside);

/** A private file system needs a private mount namespace; an ordinary user also needs a user namespace. */
function enterNamespace(): void {
  const disk = mkdtempSync(join(tmpdir(), "agentforge-disk-"));
  const asUser = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  const self = [process.execPath, import.meta.filename, "--runs", values.runs, "--inside", disk];
  const { status, error } = spawnSync("unshare", ["--mount", ...asUser, "--", ...self], { stdio: "inherit" });
  rmSync(disk, { recursive: true });
  if (error !== undefined) console.log(`VOID: cannot make a mount namespace (${error.message})`);
  process.exitCode = status ?? 3;
}

async function fillDisks(disk: string): Promise<void> {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk], {
    stdio: "inherit",
  });
  if (mounted.status !== 0) throw new Error("cannot mount a small disk");
  const total = {
    acknowledged: 0,
    refused: 0,
    lost: 0,
    otherErrors: 0,
    stuck: 0,
    unrepaired: 0,
    roundsFull: 0,
    naive: 0,
  };
  const details: string[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) {
    const round = await fillOnce(join(disk, `round-${run}`), details);
    for (const key of ["acknowledged", "refused", "lost", "otherErrors", "stuck", "unrepaired"] as const) {
      total[key] += round[key];
    }
    if (round.refused > 0) total.roundsFull += 1;
    if (naiveWriterIsHarmed(disk)) total.naive += 1;
  }
  report(
    {
      title: `a full disk, ${values.runs} times`,
      counts: [
        { name: "operations acknowledged", value: total.acknowledged },
        { name: "operations refused with disk_full", value: total.refused },
        { name: "refused with anything else", value: total.otherErrors, mustBe: 0 },
        { name: "acknowledged and lost", value: total.lost, mustBe: 0 },
        { name: "operations refused after space returned", value: total.stuck, mustBe: 0 },
        { name: "files that differ from the database after that", value: total.unrepaired, mustBe: 0 },
      ],
      controls: [
        {
          name: "the disk was full in every round",
          holds: total.roundsFull === Number(values.runs),
          shown: `${total.roundsFull}/${values.runs}`,
        },
        {
          name: "a writer that trusts one write() is harmed",
          holds: total.naive > 0,
          shown: `${total.naive}/${values.runs}`,
        },
      ],
    },
    details,
  );
}

interface Known {
  steps: number[];
  context: number;
  attempt: number;
  journal: number[];
}

async function fillOnce(folder: string, details: string[]) {
  const round = { acknowledged: 0, refused: 0, lost: 0, otherErrors: 0, stuck: 0, unrepaired: 0 };
  const known: Known = { steps: [], context: 0, attempt: 0, journal: [] };
  const ballast = `${folder}.ballast`;
  let everything = await openAll(folder);
  await everything.sessions.begin(sampleSession(ID));
  let n = 0;

  async function attemptAll(refusalIsFine: boolean): Promise<void> {
    n += 1;
    everything.journal.record({
      traceId: null,
      actor: "agent",
      actionType: "tool.called",
      entityId: ID,
      metadata: { n },
    });
    for (const operation of operations(everything, known, n)) {
      try {
        await operation();
        round.acknowledged += 1;
      } catch (error) {
        const isFull = error instanceof AgentForgeError && error.code === "disk_full";
        if (isFull && refusalIsFine) round.refused += 1;
        else if (isFull) round.stuck += 1;
        else round.otherErrors += 1;
        if (!isFull || !refusalIsFine) details.push(`${folder}: ${(error as Error).message}`);
      }
    }
  }

  for (let count = 0; count < 5; count += 1) await attemptAll(false);
  fillUp(folder, ballast, Math.floor(Math.random() * 40) * 4096);
  for (let count = 0; count < 15; count += 1) await attemptAll(true);
  round.lost += await countLost(everything, known, details);
  const staysOpen = Math.random() < 0.5;
  if (staysOpen) {
    rmSync(ballast);
  } else {
    await everything.journal.close().catch(() => undefined);
    await everything.database.close();
    rmSync(ballast);
    everything = await openAll(folder);
  }
  for (let count = 0; count < 3; count += 1) await attemptAll(false);
  await everything.journal.flush();
  round.lost += await countLost(everything, known, details);
  const recorded = await everything.journal.query({ actionType: "tool.called" });
  if (staysOpen && recorded.length !== n) {
    round.lost += 1;
    details.push(`lost: ${n - recorded.length} records that waited for space`);
  }
  if ((await everything.journal.verifyChain()).status !== "ok") {
    round.lost += 1;
    details.push("lost: the journal's chain is broken");
  }
  await everything.sessions.repairFiles();
  await everything.attempts.repairFiles();
  const left = [...(await everything.sessions.repairFiles()), ...(await everything.attempts.repairFiles())];
  round.unrepaired += left.length;
  await everything.database.close();
  rmSync(folder, { recursive: true });
  return round;
}

function operations(everything: Everything, known: Known, n: number): (() => Promise<void>)[] {
  const { sessions, attempts, journal } = everything;
  return [
    async () => {
      await sessions.appendStep(ID, sampleStep(n));
      known.steps.push(n);
    },
    async () => {
      await sessions.saveContext(sampleContext(ID, n));
      known.context = n;
    },
    async () => {
      await journal.commit({
        traceId: null,
        actor: "human",
        actionType: "plan.approved",
        entityId: ID,
        metadata: { n },
      });
      known.journal.push(n);
    },
    async () => {
      await attempts.save(sampleAttempt(ID, n));
      known.attempt = n;
    },
  ];
}

async function countLost(everything: Everything, known: Known, details: string[]): Promise<number> {
  const { sessions, attempts, database } = everything;
  let lost = 0;
  const check = (holds: boolean, what: string) => {
    if (holds) return;
    lost += 1;
    details.push(`lost: ${what}`);
  };
  const steps = (await sessions.history(ID)).map((step) => step.tokens_used);
  check(isDeepStrictEqual(steps, known.steps), `steps: has ${steps}, acknowledged ${known.steps}`);
  const context = await sessions.loadContext(ID);
  check(isDeepStrictEqual(context, sampleContext(ID, known.context)), `context ${known.context}`);
  const attempt = await attempts.get(ID);
  check(isDeepStrictEqual(attempt, sampleAttempt(ID, known.attempt)), `attempt ${known.attempt}`);
  const rows = await database.all(
    "SELECT metadata FROM activity WHERE action_type = 'plan.approved' ORDER BY seq",
  );
  const approved = rows.map((row) => JSON.parse(String(row.metadata)).n);
  check(
    isDeepStrictEqual(approved, known.journal),
    `journal: has ${approved}, acknowledged ${known.journal}`,
  );
  return lost;
}

function fillUp(folder: string, ballast: string, leave: number): void {
  const { bavail, bsize } = statfsSync(join(folder, ".."));
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
}

/** Control: temporary file and rename, but the count that write() returns is ignored. */
function naiveWriterIsHarmed(disk: string): boolean {
  const file = join(disk, "naive.txt");
  const ballast = join(disk, "naive.ballast");
  writeFileSync(file, "good".repeat(5000));
  mkdirSync(join(disk, "naive"), { recursive: true });
  fillUp(join(disk, "naive"), ballast, 8192);
  try {
    const handle = openSync(`${file}.tmp`, "w");
    writeSync(handle, "better".repeat(5000));
    closeSync(handle);
    renameSync(`${file}.tmp`, file);
  } catch {
    return false;
  } finally {
    rmSync(ballast);
  }
  return readFileSync(file).length !== 30_000;
}
