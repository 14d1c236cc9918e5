import "./own-temporary.ts";
import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeNetwork, noMachines } from "./apart/machines.ts";
import { makeCertificate, makeRemotes, startDatabase, startGitHost } from "./apart/servers.ts";
import { report } from "./report.ts";

/**
 * Workers on separate machines: each in its own network and mount namespaces, as its own user, with no shared folder;
 * PostgreSQL on another, a git host with smart HTTP on a third. Meanwhile workers are killed, stopped for longer than
 * their claim lasts and cut off from the network, one worker's clock is an hour ahead, and PostgreSQL is restarted.
 * Each task must end once and push one branch; each answer must be executed once. A real clock cannot differ between
 * namespaces (time namespaces shift only the monotonic clocks), so the clock is moved inside the worker's process.
 * Exits with 3 if such machines cannot be created.
 */
const { values } = parseArgs({
  options: {
    apart: { type: "boolean" },
    tasks: { type: "string", default: "24" },
    repositories: { type: "string", default: "8" },
    workers: { type: "string", default: "3" },
    answers: { type: "string", default: "2" },
    kills: { type: "string", default: "2" },
    stalls: { type: "string", default: "1" },
    cuts: { type: "string", default: "1" },
    restarts: { type: "string", default: "1" },
    "cut-seconds": { type: "string", default: "25" },
    limit: { type: "string", default: "1500" },
  },
});
const [count, repositories, size, answers] = [
  ...[values.tasks, values.repositories, values.workers, values.answers],
].map(Number) as [number, number, number, number];
const STALL_MS = 20_000;
const why = noMachines();
if (why !== null) {
  console.log(`VOID: machines that are apart cannot be made here: ${why}`);
  process.exitCode = 3;
} else await main();

async function main(): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "agentforge-apart-"));
  chmodSync(base, 0o711);
  const network = makeNetwork(base);
  const children: ChildProcess[] = [];
  try {
    const place = await furnish(base, network, children);
    const begun = performance.now();
    const faults = await work(place, begun);
    await judge(place, faults, (performance.now() - begun) / 1000);
  } finally {
    for (const child of children) {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
    }
    network.remove();
    rmSync(base, { recursive: true, force: true });
  }
}

type Place = Awaited<ReturnType<typeof furnish>>;

async function furnish(base: string, network: ReturnType<typeof makeNetwork>, children: ChildProcess[]) {
  const [database, host] = [network.addMachine("database"), network.addMachine("host")];
  const machines = Array.from({ length: size }, (_, index) => network.addMachine(`worker${index}`));
  const certificate = makeCertificate(base, host.address);
  for (const machine of machines) cpSync(certificate.cert, join(machine.folder, "host.pem"));
  const remotes = makeRemotes(host, repositories);
  await startGitHost(host, certificate, children);
  const postgres = await startDatabase(database, children);
  const url = `postgres://tester@${database.address}:5432/postgres`;
  const env = { AGENTFORGE_DATABASE: url, AGENTFORGE_USER: "ada" };
  const launcher = fileURLToPath(new URL("../../bin/agentforge.js", import.meta.url));

  // biome-ignore lint/suspicious/noExplicitAny: what --json prints differs by command
  async function run(...args: string[]): Promise<any> {
    const ran = await network.run([process.execPath, launcher, ...args, "--json"], env);
    try {
      return { ...JSON.parse(ran.stdout), exitCode: ran.exitCode };
    } catch {
      return { exitCode: ran.exitCode, stderr: ran.stderr };
    }
  }
  function startWorker(index: number): ChildProcess {
    const machine = machines[index];
    if (!machine) throw new Error(`there is no worker ${index}`);
    const ahead = fileURLToPath(new URL("./apart/clock-ahead.mjs", import.meta.url));
    const child = machine.start([process.execPath, launcher, "worker"], {
      ...{ AGENTFORGE_DATABASE: url, GIT_SSL_CAINFO: "/home/machine/host.pem" },
      ...(index === size - 1 && { NODE_OPTIONS: `--import=${ahead}` }),
    });
    children.push(child);
    return child;
  }
  const query = async (sql: string) => {
    const words = ["psql", "-qAt", "-c", `SET search_path TO agentforge_fleet; ${sql}`, url] as const;
    return (await network.run([...words], {})).stdout.trim().split("\n").at(-1) ?? "";
  };
  return { host, remotes, machines, postgres, run, startWorker, query };
}

interface Faults {
  killed: number;
  stalled: number;
  cut: number;
  restarted: number;
  answered: number;
  tasks: Record<string, number>;
}

async function work(place: Place, begun: number): Promise<Faults> {
  const { run, remotes, host } = place;
  const urls = remotes.map((name) => `https://${host.address}:8443/${name}`);
  const asking = urls.slice(0, answers);
  const rest = urls.slice(answers);
  for (const url of urls) await must(run("fleet", "add", url));
  for (let index = 0; index < count; index += 1)
    await must(run("fleet", "enqueue", String(rest[index % rest.length]), "--tests", "--auto"));
  for (const url of asking) await must(run("fleet", "enqueue", url, "--tests", "--priority", "1"));
  const workers = place.machines.map((_, index) => place.startWorker(index));
  const faults: Faults = { killed: 0, stalled: 0, cut: 0, restarted: 0, answered: 0, tasks: {} };
  const all = count + 2 * answers;
  while ((performance.now() - begun) / 1000 < Number(values.limit)) {
    await setTimeout(2000);
    for (const { review_id } of (await run("fleet", "inbox")).reviews ?? [])
      faults.answered += (await run("fleet", "approve", review_id)).exitCode === 0 ? 1 : 0;
    const { tasks } = await run("fleet", "status");
    if (tasks === undefined) continue;
    faults.tasks = tasks;
    const ended = sumOf(tasks);
    if (ended >= all) break;
    if (tasks.running > 0) await disturb(place, workers, faults, ended / all);
  }
  return faults;
}

