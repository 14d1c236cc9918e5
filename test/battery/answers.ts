import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { agentforge, startAgentforge } from "../support/cli.ts";
import { plannedProject, planText } from "../support/plans.ts";
import type { Repository } from "../support/repository.ts";
import { type Answer, createPerson, MOVES } from "./answers-person.ts";
import { report } from "./report.ts";

/**
 * People answer plans with their files, as editors and file managers do it, at random moments while a daemon takes the
 * plans in, tries them on a copy and carries them out, and while that daemon is killed. A round is one plan and up to
 * four answers. In the end each plan must be what its last answer says: carried out, rejected with its reason, or
 * waiting; with the words that were saved last. A withdrawal that comes after the commit is allowed to be too late only
 * if the person's file is kept. Controls: executions were stopped, daemons were killed, every sequence was used.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    batch: { type: "string", default: "20" },
    files: { type: "string", default: "1500" },
  },
});
const rounds = Number(values.rounds);
const batch = Number(values.batch);
const started = performance.now();
const random = createRandom(Number(values.seed));

interface Tally {
  lost: number;
  undone: number;
  against: number;
  tooLate: number;
  stopped: number;
  kills: number;
  completed: number;
  waits: number;
  rejected: number;
}
const tally: Tally = {
  ...{ lost: 0, undone: 0, against: 0, tooLate: 0, stopped: 0 },
  ...{ kills: 0, completed: 0, waits: 0, rejected: 0 },
};
const problems: string[] = [];
const used = new Set<string>();
let done = 0;
/** In a project with tests an execution takes seconds, so that answers meet it. */
const KINDS = { tested: 0.15, large: 0.35, small: 0.5 } as const;
for (const [kind, part] of Object.entries(KINDS)) {
  const share = kind === "small" ? rounds - done : Math.round(rounds * part);
  if (share > 0) await inRepository(kind as keyof typeof KINDS, share);
}
judge();

/** A daemon, and batches of plans that are answered side by side. */
async function inRepository(kind: keyof typeof KINDS, share: number): Promise<void> {
  const repository = plannedProject({ tests: kind === "tested" });
  try {
    if (kind === "large") fill(repository, Number(values.files));
    repository.write(".agentforge/config.yaml", "daemon:\n  lease_seconds: 4\n  concurrency: 2\n");
    let daemon = start(repository);
    await until(() => existsSync(join(repository.path, ".agentforge/System/Active")));
    const size = kind === "tested" ? Math.min(batch, 6) : batch;
    for (let first = 0; first < share; first += size) {
      const ids = Array.from({ length: Math.min(size, share - first) }, (_, index) => `p${first + index}`);
      const people = ids.map((id) => live(repository, id, kind === "tested" ? 5000 : 1500));
      const killing = (async () => {
        for (let kill = 0; kill < 2; kill += 1) {
          await setTimeout(500 + random() * 2500);
          daemon.kill("SIGKILL");
          await daemon;
          tally.kills += 1;
          daemon = start(repository);
        }
      })();
      const answers = await Promise.all(people);
      await killing;
      await settle(repository, ids, answers);
      done += ids.length;
      console.log(`${done} of ${rounds} rounds, ${Math.round((performance.now() - started) / 1000)} s`);
    }
    daemon.kill("SIGTERM");
    await daemon;
  } finally {
    repository.remove();
  }
}

function start(repository: Repository) {
  return startAgentforge(repository.path, ["daemon", "--only", "plans"]);
}

/** One plan, from the moment it is saved to its last answer. */
async function live(repository: Repository, id: string, longestPauseMs: number): Promise<Answer> {
  const person = createPerson(repository.path, id, random, (name) => used.add(name));
  await setTimeout(random() * 800);
  let answer = person.write(
    planText({ title: id, front: ['status = "review"'], files: { [`${id}.txt`]: "x\n" } }),
  );
  const turns = 1 + Math.floor(random() * 4);
  for (let turn = 0; turn < turns; turn += 1) {
    await setTimeout(random() * longestPauseMs);
    answer = (await person.answerAgain()) ?? answer;
  }
  return answer;
}

interface PlanRow {
  readonly request_id: string;
  readonly status: string;
  readonly outcome: { readonly at: string; readonly commit: string | null } | null;
  readonly decision: { readonly reason: string | null } | null;
}

/** Until every plan is what its last answer says, or nothing more can be expected. */
async function settle(
  repository: Repository,
  ids: readonly string[],
  answers: readonly Answer[],
): Promise<void> {
  const end = performance.now() + 120_000;
  for (;;) {
    const rows: PlanRow[] = (await agentforge(repository.path, ["plan", "list", "--all", "--json"])).json;
    const faults = ids.map((id, index) =>
      faultOf(
        repository,
        rows.find((row) => row.request_id === id),
        answers[index] as Answer,
      ),
    );
    if (faults.every((fault) => fault === null) || performance.now() > end) {
      for (const [index, fault] of faults.entries()) {
        if (fault === null) continue;
        tally[fault.kind] += 1;
        problems.push(`${ids[index]}: ${fault.what}`);
        console.log(`${fault.kind}: ${ids[index]}: ${fault.what}`);
      }
      for (const id of ids) count(repository, id, rows);
      return;
    }
    await setTimeout(500);
  }
}

