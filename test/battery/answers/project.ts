import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startAgentforge } from "../../support/cli.ts";
import { plannedProject, planText } from "../../support/plans.ts";
import type { Repository } from "../../support/repository.ts";
import { faultOf } from "./judge.ts";
import { createPerson, type Person } from "./person.ts";
import { openRecords, type Records } from "./records.ts";
import type { Tally } from "./tally.ts";

/**
 * The kinds of projects and their share of the rounds. In a project with slow tests, answers arrive while plans are
 * executed.
 */
export const KINDS = { slow: 0.4, large: 0.2, small: 0.4 } as const;
export type Kind = keyof typeof KINDS;

export interface Options {
  readonly people: number;
  readonly files: number;
  readonly keep: boolean;
  /** The daemons' output, for debugging. */
  readonly log: string | undefined;
  readonly random: () => number;
  readonly tally: Tally;
}

/**
 * How long after a plan's last answer the next person starts, and how long everything may take after the last kill.
 */
const SETTLED_MS = 20_000;
const FINISHED_MS = 240_000;
const FIRST_KILL_MS = 3000;
/** A correct state is checked again after this time. */
const STAYS_MS = 1500;

/**
 * One repository and its daemon, which is killed from time to time; several people answer one plan each, in parallel.
 */
export async function inProject(kind: Kind, share: number, options: Options): Promise<void> {
  const { tally, people: count } = options;
  const repository = plannedProject({ tests: kind === "slow" });
  if (kind === "large") fill(repository, options.files);
  if (kind === "slow") slowDown(repository);
  const concurrency = kind === "slow" ? 6 : 2;
  repository.write(".agentforge/config.yaml", `daemon:\n  lease_seconds: 4\n  concurrency: ${concurrency}\n`);
  const daemon = keepDaemon(repository, kind, options);
  await until(() => existsSync(join(repository.path, ".agentforge/System/Active")));
  const records = openRecords(repository.path);
  const done: Person[] = [];
  const failed = new Set<Person>();
  const judge = (person: Person) => faultOf(repository.path, records, person, daemon.watched);
  const isRight = (person: Person) => judge(person) === null;
  const complain = (person: Person): void => {
    const fault = judge(person);
    if (fault === null || failed.has(person)) return;
    failed.add(person);
    tally.fault(person, fault);
    if (options.keep) tell(records, person);
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(kind === "slow" ? count / 2 : count, share) }, async () => {
      while (next < share) {
        const id = `${kind}${next}`;
        next += 1;
        const person = await live(repository, records, kind, id, options);
        await until(() => isRight(person), SETTLED_MS).catch(() => undefined);
        done.push(person);
      }
    }),
  );
  await daemon.restart();
  await until(() => done.every(isRight), FINISHED_MS).catch(() => undefined);
  await setTimeout(STAYS_MS * 2);
  for (const person of done) complain(person);
  await daemon.stop();
  tally.count(repository.path, records, done, daemon.watched);
  records.close();
  if (options.keep && failed.size > 0) console.log(`kept: ${repository.path}`);
  else repository.remove();
}

/** One plan, from the moment it is saved to its last answer. */
async function live(
  repository: Repository,
  records: Records,
  kind: Kind,
  id: string,
  { random, tally }: Options,
): Promise<Person> {
  const someone = createPerson(repository.path, id, random, (name) => tally.used.add(name));
  const pause = () => setTimeout(random() < 0.04 ? 9000 : random() ** 2 * 2500);
  await setTimeout(random() * 500);
  await someone.write(planText({ title: id, front: ['status = "review"'], files: { [`${id}.txt`]: "x\n" } }));
  if (kind === "slow" && random() < 0.8) {
    await pause();
    await someone.approve();
    await until(() => records.plan(id)?.stage === "active", 40_000).catch(() => undefined);
    await setTimeout(random() ** 2 * 3000);
  }
  const turns = 1 + Math.floor(random() * 4);
  for (let turn = 0; turn < turns; turn += 1) {
    await someone.answerAgain();
    if (turn < turns - 1) await pause();
  }
  return someone.person;
}

function keepDaemon(repository: Repository, kind: Kind, { random, tally, log }: Options) {
  const watches: { from: number; to: number }[] = [];
  const isOver = new AbortController();
  let running = start();
  function start() {
    const child = startAgentforge(repository.path, ["daemon", "--only", "plans"]);
    const watch = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    watches.push(watch);
    child.stderr?.on("data", (text) => {
      if (log !== undefined) appendFileSync(log, `${new Date().toISOString()} ${child.pid} ${text}`);
      if (String(text).includes("watching")) watch.from = Math.min(watch.from, Date.now());
    });
    const state = { child, watch, isKilled: false };
    void child.then(({ exitCode, stdout, stderr }) => {
      if (state.isKilled) return;
      tally.crashes += 1;
      console.log(`the daemon ended with ${exitCode}:\n${`${stdout}\n${stderr}`.slice(-2000)}`);
    });
    return state;
  }
  async function kill(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    running.watch.to = Date.now();
    running.isKilled = true;
    running.child.kill(signal);
    await running.child;
  }
  // The first kill comes soon, so that even a short project on a fast machine has one.
  let longestMs = FIRST_KILL_MS;
  const killing = (async () => {
    while (!isOver.signal.aborted) {
      const { watch } = running;
      const isEarly = random() < 0.2;
      await until(() => isEarly || isOver.signal.aborted || watch.from < Date.now(), 240_000);
      await setTimeout(1000 + random() * longestMs, undefined, { signal: isOver.signal }).catch(
        () => undefined,
      );
      if (isOver.signal.aborted) return;
      longestMs = kind === "slow" ? 25_000 : 14_000;
      await kill("SIGKILL");
      tally.kills += 1;
      running = start();
    }
  })();
  return {
    watched: (from: number, to: number) => watches.some((watch) => watch.from < from && to < watch.to),
    async restart() {
      isOver.abort();
      await killing;
      await kill("SIGTERM");
      running = start();
      await until(() => running.watch.from < Date.now(), 240_000);
    },
    stop: () => kill("SIGTERM"),
  };
}

function fill(repository: Repository, files: number): void {
  for (let index = 0; index < files; index += 1)
    repository.write(`lib/${index % 40}/file-${index}.txt`, `${index}\n`.repeat(20));
  repository.git("add", "-A");
  repository.git("commit", "-qm", "many files");
}

function slowDown(repository: Repository): void {
  repository.write(
    "slow.test.js",
    `import { test } from "node:test";\ntest("slow", () => new Promise((resolve) => setTimeout(resolve, 1200)));\n`,
  );
  repository.git("add", "-A");
  repository.git("commit", "-qm", "a slow test");
}

async function until(holds: () => boolean, milliseconds = 30_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${milliseconds} ms`);
    await setTimeout(100);
  }
}

/** Prints what was said and what was recorded, by time. */
function tell(records: Records, { id, answers }: Person): void {
  const said = answers.map(({ how, from, to }) => ({ at: to, line: `${how} (${to - from} ms)` }));
  const recorded = records.journal(id).map(({ action, at, metadata }) => {
    const more = [metadata.reviewed_at, metadata.edited_at, metadata.was, metadata.from, metadata.to];
    return { at, line: `    ${action} ${more.filter((each) => each !== undefined).join(" ")}` };
  });
  for (const { at, line } of [...said, ...recorded].sort((left, right) => left.at - right.at))
    console.log(`  ${new Date(at).toISOString().slice(14)} ${line}`);
}
