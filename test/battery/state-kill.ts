import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { parse } from "yaml";
import { openJournal } from "../../src/services/journal/index.ts";
import { openAttempts } from "../../src/services/reviews/index.ts";
import { openSessions } from "../../src/services/sessions/index.ts";
import { openState } from "../../src/services/state/index.ts";
import { report } from "./report.ts";
import { sampleAttempt, sampleContext, sampleStep } from "./state-samples.ts";
import { createWriterPool, type WriterPool } from "./writers.ts";

/** Kills writers -9 at random moments, and looks whether anything acknowledged is lost or anything broken is believed. */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, under: { type: "string" } },
});
/** `kill -9` cannot tell a disk from memory, and in memory more happens between two kills. */
const parent = values.under ?? (existsSync("/dev/shm") ? "/dev/shm" : tmpdir());
const runs = Number(values.runs);
const controlRuns = Math.max(20, Math.round(runs / 25));
const KILLS_PER_FOLDER = 20;
const LONGEST_MS = 120;
const LANES = 2;

const now = () => new Date().toISOString();
const pool = await createWriterPool(LANES + 2);
const total = {
  kills: 0,
  working: 0,
  acknowledged: 0,
  lost: 0,
  corrupt: 0,
  torn: 0,
  unrepaired: 0,
  strays: 0,
};
const details: string[] = [];
const started = performance.now();