function faultOf(
  repository: Repository,
  row: PlanRow | undefined,
  answer: Answer,
): { readonly kind: "lost" | "undone" | "against"; readonly what: string } | null {
  const said = `said ${answer.said} by ${answer.how.join(", ")}`;
  // Deleted before anybody had read it: there is nothing to be on record.
  if (row === undefined && answer.how.at(-1) === "delete") return null;
  if (row === undefined) return { kind: "lost", what: `${said}; not on record` };
  const expected = { approve: "completed", reject: "rejected", wait: "review" }[answer.said];
  const at = (name: string) => join(repository.path, ".agentforge", name);
  if (row.status === "completed" && answer.said !== "approve") {
    // The commit may have come first; then the person's file is kept, and they are told.
    const landedAt = Date.parse(row.outcome?.at ?? "");
    const isKept =
      answer.said === "wait" ||
      answer.marks.every(({ words }) => archived(repository, row.request_id, words));
    if (landedAt < answer.at + 1000 && isKept) return null;
    return { kind: "against", what: `${said}; carried out ${landedAt - answer.at} ms later, kept ${isKept}` };
  }
  if (row.status === "rejected" && answer.stillRejected !== null) {
    const reason = row.decision?.reason;
    return reason === answer.stillRejected
      ? null
      : { kind: "lost", what: `${said}; the reason is ${reason}` };
  }
  if (row.status !== expected) return { kind: "undone", what: `${said}; is ${row.status}` };
  if (answer.said === "reject" && row.decision?.reason !== answer.reason)
    return { kind: "lost", what: `${said}; the reason is ${row.decision?.reason}` };
  const file =
    {
      completed: `Inbox/Archive/${row.request_id}_plan.md`,
      rejected: `Inbox/Rejected/${row.request_id}_rejected.md`,
      review: `Inbox/Plans/${row.request_id}_plan.md`,
    }[expected] ?? "";
  const text = existsSync(at(file)) ? readFileSync(at(file), "utf8") : "";
  const missing = answer.marks.map(({ words }) => words).filter((words) => !text.includes(words));
  if (missing.length > 0) return { kind: "lost", what: `${said}; ${missing.join(", ")} is not in ${file}` };
  return null;
}

function archived(repository: Repository, id: string, mark: string): boolean {
  const found = repository.git("grep", "--no-index", "-l", mark, "--", ".agentforge/Inbox/Archive");
  return found.includes(id);
}

function count(repository: Repository, id: string, rows: readonly PlanRow[]): void {
  const status = rows.find((row) => row.request_id === id)?.status;
  if (status === "completed") tally.completed += 1;
  else if (status === "rejected") tally.rejected += 1;
  else tally.waits += 1;
  const reports = readdirSync(join(repository.path, ".agentforge/Knowledge/Reports"));
  if (reports.some((name) => name.startsWith(`${id}_withdrawal_report_`))) tally.stopped += 1;
}

function fill(repository: Repository, files: number): void {
  for (let index = 0; index < files; index += 1)
    repository.write(`lib/${index % 40}/file-${index}.txt`, `${index}\n`.repeat(20));
  repository.git("add", "-A");
  repository.git("commit", "-qm", "many files");
}

async function until(holds: () => boolean): Promise<void> {
  for (let look = 0; !holds(); look += 1) {
    if (look > 600) throw new Error("the daemon does not start");
    await setTimeout(50);
  }
}

/** Mulberry32: small, and the same everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function judge(): void {
  report(
    {
      title: `${done} plans answered by file, seed ${values.seed}`,
      counts: [
        { name: "answers lost", value: tally.lost, mustBe: 0 },
        { name: "answers undone", value: tally.undone, mustBe: 0 },
        { name: "carried out against the last answer", value: tally.against, mustBe: 0 },
        { name: "rounds", value: done, mustBe: rounds },
        { name: "carried out", value: tally.completed },
        { name: "rejected", value: tally.rejected },
        { name: "waiting", value: tally.waits },
        { name: "executions stopped by an answer", value: tally.stopped },
        { name: "kills", value: tally.kills },
        { name: "seconds", value: Math.round((performance.now() - started) / 1000) },
      ],
      controls: [
        {
          name: "every sequence was used",
          holds: rounds < 100 || MOVES.every((name) => used.has(name)),
          shown: `${used.size}/${MOVES.length}`,
        },
        {
          name: "executions were stopped",
          holds: rounds < 100 || tally.stopped > 0,
          shown: String(tally.stopped),
        },
        { name: "daemons were killed", holds: tally.kills > 0, shown: String(tally.kills) },
      ],
    },
    problems,
  );
}
