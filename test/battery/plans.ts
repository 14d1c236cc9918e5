import "./own-temporary.ts";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { plannedProject, planText } from "../support/plans.ts";
import { startPostgres } from "../support/postgres.ts";
import type { Repository } from "../support/repository.ts";
import { report } from "./report.ts";

/**
 * Two daemons share many approved plans while one of them, chosen at random, is killed with SIGKILL every second or two,
 * sometimes before it is ready, until all is done or `--seconds` have passed; then they may finish. At the end, each
 * plan must have been executed exactly once, or be reported failed: one branch, one commit with its trailer, one
 * execution.completed, one report; nothing left in System/Active. Every fifth plan cannot work and has to fail.
 * `--database postgres` keeps the state on a server that is started for it. Controls: plans were really interrupted,
 * both daemons worked, the state was in that database, and a second branch would have been noticed.
 */
const { values } = parseArgs({
  options: {
    plans: { type: "string", default: "200" },
    kill: { type: "string", default: "1" },
    seconds: { type: "string", default: "600" },
    limit: { type: "string", default: "3000" },
    database: { type: "string", default: "sqlite" },
  },
});
const count = Number(values.plans);
const killMs = Number(values.kill) * 1000;
const started = performance.now();

if (!["sqlite", "postgres"].includes(values.database))
  throw new Error(`--database ${values.database}: it is sqlite or postgres`);
const server = values.database === "postgres" ? await startPostgres() : null;
const env: Record<string, string> = server === null ? {} : { AGENTFORGE_DATABASE: server.url };
const repository = plannedProject({ tests: false });
try {
  const active = join(repository.path, ".agentforge/System/Active");
  mkdirSync(active, { recursive: true });
  repository.write(".agentforge/config.yaml", "daemon:\n  lease_seconds: 4\n  concurrency: 1\n");
  const bad = (index: number) => index % 5 === 4;
  for (let index = 0; index < count; index += 1) drop(active, index, bad(index));

  let kills = 0;
  const starts = [0, 0];
  const daemons = [start(0), start(1)];
  while (seconds() < Number(values.limit) && !isDone(repository)) {
    await setTimeout(killMs);
    if (seconds() > Number(values.seconds)) continue;
    const drawn = Math.random() < 0.5 ? 0 : 1;
    if (Math.random() < 0.8) await daemons[drawn]?.ready;
    await setTimeout(Math.random() * 500);
    daemons[drawn]?.child.kill("SIGKILL");
    await daemons[drawn]?.child;
    kills += 1;
    daemons[drawn] = start(drawn);
  }
  for (const { child } of daemons) child.kill("SIGTERM");
  await Promise.all(daemons.map(({ child }) => child));
  await agentforge(repository.path, ["daemon", "--once", "--only", "plans"], env);
  await judge(repository, bad, { kills, starts });

  function start(index: number) {
    starts[index] = (starts[index] ?? 0) + 1;
    const child = startAgentforge(repository.path, ["daemon", "--only", "plans", "--interval", "3"], env);
    return { child, ready: once(child.stderr, "data").catch(() => undefined) };
  }
} finally {
  repository.remove();
  await server?.stop();
}

function drop(active: string, index: number, isBad: boolean): void {
  const name = nameOf(index);
  const actions = isBad ? ['tool = "read_file"\n\n[parameters]\npath = "not-there.txt"'] : [];
  const text = planText({ title: `Write ${name}`, files: { [`out/${name}.txt`]: `${name}\n` }, actions });
  const draft = join(active, `.${name}`);
  writeFileSync(draft, text);
  renameSync(draft, join(active, `${name}.md`));
}

function nameOf(index: number): string {
  return `plan-${String(index).padStart(4, "0")}`;
}

/** Cheap to check: the folder empties as plans end. */
function isDone(repo: Repository): boolean {
  const left = readdirSync(join(repo.path, ".agentforge/System/Active")).filter((name) =>
    name.endsWith(".md"),
  );
  return left.length === 0;
}

function seconds(): number {
  return (performance.now() - started) / 1000;
}

