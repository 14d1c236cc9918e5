import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type App, openApp, readEnvironment } from "../../src/app.ts";
import { Escalation } from "../../src/domain/entities/escalation.ts";
import type { Review } from "../../src/domain/entities/review.ts";
import { readCheckpoints } from "../../src/domain/rules/records/checkpoints.ts";
import { verifyJournal } from "../../src/workflows/journal/verify-journal.ts";
import { landReview } from "../../src/workflows/reviews/land-review.ts";
import { rejectReview, withdrawReview } from "../../src/workflows/reviews/refuse-review.ts";
import { rollBack } from "../../src/workflows/reviews/roll-back.ts";
import { recover } from "../../src/workflows/sessions/recover.ts";
import { agentforge } from "../support/cli.ts";
import { plannedProject, planText } from "../support/plans.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { sampleReview } from "../support/samples.ts";

let repository: Repository;
afterEach(() => repository.remove());

describe("a checkpoint follows", () => {
  const decisions: [string, string, (app: App) => Promise<unknown>][] = [
    ["an approval and a landing", "review.landed", async (app) => land(app, await propose(app))],
    [
      "a rejection",
      "review.rejected",
      async (app) => rejectReview(app.ports, await propose(app), "ada", "no"),
    ],
    [
      "a withdrawal",
      "review.rejected",
      async (app) => withdrawReview(app.ports, await propose(app), "stale"),
    ],
    [
      "a rollback",
      "change.rolled_back",
      async (app) => {
        const review = await propose(app);
        await land(app, review);
        await rollBack(app.ports, review.review_id);
      },
    ],
    [
      "the answer to an escalation",
      "escalation.resolved",
      async (app) => {
        const id = app.ports.newId("ESC");
        await app.escalations.create(
          Escalation.parse({
            ...{ escalation_id: id, type: "cannot_fix", task_id: "T-1", created_at: app.ports.now() },
            ...{ status: "pending", reason: "no idea", agent_analysis: {} },
          }),
        );
        await app.escalations.resolve(id, { by: "ada", guidance: "try the other sign", retry: true });
      },
    ],
    [
      "any decision by a person, without a transaction",
      "guidance.given",
      async ({ ports }) =>
        ports.journal.commit({ traceId: null, actor: "human", actionType: "guidance.given" }),
    ],
  ];

  it.each(decisions)("%s", async (_, action, decide) => {
    repository = project();
    await within(async (app) => {
      await decide(app);
      await expectCovered(app, action);
    });
  });

  it("the approval of a plan and its landing", async () => {
    repository = plannedProject({ tests: false });
    const plan = planText({ files: { "two.js": "export const two = 2;\n" } });
    mkdirSync(join(repository.path, ".agentforge/Inbox/Plans"), { recursive: true });
    writeFileSync(join(repository.path, ".agentforge/Inbox/Plans/two_plan.md"), plan);
    const approved = await agentforge(repository.path, ["plan", "approve", "two", "--json"]);
    expect(approved.exitCode, approved.stdout + approved.stderr).toBe(0);
    await within((app) => expectCovered(app, "plan.approved"));
    const ran = await agentforge(repository.path, ["daemon", "--once", "--only", "plans", "--json"]);
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0);
    await within((app) => expectCovered(app, "execution.completed"));
    const verified = await agentforge(repository.path, ["journal", "verify", "--json"]);
    expect(verified.json).toMatchObject({ status: "intact", findings: [] });
  }, 120_000);
});

