import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { execa } from "execa";
import { agentforge } from "../test/support/cli.ts";
import { type ExtraFile, makeRemote } from "../test/support/fleet.ts";
import { POISONS } from "../test/support/poisons.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { cpuSeconds } from "./cpu.ts";
import { createBenchFleet } from "./fleet-run.ts";

/**
 * What more workers gain, and what the queue costs, through the commands that people use, with a real PostgreSQL.
 *
 * - `compute`: repairs of a project whose tests compute on one core, with 1 and 2 workers that have a core each. The
 *   tests alone, one and two at a time, show what the machine can gain.
 * - `wait`: the same with tests that only wait, with 1, 2, 4 and 8 workers.
 * - `queue`: CPU time of a task on a worker, PostgreSQL included, compared with `git clone`, `agentforge repair`
 *   and `git push` in a script.
 * - `poison`: how long a small repair takes on one worker while another one has a repository whose tests hang, print
 *   2 GB or start endless processes, compared with a free machine.
 *
 *   npm run bench:fleet -- [--part compute,wait,queue,poison] [--rounds 2] [--compute 4] [--wait 30] [--workers 1,2,4,8]
 *
 * `--rounds` is the number of tasks for each worker, the others are seconds that a test run takes. Needs as many free
 * cores as there are workers that compute.
 */
const { values } = parseArgs({
  options: {
    part: { type: "string", default: "compute,wait,queue,poison" },
    rounds: { type: "string", default: "2" },
    compute: { type: "string", default: "4" },
    wait: { type: "string", default: "30" },
    workers: { type: "string", default: "1,2,4,8" },
  },
});
const parts = values.part.split(",");
const rounds = Number(values.rounds);
const LEAST_LINEAR = 0.85;
const MOST_QUEUE = 0.05;

/** Counted, not timed: a test that computes for a fixed time would not notice that it shares a core. */
const computing = (turns: number): ExtraFile => [
  "slow.test.js",
  `import { test } from "node:test";
test("computes", () => { let x = 0; for (let i = 0; i < ${turns}; i += 1) x = (x * 31 + i) % 1000003; });
`,
];
const waiting = (seconds: number): ExtraFile => [
  "slow.test.js",
  `import { test } from "node:test";
test("waits", () => new Promise((done) => setTimeout(done, ${seconds * 1000})));
`,
];

const base = mkdtempSync(join(tmpdir(), "agentforge-bench-fleet-"));
const server = await startPostgres();
const fleet = createBenchFleet(base, server.url);
let missed = 0;
try {
  if (parts.includes("compute")) await computeTable();
  if (parts.includes("wait"))
    await growth("tests that wait", values.workers.split(",").map(Number), waiting(Number(values.wait)), 1);
  if (parts.includes("queue")) await queueTable();
  if (parts.includes("poison")) await poisonTable();
} finally {
  await fleet.stop();
  await server.stop();
  rmSync(base, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

async function computeTable(): Promise<void> {
  const turns = Math.round(turnsPerSecond() * Number(values.compute));
  const extra = computing(turns);
  const folder = makeRemote(join(base, "alone"), [extra]).replace(/\.git$/, "");
  const alone = () => execa("node", ["--test", "slow.test.js"], { cwd: folder });
  const timed = async (count: number) => {
    const began = performance.now();
    await Promise.all(Array.from({ length: count }, alone));
    return (performance.now() - began) / 1000;
  };
  const [one, two] = [await timed(1), await timed(2)];
  const machine = (2 * one) / two;
  console.log(
    `the tests alone: ${one.toFixed(1)} s, two at a time ${two.toFixed(1)} s: ${machine.toFixed(2)} times`,
  );
  await growth("tests that compute, one core for each worker", [1, 2], extra, Math.min(1, machine / 2), true);
}

/** Compares with linear growth, or with what the machine itself can gain. */
async function growth(
  title: string,
  counts: readonly number[],
  extra: ExtraFile,
  machine: number,
  ownCores = false,
): Promise<void> {
  console.log(`\n${title}: workers, tasks, seconds, tasks a minute, CPU cores used, share of linear growth`);
  let first: number | null = null;
  for (const workers of counts) {
    const { tasks, seconds, cpu } = await fleet.run(workers, workers * rounds, extra, ownCores);
    const rate = (tasks / seconds) * 60;
    first ??= rate / workers;
    const share = rate / workers / first;
    const isKept = share >= LEAST_LINEAR * (workers === 1 ? 1 : machine);
    if (!isKept) missed += 1;
    const cells = [workers, tasks, seconds.toFixed(1), rate.toFixed(2), (cpu / seconds).toFixed(2)];
    console.log(
      `  ${cells.map((cell) => String(cell).padStart(7)).join(" ")}   ${share.toFixed(3)} ${isKept ? "" : "MISSED"}`,
    );
  }
}

async function queueTable(): Promise<void> {
  const count = Math.max(4, 2 * rounds);
  const byHand: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const url = makeRemote(join(base, `hand-${index}`));
    const began = cpuSeconds("self");
    const home = join(base, `hand-clone-${index}`);
    execFileSync("git", ["clone", "-q", url, home]);
    const env = { HOME: join(base, "hand-home") };
    const done = await agentforge(home, ["repair", "--auto", "--to", "branch", "--json"], env);
    if (done.exitCode !== 0) throw new Error(`repair: ${done.stdout} ${done.stderr}`);
    execFileSync("git", ["push", "-q", "origin", "--all"], { cwd: home });
    byHand.push(cpuSeconds("self") - began);
  }
  const { cpu, database } = await fleet.run(1, count, null);
  const hand = byHand.reduce((sum, each) => sum + each, 0) / count;
  const added = cpu / count / hand - 1;
  const isKept = added <= MOST_QUEUE;
  if (!isKept) missed += 1;
  console.log(
    `\nCPU seconds of a small repair: in a script, on a worker, of which PostgreSQL, added by the queue`,
  );
  const cells = [hand, cpu / count, database / count].map((each) => each.toFixed(2).padStart(7));
  console.log(`  ${cells.join(" ")}   ${(added * 100).toFixed(1)}% ${isKept ? "" : "MISSED"}`);
}

async function poisonTable(): Promise<void> {
  console.log("\na small repair next to a poisoned repository: seconds, and compared with none");
  let alone: number | null = null;
  for (const [kind, text] of [["none", null], ...Object.entries(POISONS)] as const) {
    const seconds = await fleet.beside(text === null ? null : ["poison.test.js", text]);
    alone ??= seconds;
    console.log(`  ${kind.padEnd(8)} ${seconds.toFixed(1).padStart(6)}   ${(seconds / alone).toFixed(2)}`);
  }
}

function turnsPerSecond(): number {
  const began = performance.now();
  let x = 0;
  for (let i = 0; i < 5e7; i += 1) x = (x * 31 + i) % 1_000_003;
  return x < 0 ? 0 : 5e7 / ((performance.now() - began) / 1000);
}
