import "./own-temporary.ts";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { branchesIn, makeRemote } from "../support/fleet.ts";
import { startPostgres } from "../support/postgres.ts";
import { report } from "./report.ts";

/**
 * Workers share a queue of repairs while one of them, chosen at random, is repeatedly killed with SIGKILL. Each task
 * must end once and push one branch; each answer must be executed once. Workers are processes with their own HOME and
 * cache, in the same namespaces: they share the database, the remotes and the machine. Controls: tasks were really
 * interrupted, and a second branch would have been counted.
 */
const { values } = parseArgs({
  options: {
    tasks: { type: "string", default: "40" },
    workers: { type: "string", default: "3" },
    kills: { type: "string", default: "5" },
    answers: { type: "string", default: "5" },
    limit: { type: "string", default: "1200" },
  },
});
const [count, size, kills, answers] = [values.tasks, values.workers, values.kills, values.answers].map(
  Number,
) as [number, number, number, number];
const base = mkdtempSync(join(tmpdir(), "agentforge-fleet-battery-"));
const server = await startPostgres();
const env = { AGENTFORGE_DATABASE: server.url, AGENTFORGE_USER: "ada" };
const startedAt = performance.now();
const seconds = () => (performance.now() - startedAt) / 1000;
const workers: ReturnType<typeof startWorker>[] = [];
try {
  const urls = Array.from({ length: Math.max(2, Math.ceil(count / 4)) }, (_, index) =>
    makeRemote(join(base, `auto-${index}`)),
  );
  const asking = Array.from({ length: answers }, (_, index) => makeRemote(join(base, `asks-${index}`)));
  for (const url of [...urls, ...asking]) await run("fleet", "add", url);
  for (let index = 0; index < count; index += 1)
    await run("fleet", "enqueue", String(urls[index % urls.length]), "--tests", "--auto");
  for (const url of asking) await run("fleet", "enqueue", url, "--tests", "--priority", "1");

  const startedAfter = seconds();
  for (let index = 0; index < size; index += 1) workers.push(startWorker(index));
  let [killed, answered] = [0, 0];
  let { tasks } = await run("fleet", "status");
  while (seconds() < Number(values.limit)) {
    await setTimeout(2000);
    for (const { review_id } of (await run("fleet", "inbox")).reviews) {
      answered += (await run("fleet", "approve", review_id)).exitCode === 0 ? 1 : 0;
    }
    ({ tasks } = await run("fleet", "status"));
    if (tasks.queued + tasks.running === 0 && answered >= answers) break;
    const busy = Math.min(size, tasks.queued + tasks.running);
    if (killed < kills && busy > 0 && tasks.running >= busy) {
      const drawn = killed % size;
      workers[drawn]?.kill("SIGKILL");
      await workers[drawn];
      workers[drawn] = startWorker(drawn);
      killed += 1;
    }
  }
  const took = seconds() - startedAfter;
  await judge(urls, asking, { tasks, killed, answered, took });
} finally {
  for (const worker of workers) worker.kill("SIGKILL");
  await Promise.all(workers);
  await server.stop();
  rmSync(base, { recursive: true, force: true });
}

// biome-ignore lint/suspicious/noExplicitAny: what --json prints differs by command
async function run(...args: string[]): Promise<any> {
  const done = await agentforge(base, [...args, "--json"], env);
  return { ...done.json, exitCode: done.exitCode };
}

function startWorker(index: number) {
  const home = join(base, `home-${index}`);
  mkdirSync(home, { recursive: true });
  const words = ["worker", "--local-remotes", "--cache", join(home, "cache")];
  return startAgentforge(home, words, { ...env, HOME: home });
}

async function judge(
  urls: readonly string[],
  asking: readonly string[],
  ran: { tasks: Record<string, number>; killed: number; answered: number; took: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const numberOf = async (sql: string) => Number((await client.query(sql)).rows[0]?.count ?? 0);
  await client.query("SET search_path TO agentforge_fleet");
  const twice = await numberOf(
    "SELECT count(*) FROM (SELECT entity_id FROM activity WHERE action_type = 'task.finished' GROUP BY entity_id HAVING count(*) > 1) AS ended",
  );
  const attempts = await numberOf("SELECT count(*) FROM activity WHERE action_type = 'task.started'");
  const unanswered = await numberOf("SELECT count(*) FROM fleet_reviews WHERE status <> 'landed'");
  const fixed = await numberOf("SELECT count(*) FROM fleet_tasks WHERE outcome = 'fixed'");
  const unexpected = await client.query(
    `SELECT task_id, outcome, fleet_tasks.data AS task, fleet_reviews.data AS review
     FROM fleet_tasks LEFT JOIN fleet_reviews USING (task_id)
     WHERE outcome NOT IN ('fixed', 'asked') OR fleet_reviews.status <> 'landed'`,
  );
  await client.end();
  const pushed = [...urls, ...asking].reduce((sum, url) => sum + branchesIn(url).length, 0);
  const all = count + 2 * answers;
  const control = String(urls[0]);
  const before = branchesIn(control).length;
  execFileSync("git", ["branch", "fix/second", "main"], { cwd: control });
  const verdict = {
    title: `${all} tasks, ${size} workers, ${ran.killed} kills in ${ran.took.toFixed(0)} s (${(all / ran.took).toFixed(2)} a second)`,
    counts: [
      { name: "tasks lost (neither done nor set aside)", value: all - sumOf(ran.tasks), mustBe: 0 },
      { name: "tasks set aside", value: ran.tasks.set_aside ?? 0, mustBe: 0 },
      { name: "tasks that ended twice", value: twice, mustBe: 0 },
      { name: "branches beyond one per task", value: pushed - count - answers, mustBe: 0 },
      { name: "tasks without their branch", value: count + answers - fixed, mustBe: 0 },
      { name: "answers given", value: ran.answered, mustBe: answers },
      { name: "answers not executed", value: unanswered, mustBe: 0 },
      { name: "attempts beyond one per task", value: attempts - all },
    ],
    controls: [
      { name: "tasks were interrupted", holds: kills === 0 || attempts > all, shown: String(attempts - all) },
      { name: "a second branch is counted", holds: branchesIn(control).length === before + 1, shown: "yes" },
    ],
  };
  report(
    verdict,
    unexpected.rows.map(
      ({ task_id, outcome, task, review }) => `${task_id} ${outcome}: ${task} ${review ?? ""}`,
    ),
  );
}

function sumOf({ done = 0, set_aside = 0, cancelled = 0 }: Record<string, number>): number {
  return done + set_aside + cancelled;
}
