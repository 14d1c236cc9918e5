import "./own-temporary.ts";
import type { ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createFaults } from "./apart/faults.ts";
import { makeNetwork, noMachines } from "./apart/machines.ts";
import { furnish, type Place } from "./apart/place.ts";
import { judge } from "./apart/verdict.ts";

/**
 * Workers on separate machines: each in its own network and mount namespaces, as its own user, with no shared folder;
 * PostgreSQL on another, a git host with smart HTTP on a third. Meanwhile workers are killed, stopped for longer than
 * their claim lasts and cut off from the network, one worker's clock is an hour ahead, and PostgreSQL is restarted.
 * Each task must end once and push one branch, each answer must be executed once, and each planned fault must be seen to
 * hit a task. A real clock cannot differ between namespaces (time namespaces shift only the monotonic clocks), so the
 * clock is moved inside the worker's process. Exits with 3 if such machines cannot be created.
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
    logs: { type: "string" },
  },
});
const count = Number(values.tasks);
const answers = Number(values.answers);
const planned = {
  ...{ kill: Number(values.kills), stall: Number(values.stalls) },
  ...{ cut: Number(values.cuts), restart: Number(values.restarts) },
};
const why = noMachines();
if (why !== null) {
  console.log(`VOID: separate machines cannot be created here: ${why}`);
  process.exitCode = 3;
} else await main();

async function main(): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), "agentforge-apart-"));
  chmodSync(base, 0o711);
  const { logs } = values;
  if (logs !== undefined) mkdirSync(logs, { recursive: true });
  const network = makeNetwork(base);
  const children: ChildProcess[] = [];
  try {
    const [repositories, size] = [Number(values.repositories), Number(values.workers)];
    const place = await furnish({ base, network, children, repositories, size, logs });
    await enqueue(place);
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    const say = (line: string) => console.log(`${seconds().toFixed(0).padStart(4)} s  ${line}`);
    const faults = createFaults(place, { planned, cutSeconds: Number(values["cut-seconds"]), say });
    for (const index of place.machines.keys()) place.startWorker(index);
    const approved = await work(place, faults, seconds);
    const took = seconds();
    await faults.settled();
    await judge({ place, count, answers, approved, planned, faults: faults.happened, took });
  } finally {
    for (const child of children) {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
    }
    network.remove();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Most repositories get tasks that push without asking; in the others a person is asked first. */
async function enqueue({ run, remotes, host }: Place): Promise<void> {
  const urls = remotes.map((name) => `https://${host.address}:8443/${name}`);
  const rest = urls.slice(answers);
  for (const url of rest) await must(run("fleet", "add", url));
  const rounds = Math.floor(count / rest.length);
  for (let round = 0; round < rounds; round += 1)
    await must(run("fleet", "enqueue", "--all", "--tests", "--auto"));
  for (const url of rest.slice(0, count - rounds * rest.length))
    await must(run("fleet", "enqueue", url, "--tests", "--auto"));
  for (const url of urls.slice(0, answers)) {
    await must(run("fleet", "add", url));
    await must(run("fleet", "enqueue", url, "--tests", "--priority", "1"));
  }
}

/** Waits until every task has ended and answers every question; returns the confirmed answers. */
async function work(
  place: Place,
  faults: ReturnType<typeof createFaults>,
  seconds: () => number,
): Promise<ReadonlySet<string>> {
  const approved = new Set<string>();
  const all = count + 2 * answers;
  while (seconds() < Number(values.limit)) {
    await setTimeout(1000);
    const [now] = await place
      .rows<{ over: number; asking: number }>(
        `SELECT (SELECT count(*) FROM fleet_tasks WHERE status NOT IN ('queued', 'running')) AS over,
           (SELECT count(*) FROM fleet_reviews WHERE status = 'pending') AS asking`,
      )
      .catch(() => []);
    // PostgreSQL is unreachable.
    if (now === undefined) continue;
    if (now.over >= all) break;
    faults.disturb(now.over / all);
    if (now.asking === 0) continue;
    for (const { review_id } of (await place.run("fleet", "inbox")).reviews ?? [])
      if ((await place.run("fleet", "approve", review_id)).exitCode === 0) approved.add(review_id);
  }
  return approved;
}

// biome-ignore lint/suspicious/noExplicitAny: what --json prints differs by command
async function must(ran: Promise<any>): Promise<void> {
  const answer = await ran;
  if (answer.exitCode !== 0) throw new Error(JSON.stringify(answer));
}