describe("a checkpoint that cannot be written", () => {
  it("is announced, is not tampering, and is written by the next command", async () => {
    repository = project();
    const { review, lock } = await within(async (app) => ({
      review: await propose(app),
      lock: join(repository.path, `.git/refs/agentforge/journal/${app.ports.journalId}.lock`),
    }));
    mkdirSync(join(lock, ".."), { recursive: true });
    writeFileSync(lock, "");
    const approved = await run("review", "approve", review.review_id);
    expect(approved.exitCode).toBe(0);
    expect(approved.stderr).toContain(`checkpoint was not written`);
    expect(approved.stderr).toContain(lock);

    const incomplete = await run("journal", "verify");
    expect(incomplete.exitCode).toBe(1);
    expect(incomplete.stdout).toContain("This is not tampering");
    expect(existsSync(lock)).toBe(true);

    rmSync(lock);
    expect((await run("status")).stdout).toContain("wrote a missing checkpoint of the journal");
    const intact = await run("journal", "verify");
    expect([intact.exitCode, intact.stdout]).toEqual([0, expect.stringContaining("is intact")]);
    expect(readdirSync(join(repository.path, ".agentforge/checkpoints"))).toEqual([]);
  }, 120_000);

  it("is not written on top of a journal that was altered in the meantime", async () => {
    repository = project();
    await within(async (app) => {
      await land(app, await propose(app));
      const reference = `journal/${app.ports.journalId}`;
      await app.ports.workspace.references.update(reference, (text) =>
        (text ?? "").replaceAll(/"hash":"..../g, '"hash":"0000'),
      );
    });
    const marker = join(repository.path, ".agentforge/checkpoints/1-1-0-0-0");
    mkdirSync(join(marker, ".."), { recursive: true });
    writeFileSync(marker, "the lock was taken");
    await within(async (app) => {
      const { repairs } = await recover(app.ports);
      expect(repairs).toEqual([]);
      expect(await verifyJournal(app.ports)).toMatchObject({ status: "tampered" });
    });
  });
});

/** Every lock that the user's git may hold. A live one stays; the answer is recorded and says what comes next. */
describe("a lock of the user's git", () => {
  it.each(["index.lock", "HEAD.lock", "refs/heads/main.lock", "packed-refs.lock", "config.lock"])(
    "%s is never removed, and the change lands once it is gone",
    async (name) => {
      repository = project();
      const lock = join(repository.path, ".git", name);
      const review = await within(propose);
      writeFileSync(lock, "");
      utimesSync(lock, 0, 0);
      const answered = await run("review", "approve", review.review_id);
      expect(existsSync(lock)).toBe(true);
      if (answered.exitCode !== 0) {
        expect(answered.stderr).toContain(lock);
        expect(answered.stderr).toContain("is recorded");
        expect((await run("status")).stdout).toContain(`${review.review_id} is approved but has not landed`);
      }
      rmSync(lock);
      await run("status");
      expect(repository.git("log", "-1", "--format=%s")).toContain("fix: sum as a + b");
      expect((await run("journal", "verify")).exitCode).toBe(0);
    },
    120_000,
  );
});

async function expectCovered({ ports }: App, action: string): Promise<void> {
  const text = await ports.workspace.references.read(`journal/${ports.journalId}`);
  const covered = readCheckpoints(text ?? "").checkpoints.at(-1)?.seq ?? 0;
  const rows = await ports.journal.query({});
  const seq = rows.findLastIndex((row) => row.action_type === action) + 1;
  expect([seq > 0, covered >= seq], `${action} is record ${seq}; covered: ${covered}`).toEqual([true, true]);
  expect(await verifyJournal(ports)).toMatchObject({ status: "intact", findings: [] });
}

function project(): Repository {
  const made = makeRepository(() => undefined, false);
  made.write("sum.js", "export const sum = (a, b) => a - b;\n");
  made.git("add", "-A");
  made.git("commit", "-qm", "first");
  return made;
}

function run(...args: string[]) {
  return agentforge(repository.path, args);
}

async function within<T>(work: (app: App) => Promise<T>): Promise<T> {
  const app = await openApp({ cwd: repository.path, environment: readEnvironment(), unsafe: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

async function land(app: App, review: Review): Promise<void> {
  const landing = await landReview(app.ports, review, { by: "ada", actor: "human" });
  expect(landing.status).toBe("landed");
}

async function propose({ ports }: App): Promise<Review> {
  const tree = await ports.workspace.openAttempt(ports.newId("A"));
  await tree.writeBytes("sum.js", Buffer.from("export const sum = (a, b) => a + b;\n"));
  const change = await tree.changes();
  const trace_id = ports.newTraceId();
  const commit_message = `fix: sum as a + b\n\n[ExoTrace: ${trace_id}]\n`;
  const review = sampleReview("RV-1", { trace_id, change, commit_message, base_commit: tree.baseCommit });
  await tree.close();
  await ports.reviews.open(review);
  return review;
}