async function judge(
  repo: Repository,
  isBad: (index: number) => boolean,
  { kills, starts }: { kills: number; starts: readonly number[] },
): Promise<void> {
  const branches = repo
    .git("for-each-ref", "--format=%(refname:short)", "refs/heads/feat")
    .trim()
    .split("\n");
  const commits = repo.git("log", "--branches=feat/*", "--format=%H %B%x00").split("\0");
  const records: {
    request_id: string;
    trace_id: string;
    status: string;
    outcome: { commit: string | null; error: string | null } | null;
  }[] = (await agentforge(repo.path, ["plan", "list", "--all", "--json"], env)).json;
  const journal: { action_type: string; entity_id: string; metadata: Record<string, unknown> }[] = (
    await agentforge(repo.path, ["journal", "query", "--limit", "900000", "--json"], env)
  ).json;
  const verify = await agentforge(repo.path, ["state", "check", "--json"], env);
  const said = (type: string, id: string) =>
    journal.filter((row) => row.action_type === type && row.entity_id === id).length;

  const problems: string[] = [];
  let twice = 0;
  let lost = 0;
  let unreported = 0;
  let interrupted = 0;
  let givenUp = 0;
  for (let index = 0; index < count; index += 1) {
    const id = nameOf(index);
    const record = records.find((each) => each.request_id === id);
    const own = branches.filter((branch) => branch.startsWith(`feat/${id}-`));
    const trailers = commits.filter(
      (text) => record !== undefined && text.includes(`[ExoTrace: ${record.trace_id}]`),
    );
    const completed = said("execution.completed", id);
    if (said("execution.started", id) > 1) interrupted += 1;
    if (own.length > 1 || trailers.length > 1 || completed > 1 || said("plan.approved", id) > 1) {
      twice += 1;
      problems.push(`${id}: ${own.length} branches, ${trailers.length} commits, ${completed} completions`);
    }
    const reports = readdirSync(join(repo.path, ".agentforge/Knowledge/Reports")).filter((name) =>
      name.startsWith(`${id}_`),
    );
    if (record?.status === "completed") {
      const archived = existsSync(join(repo.path, `.agentforge/Inbox/Archive/${id}_plan.md`));
      if (own.length !== 1 || trailers.length !== 1 || completed !== 1 || !archived) {
        lost += 1;
        problems.push(
          `${id}: completed, with ${own.length} branches, ${completed} completions, archived ${archived}`,
        );
      }
      if (reports.length !== 1) unreported += 1;
      if (isBad(index)) problems.push(`${id}: cannot work, and is completed`);
    } else if (record?.status === "error") {
      const request = join(repo.path, `.agentforge/Inbox/Requests/${id}.md`);
      const returned = existsSync(request) && readFileSync(request, "utf8").includes('status = "error"');
      if (reports.length !== 1 || said("execution.failed", id) !== 1 || !returned) {
        unreported += 1;
        problems.push(`${id}: failed, ${reports.length} reports, request returned: ${returned}`);
      }
      if (own.length > 0) problems.push(`${id}: failed, and has a branch`);
      if (record.outcome?.error?.includes("interrupted too often")) givenUp += 1;
      else if (!isBad(index)) problems.push(`${id}: failed: ${JSON.stringify(record.outcome)}`);
    } else {
      lost += 1;
      problems.push(`${id}: ${record?.status ?? "not on record"}`);
    }
  }
  const left = readdirSync(join(repo.path, ".agentforge/System/Active")).length;
  const good = records.filter((record) => record.status === "completed").length;
  report(
    {
      title: `${count} plans, two daemons, one killed after ${killMs / 1000} s and more, on ${values.database}`,
      counts: [
        { name: "carried out", value: good },
        { name: "reported failed", value: records.filter((record) => record.status === "error").length },
        { name: "of these, given up after too many kills", value: givenUp },
        { name: "on record", value: records.length, mustBe: count },
        { name: "carried out twice", value: twice, mustBe: 0 },
        { name: "lost", value: lost, mustBe: 0 },
        { name: "without their report", value: unreported, mustBe: 0 },
        { name: "left in System/Active", value: left, mustBe: 0 },
        { name: "whole state in order (exit code)", value: verify.exitCode ?? 9, mustBe: 0 },
        { name: "other problems", value: problems.length, mustBe: 0 },
        { name: "kills", value: kills },
        { name: "plans that were started more than once", value: interrupted },
        { name: "seconds", value: Math.round(seconds()) },
      ],
      controls: [
        { name: "daemons were killed while working", holds: interrupted > 0, shown: String(interrupted) },
        {
          name: "both daemons were started again",
          holds: starts.every((each) => each > 1),
          shown: starts.join("+"),
        },
        {
          name: "the database is the requested one",
          holds: existsSync(join(repo.path, ".agentforge/journal.db")) === (server === null),
          shown: values.database,
        },
        { name: "a second branch is noticed", holds: secondIsSeen(repo, branches), shown: "yes" },
      ],
    },
    problems,
  );
}

function secondIsSeen(repo: Repository, before: readonly string[]): boolean {
  const [first] = before;
  if (first === undefined || first === "") return false;
  const prefix = first.slice(0, first.lastIndexOf("-") + 1);
  repo.git("branch", `${prefix}again`, first);
  const after = repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads/feat").trim().split("\n");
  return after.filter((branch) => branch.startsWith(prefix)).length === 2;
}
