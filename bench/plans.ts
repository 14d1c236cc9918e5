import { hash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sealRow } from "../src/domain/rules/records/sealed-row.ts";
import { openJournal } from "../src/services/journal/index.ts";
import { openPlans } from "../src/services/reviews/index.ts";
import { openState } from "../src/services/state/index.ts";
import { startAgentforge } from "../test/support/cli.ts";
import { plannedProject, planText } from "../test/support/plans.ts";
import type { Repository } from "../test/support/repository.ts";

/**
 * How long the daemon takes to start watching, and its cost while idle, with an archive of many plans and with an empty
 * one as the reference. Control: it still notices a new plan and executes it.
 */
const PLANS = Number(process.argv[2] ?? 10_000);
const IDLE_SECONDS = 12;
const LIMITS = { startSeconds: 2, cpuPercent: 1 };

const rows = [await measure(0), await measure(PLANS)];
console.log("archived   start s   idle CPU %   a new plan s");
for (const { plans, start, cpu, noticed } of rows)
  console.log(
    `${String(plans).padStart(8)}  ${start.toFixed(2).padStart(8)}  ${cpu.toFixed(2).padStart(11)}  ${noticed.toFixed(2).padStart(13)}`,
  );
const last = rows.at(-1);
const kept =
  last !== undefined && last.start < LIMITS.startSeconds && last.cpu < LIMITS.cpuPercent && last.cpu > 0;
console.log(
  `limits: start ${LIMITS.startSeconds} s, idle ${LIMITS.cpuPercent}%: ${kept ? "kept" : "MISSED"}`,
);
process.exitCode = kept ? 0 : 1;

async function measure(plans: number) {
  const repository = plannedProject({ tests: false });
  try {
    await archive(repository, plans);
    const begin = performance.now();
    const daemon = startAgentforge(repository.path, ["daemon", "--only", "plans"]);
    const said = lines(daemon);
    await said("watching ");
    const start = (performance.now() - begin) / 1000;
    await setTimeout(2000);
    const before = cpuOf(daemon.pid ?? 0);
    await setTimeout(IDLE_SECONDS * 1000);
    const cpu = ((cpuOf(daemon.pid ?? 0) - before) / 1e9 / IDLE_SECONDS) * 100;
    const dropped = performance.now();
    writeFileSync(
      join(repository.path, ".agentforge/System/Active/new.md"),
      planText({ files: { "new.txt": "x\n" } }),
    );
    await said("new: carried out");
    const noticed = (performance.now() - dropped) / 1000;
    daemon.kill("SIGTERM");
    await daemon;
    return { plans, start, cpu, noticed };
  } finally {
    repository.remove();
  }
}

/** Creates finished plans as if they had gone the usual way: rows, journal and files. */
async function archive(repository: Repository, plans: number): Promise<void> {
  const folder = join(repository.path, ".agentforge");
  for (const name of ["Inbox/Archive", "System/Active", "Knowledge/Reports"])
    mkdirSync(join(folder, name), { recursive: true });
  const now = () => new Date().toISOString();
  const { database } = await openState({ folder, now });
  const journal = await openJournal({ database, now, randomId: randomUUID, redact: (value) => value });
  await openPlans({ database, journal, home: null });
  const text = planText({ files: { "a.txt": "a\n" } });
  await database.transaction(async (queries) => {
    for (let index = 0; index < plans; index += 1) {
      const id = `done-${index}`;
      const record = recordOf(id, text);
      const { data, checksum } = sealRow(record, (value) => hash("sha256", value));
      await queries.run(
        `INSERT INTO plans (request_id, trace_id, stage, version, exposed, created_at, data, checksum)
         VALUES (?, ?, 'completed', 5, 1, ?, ?, ?)`,
        [id, record.trace_id, record.created_at, data, checksum],
      );
    }
  });
  for (let index = 0; index < plans; index += 1) {
    writeFileSync(join(folder, "Inbox/Archive", `done-${index}_plan.md`), text);
    writeFileSync(join(folder, "Inbox/Archive", `done-${index}.md`), "Do it.\n");
    for (const actionType of ["plan.created", "plan.approved", "execution.completed"])
      journal.record({ traceId: randomUUID(), actor: "human", actionType, entityId: `done-${index}` });
  }
  await journal.close();
  await database.close();
}

function recordOf(request_id: string, text: string) {
  const at = new Date().toISOString();
  return {
    ...{ request_id, trace_id: randomUUID(), stage: "completed", title: request_id, created_at: at },
    ...{ requested_by: "bench", request: { file: `${request_id}.md`, text: "Do it.\n" }, previous: null },
    plan: { text, revision: 1, written_by: "human", sound: null },
    ...{ decision: null, execution: null, report: null },
    outcome: { commit: "0".repeat(40), branch: `feat/${request_id}`, pull_request: null, error: null, at },
  };
}

/** Waits for a line with these words, from the start of the daemon's output. */
function lines(daemon: ReturnType<typeof startAgentforge>): (words: string) => Promise<void> {
  let said = "";
  daemon.stderr?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  return async (words) => {
    for (let waited = 0; !said.includes(words); waited += 1) {
      if (waited > 6000) throw new Error(`the daemon never said "${words}":\n${said}`);
      await setTimeout(10);
    }
  };
}

/** CPU nanoseconds so far, of all its threads. Clock ticks are too coarse for such short work. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]),
  );
  return times.reduce((sum, time) => sum + time, 0);
}
