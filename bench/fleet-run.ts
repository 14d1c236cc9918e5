import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { agentforge, startAgentforge } from "../test/support/cli.ts";
import { type ExtraFile, makeRemote } from "../test/support/fleet.ts";
import { cpuSeconds, cpuSecondsOfFamily, parentOf } from "./cpu.ts";
import { median } from "./median.ts";

interface Ran {
  readonly tasks: number;
  /** From the start of the first task to the end of the last. */
  readonly seconds: number;
  /** CPU time of workers, tests and PostgreSQL. */
  readonly cpu: number;
  /** CPU time of PostgreSQL alone. */
  readonly database: number;
}

/** A process, and everything that it starts from now on. */
function keepOn(core: number, pid: number): void {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core), String(pid)], {
    stdio: "ignore",
  });
}

/** Fleets of new repositories, each in its own schema of one database. */
export function createBenchFleet(base: string, url: string) {
  const workers: ReturnType<typeof startAgentforge>[] = [];
  let number = 0;

  async function stopWorkers(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    for (const worker of workers) worker.kill(signal);
    await Promise.all(workers.splice(0));
  }

  function open() {
    number += 1;
    const schema = `bench_${number}`;
    const folder = join(base, schema);
    mkdirSync(folder);
    const env = { AGENTFORGE_DATABASE: `${url}?schema=${schema}`, AGENTFORGE_USER: "bench" };
    return {
      schema,
      folder,
      async command(...args: string[]) {
        const done = await agentforge(folder, [...args, "--json"], env);
        if (done.exitCode !== 0) throw new Error(`${args.join(" ")}: ${done.stdout} ${done.stderr}`);
        return done.json;
      },
      startWorker(name: string, ...more: string[]) {
        const home = join(folder, name);
        mkdirSync(home);
        const words = ["worker", "--local-remotes", "--cache", join(home, "cache"), ...more];
        const worker = startAgentforge(home, words, { ...env, HOME: home });
        workers.push(worker);
        return worker.pid ?? 0;
      },
    };
  }

  /** `ownCores`: every worker, with what it starts, has one core, as on a machine of that size. */
  async function run(size: number, tasks: number, extra: ExtraFile | null, ownCores = false): Promise<Ran> {
    const { schema, folder, command, startWorker } = open();
    for (let index = 0; index < tasks; index += 1)
      await command("fleet", "add", makeRemote(join(folder, `r-${index}`), extra === null ? [] : [extra]));
    await command("fleet", "pause");
    await command("fleet", "enqueue", "--all", "--tests", "--auto");

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const all = async (sql: string) => (await client.query(sql)).rows;
    const until = async (sql: string, wanted: number) => {
      while (Number((await all(sql))[0]?.count) !== wanted) await setTimeout(500);
    };
    const { pid } = (await all("SELECT pg_backend_pid() AS pid"))[0] as { pid: number };
    const postgres = parentOf(pid);
    for (let index = 0; index < size; index += 1) startWorker(`home-${index}`);
    await until(`SELECT count(*) FROM ${schema}.fleet_workers`, size);
    const pids = workers.map((worker) => worker.pid ?? 0);
    if (ownCores) for (const [core, each] of pids.entries()) keepOn(core, each);
    const spent = () => pids.reduce((sum, each) => sum + cpuSeconds(each), 0);
    const [before, databaseBefore] = [spent(), cpuSecondsOfFamily(postgres)];
    await command("fleet", "resume");
    await until(
      `SELECT count(*) FROM ${schema}.fleet_tasks WHERE status NOT IN ('queued', 'running')`,
      tasks,
    );
    const database = cpuSecondsOfFamily(postgres) - databaseBefore;
    const cpu = spent() - before + database;
    const rows =
      await all(`SELECT outcome, data::json ->> 'started_at' AS started, data::json ->> 'ended_at' AS ended,
      data FROM ${schema}.fleet_tasks`);
    await client.end();
    await stopWorkers("SIGTERM");
    const failed = rows.find(({ outcome }) => outcome !== "fixed");
    if (failed !== undefined) throw new Error(`a task was not fixed: ${failed.data}`);
    const times = (name: "started" | "ended") => rows.map((row) => Date.parse(row[name]));
    const seconds = (Math.max(...times("ended")) - Math.min(...times("started"))) / 1000;
    return { tasks, seconds, cpu, database };
  }

  /**
   * Seconds of the median of three small repairs on one worker, while another one works on the poisoned repository.
   * Each has its own core, because they would be on different machines.
   */
  async function beside(poison: ExtraFile | null): Promise<number> {
    const { folder, command, startWorker } = open();
    const begin = async (remote: string, ...more: string[]): Promise<string> => {
      await command("fleet", "add", remote, ...more);
      return (await command("fleet", "enqueue", remote, "--tests", "--auto")).tasks[0].task_id;
    };
    const whileIn = async (task: string, statuses: readonly string[]) => {
      for (;;) {
        const shown = await command("fleet", "show", task);
        if (!statuses.includes(shown.status)) return shown;
        await setTimeout(1000);
      }
    };
    if (poison !== null) {
      const task = await begin(makeRemote(join(folder, "poison"), [poison]), "--label", "poison");
      keepOn(1, startWorker("poisoned", "--labels", "poison"));
      await whileIn(task, ["queued"]);
    }
    keepOn(0, startWorker("healthy"));
    const taken: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const task = await begin(makeRemote(join(folder, `healthy-${index}`)));
      const { started_at, ended_at, outcome } = await whileIn(task, ["queued", "running"]);
      if (outcome?.kind !== "fixed") throw new Error(`${task} was not fixed`);
      taken.push((Date.parse(ended_at) - Date.parse(started_at)) / 1000);
    }
    await stopWorkers("SIGKILL");
    return median(taken);
  }

  return { run, beside, stop: () => stopWorkers("SIGKILL") };
}