/** One fault at a time, spread over the run. */
async function disturb(place: Place, workers: ChildProcess[], faults: Faults, share: number): Promise<void> {
  const planned = [
    ...Array.from({ length: Number(values.kills) }, () => "kill"),
    ...Array.from({ length: Number(values.stalls) }, () => "stall"),
    ...Array.from({ length: Number(values.cuts) }, () => "cut"),
    ...Array.from({ length: Number(values.restarts) }, () => "restart"),
  ];
  const done = faults.killed + faults.stalled + faults.cut + faults.restarted;
  if (done >= planned.length || share < (done + 0.5) / (planned.length + 1)) return;
  // The same faults in every run, but mixed rather than grouped by kind.
  const order = planned.map((_, index) => planned[(index * 7) % planned.length]);
  const kind = planned.length % 7 === 0 ? planned[done] : order[done];
  const drawn = Math.floor(Math.random() * size);
  const worker = workers[drawn];
  const machine = place.machines[drawn];
  if (!worker || !machine) return;
  console.log(`${kind} ${kind === "restart" ? "postgres" : machine.name}`);
  if (kind === "kill") {
    const ended = once(worker, "exit");
    worker.kill("SIGKILL");
    await ended;
    workers[drawn] = place.startWorker(drawn);
    faults.killed += 1;
  } else if (kind === "stall") {
    worker.kill("SIGSTOP");
    await setTimeout(STALL_MS);
    worker.kill("SIGCONT");
    faults.stalled += 1;
  } else if (kind === "cut") {
    machine.setNetwork("down");
    await setTimeout(Number(values["cut-seconds"]) * 1000);
    machine.setNetwork("up");
    faults.cut += 1;
  } else {
    await place.postgres.restart();
    faults.restarted += 1;
  }
}

async function judge(place: Place, faults: Faults, took: number): Promise<void> {
  const { query, remotes, host } = place;
  const numberOf = async (sql: string) => Number(await query(sql));
  const started = "action_type = 'task.started'";
  const twice = await numberOf(
    "SELECT count(*) FROM (SELECT entity_id FROM activity WHERE action_type = 'task.finished' GROUP BY entity_id HAVING count(*) > 1) AS ended",
  );
  const begun = await numberOf(`SELECT count(*) FROM activity WHERE ${started}`);
  const noted = await numberOf("SELECT count(*) FROM activity WHERE action_type = 'task.failed'");
  const unanswered = await numberOf("SELECT count(*) FROM fleet_reviews WHERE status <> 'landed'");
  const fixed = await numberOf("SELECT count(*) FROM fleet_tasks WHERE outcome = 'fixed'");
  const reasons = await query(
    "SELECT string_agg(DISTINCT left(metadata::text, 200), ' | ') FROM activity WHERE action_type = 'task.failed'",
  );
  const all = count + 2 * answers;
  const pushed = remotes.reduce((sum, name) => sum + branchesIn(join(host.folder, name)), 0);
  const again = begun - all;
  const abandoned = Math.max(0, again - noted);
  const { killed, stalled, cut, restarted } = faults;
  const interruptions = killed + stalled + cut + restarted * size;
  const control = join(host.folder, String(remotes[0]));
  const before = branchesIn(control);
  execFileSync("git", ["-c", "safe.directory=*", "branch", "fix/second", "main"], { cwd: control });
  report(
    {
      title: `${all} tasks, ${repositories} repositories, ${size} machines, ${killed} kills, ${stalled} stalls, ${cut} cuts, ${restarted} restarts in ${took.toFixed(0)} s`,
      counts: [
        { name: "tasks lost (neither done nor set aside)", value: all - sumOf(faults.tasks), mustBe: 0 },
        { name: "tasks set aside", value: faults.tasks.set_aside ?? 0, mustBe: 0 },
        { name: "tasks that ended twice", value: twice, mustBe: 0 },
        { name: "branches beyond one per task", value: pushed - count - answers, mustBe: 0 },
        { name: "tasks without their branch", value: count + answers - fixed, mustBe: 0 },
        { name: "answers lost", value: answers - faults.answered, mustBe: 0 },
        { name: "answers not executed", value: unanswered, mustBe: 0 },
        { name: "re-executions", value: again },
        { name: "  after a recorded failure", value: Math.min(again, noted) },
        { name: "  after a worker was lost", value: abandoned },
        { name: "  that nothing explains", value: Math.max(0, abandoned - interruptions), mustBe: 0 },
      ],
      controls: [
        { name: "work was interrupted", holds: interruptions === 0 || again > 0, shown: String(again) },
        { name: "a second branch is counted", holds: branchesIn(control) === before + 1, shown: "yes" },
      ],
    },
    reasons === "" ? [] : [`noted: ${reasons}`],
  );
}

function sumOf({ done = 0, set_aside = 0, cancelled = 0 }: Record<string, number>): number {
  return done + set_aside + cancelled;
}

// biome-ignore lint/suspicious/noExplicitAny: what --json prints differs by command
async function must(ran: Promise<any>): Promise<void> {
  const answer = await ran;
  if (answer.exitCode !== 0) throw new Error(JSON.stringify(answer));
}

function branchesIn(folder: string): number {
  const words = ["-c", "safe.directory=*", "for-each-ref", "--format=%(refname)", "refs/heads/fix"];
  return execFileSync("git", words, { cwd: folder }).toString().split("\n").filter(Boolean).length;
}