try {
  let next = 0;
  const lane = async () => {
    while (next < runs) {
      const first = next;
      next += KILLS_PER_FOLDER;
      await inFolder(async (folder) => {
        for (let run = first; run < Math.min(runs, first + KILLS_PER_FOLDER); run += 1)
          await killOnce(folder, `s-${run}`);
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const seconds = (performance.now() - started) / 1000;

  const damaged = await inFolder((folder) => countInPlaceDamage(pool, folder));
  const hasty = await inFolder((folder) => countHastyLosses(pool, folder));
  report(
    {
      title: `kill -9 while appending and saving (${(runs / seconds).toFixed(1)} kills a second)`,
      counts: [
        { name: "kills", value: total.kills },
        { name: "operations acknowledged", value: total.acknowledged },
        { name: "acknowledged and lost", value: total.lost, mustBe: 0 },
        { name: "corrupt or mixed states accepted", value: total.corrupt, mustBe: 0 },
        { name: "history files found torn (and reported)", value: total.torn },
        { name: "files not as the database after recovery", value: total.unrepaired, mustBe: 0 },
        { name: "unfinished files left after the next start", value: total.strays, mustBe: 0 },
      ],
      controls: [
        {
          name: "kills that hit a writer at work (over half)",
          holds: total.working > total.kills / 2,
          shown: `${total.working}`,
        },
        { name: "an in-place writer is damaged", holds: damaged > 0, shown: `${damaged}/${controlRuns}` },
        {
          name: "a hasty writer loses acknowledged records",
          holds: hasty > 0,
          shown: `${hasty}/${controlRuns}`,
        },
      ],
    },
    details,
  );
} finally {
  pool.close();
}

async function killOnce(folder: string, id: string): Promise<void> {
  const acknowledged = await killAtRandom(`durable ${folder} ${id}`);
  const last = (what: string) =>
    Math.max(-1, ...acknowledged.filter((line) => line.startsWith(`${what} `)).map(number));
  total.kills += 1;
  total.acknowledged += acknowledged.length;
  if (acknowledged.length > 0) total.working += 1;

  const state = await openState({ folder, now });
  try {
    const journal = await openJournal({
      ...state,
      now,
      randomId: () => crypto.randomUUID(),
      redact: (text) => text,
    });
    const sessions = await openSessions({ ...state, now });
    const attempts = await openAttempts(state);
    const lose = (what: string) => note("lost", `${id}: lost ${what}`);
    const corrupt = (what: string) => note("corrupt", `${id}: corrupt ${what}`);

    const steps = await sessions.history(id);
    if (steps.length < last("step")) lose(`step ${last("step")}, has ${steps.length}`);
    if (
      !isDeepStrictEqual(
        steps,
        steps.map((_, index) => sampleStep(index + 1)),
      )
    )
      corrupt("steps");
    const context = await sessions.loadContext(id);
    if ((context?.iteration ?? -1) < last("context")) lose(`context ${last("context")}`);
    if (context !== null && !isDeepStrictEqual(context, sampleContext(id, context.iteration)))
      corrupt("context");
    const attempt = await attempts.get(id);
    const attemptNumber = Number(attempt?.branch.slice(4) ?? -1);
    if (attemptNumber < last("attempt")) lose(`attempt ${last("attempt")}`);
    if (attempt !== null && !isDeepStrictEqual(attempt, sampleAttempt(id, attemptNumber))) corrupt("attempt");
    if (last("session") === 0 && (await sessions.get(id)) === null) lose("session");
    const rows = await journal.query({ entityId: id });
    const approved = rows.filter((row) => row.action_type === "plan.approved").map((row) => row.metadata.n);
    for (let n = 1; n <= last("journal"); n += 1) if (approved[n - 1] !== n) lose(`journal ${n}`);
    if ((await journal.verifyChain()).status !== "ok") corrupt("journal chain");

    await lookAtFiles(state.exports, id, steps.length, corrupt);
    await sessions.reapInterrupted(() => false);
    await attempts.repairFiles();
    const left = [...(await sessions.repairFiles()), ...(await attempts.repairFiles())];
    for (const finding of left) note("unrepaired", `${id}: ${finding.path} ${finding.found}`);
    for (const name of readdirSync(join(folder, "tmp"))) note("strays", `${id}: ${name}`);
  } finally {
    await state.database.close();
  }
}

/** One kill in five strikes while the state is being opened, the others while it is written. */
function killAtRandom(order: string): Promise<string[]> {
  const opening = Math.random() < 0.2;
  return pool.killAfter(order, Math.random() * LONGEST_MS, opening ? "order" : "acknowledgement");
}

/** What a person finds in the files after the crash, before anything was repaired. */
async function lookAtFiles(
  exports: Awaited<ReturnType<typeof openState>>["exports"],
  id: string,
  steps: number,
  corrupt: (what: string) => void,
): Promise<void> {
  for (const path of [
    `sessions/${id}/session.yaml`,
    `sessions/${id}/execution_context.yaml`,
    `fix_attempts/${id}.yaml`,
  ]) {
    const read = await exports.readYaml(path);
    if (read.status === "damaged" || read.status === "edited") corrupt(`${path} (${read.status})`);
    if (read.status === "ok" && path.endsWith("context.yaml")) {
      const { iteration } = read.data as { iteration: number };
      if (!isDeepStrictEqual(read.data, sampleContext(id, iteration))) corrupt(path);
    }
  }
  const { documents, torn } = await exports.readAppended(`sessions/${id}/step_history.yaml`);
  if (torn) total.torn += 1;
  const whole = documents.every((document, index) => isDeepStrictEqual(document, sampleStep(index + 1)));
  if (!whole || documents.length > steps) corrupt("step_history.yaml");
}

async function countInPlaceDamage(writers: WriterPool, folder: string): Promise<number> {
  let damaged = 0;
  for (let run = 0; run < controlRuns; run += 1) {
    await writers.killAfter(`in-place ${folder} x`, Math.random() * LONGEST_MS, "acknowledgement");
    const text = readFileSync(join(folder, "in-place.yaml"), "utf8");
    if (!isWholeInPlace(text)) damaged += 1;
  }
  return damaged;
}

function isWholeInPlace(text: string): boolean {
  try {
    const data = parse(text, { logLevel: "error" });
    return data?.end !== undefined && data.end === data.n;
  } catch {
    return false;
  }
}

async function countHastyLosses(writers: WriterPool, folder: string): Promise<number> {
  let losses = 0;
  for (let run = 0; run < controlRuns; run += 1) {
    const acknowledged = await writers.killAfter(
      `hasty ${folder} h-${run}`,
      Math.random() * LONGEST_MS,
      "acknowledgement",
    );
    const state = await openState({ folder, now });
    const journal = await openJournal({
      ...state,
      now,
      randomId: () => crypto.randomUUID(),
      redact: (text) => text,
    });
    const written = (await journal.query({ entityId: `h-${run}` })).length;
    if (written < Math.max(0, ...acknowledged.map(number))) losses += 1;
    await state.database.close();
  }
  return losses;
}

function note(kind: "lost" | "corrupt" | "unrepaired" | "strays", detail: string): void {
  total[kind] += 1;
  details.push(detail);
}

function number(line: string): number {
  return Number(line.split(" ")[1]);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(parent, "agentforge-kill-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
