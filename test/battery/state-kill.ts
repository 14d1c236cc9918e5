import "./own-temporary.ts";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { openJournal } from "../../src/services/journal/index.ts";
import { openState } from "../../src/services/state/index.ts";
import { judgeCrash } from "./crash-verdict.ts";
import { report } from "./report.ts";
import { createWriterPool, type WriterPool } from "./writers.ts";

/**
 * Kills writers with SIGKILL at random moments, and checks whether anything acknowledged is lost or anything
 * broken is accepted.
 */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, under: { type: "string" } },
});
/** For `kill -9`, disk and memory are equivalent, and in memory more happens between two kills. */
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
        { name: "truncated history files (and reported)", value: total.torn },
        { name: "files that differ from the database after recovery", value: total.unrepaired, mustBe: 0 },
        { name: "unfinished files left after the next start", value: total.strays, mustBe: 0 },
      ],
      controls: [
        {
          name: "kills that hit a working writer (over half)",
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
  total.kills += 1;
  total.acknowledged += acknowledged.length;
  if (acknowledged.length > 0) total.working += 1;

  const verdict = await judgeCrash(folder, id, acknowledged);
  if (verdict.torn) total.torn += 1;
  for (const kind of ["lost", "corrupt", "unrepaired", "strays"] as const) {
    total[kind] += verdict[kind].length;
    details.push(...verdict[kind].map((detail) => `${id}: ${kind}: ${detail}`));
  }
}

/** One kill in five hits while the state is being opened, the others while it is written. */
function killAtRandom(order: string): Promise<string[]> {
  const opening = Math.random() < 0.2;
  return pool.killAfter(order, Math.random() * LONGEST_MS, opening ? "order" : "acknowledgement");
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
