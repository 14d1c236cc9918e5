import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, openApp, readEnvironment } from "../../src/app.ts";
import type { Review } from "../../src/domain/entities/review.ts";
import { type Entry, GENESIS, linkHash } from "../../src/services/journal/chain.ts";
import { verifyJournal } from "../../src/workflows/journal/verify-journal.ts";
import { landReview } from "../../src/workflows/reviews/land-review.ts";
import { rollBack } from "../../src/workflows/reviews/roll-back.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { sampleReview } from "../support/samples.ts";

let original: Repository;
let before: string;
const folders: string[] = [];

/** Two landed changes; `before` is the state between them. */
beforeAll(async () => {
  original = makeRepository(() => undefined, false);
  original.write("sum.js", "export const sum = (a, b) => a - b;\n");
  original.git("add", "-A");
  original.git("commit", "-qm", "first");
  await within(original.path, async (app) => {
    await landChange(app, "RV-1", "a + b");
    const rejected = await propose(app, "RV-3", "a * b");
    await app.ports.reviews.withdraw(rejected.review_id, "not needed");
  });
  before = copyOf(original.path);
  await within(original.path, (app) => landChange(app, "RV-2", "b + a"));
}, 60_000);

afterAll(() => {
  original.remove();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("journal verify finds", () => {
  const cases: [string, (place: Place) => void | Promise<void>, RegExp][] = [
    [
      "an altered record",
      (p) => p.sql("UPDATE activity SET metadata = '{}' WHERE seq = 2"),
      /record 2 .*altered/,
    ],
    ["a removed record", (p) => p.sql("DELETE FROM activity WHERE seq = 3"), /record 3 .*missing/],
    [
      "an inserted record",
      (p) =>
        p.sql(`UPDATE activity SET seq = seq + 100 WHERE seq > 2; UPDATE activity SET seq = seq - 99 WHERE seq > 100;
        INSERT INTO activity SELECT 'x', trace_id, actor, agent_id, action_type, entity_id, metadata, timestamp, 3, hash, hash FROM activity WHERE seq = 2`),
      /record 3 /,
    ],
    [
      "a duplicated record",
      (p) =>
        p.sql(
          "INSERT INTO activity SELECT 'x', trace_id, actor, agent_id, action_type, entity_id, metadata, timestamp, 1 + (SELECT max(seq) FROM activity), prev_hash, hash FROM activity WHERE seq = 2",
        ),
      /record \d+ .*not linked/,
    ],
    [
      "re-ordered records",
      (p) =>
        p.sql(
          "UPDATE activity SET seq = -1 WHERE seq = 2; UPDATE activity SET seq = 2 WHERE seq = 3; UPDATE activity SET seq = 3 WHERE seq = -1",
        ),
      /record 2 /,
    ],
    [
      "a journal truncated at the end",
      (p) => p.sql("DELETE FROM activity WHERE seq > 4"),
      /record 5: .*cut off/,
    ],
    ["an emptied journal", (p) => p.sql("DELETE FROM activity"), /record 1: .*cut off/],
    ["a journal rolled back to an older copy", (p) => p.restore(before), /record \d+: .*cut off/],
    [
      "a journal rolled back and continued",
      async (p) => {
        p.restore(before);
        await within(p.path, async (app) => {
          for (let n = 0; n < 20; n += 1)
            await app.ports.journal.commit({ traceId: null, actor: "system", actionType: "noise.made" });
        });
      },
      /record \d+ .*it differs from the row/,
    ],
    [
      "a journal rewritten completely, with correct hashes",
      (p) => p.rewrite("UPDATE activity SET metadata = replace(metadata, 'ada', 'eve')"),
      /record \d+ .*it differs from the row/,
    ],
    [
      "the same with the checkpoints removed: the certificates have them too",
      (p) => {
        p.rewrite("UPDATE activity SET metadata = replace(metadata, 'ada', 'eve')");
        p.dropReferences("journal");
      },
      /record \d+ .*it differs from the row/,
    ],
    ["missing checkpoints", (p) => p.dropReferences(""), /checkpoint .*it is missing/],
    [
      "an invented approval, with everything else rewritten",
      (p) => {
        p.rewrite(
          "UPDATE activity SET action_type = 'noise.made' WHERE action_type = 'review.approved' AND entity_id = 'RV-2'",
        );
        p.dropReferences("");
      },
      /RV-2 landed without an approval/,
    ],
    [
      "an approval for another diff, with everything else rewritten",
      (p) => {
        p.rewrite(
          `UPDATE activity SET metadata = json_set(metadata, '$.diff_hash', '${"e".repeat(64)}') WHERE action_type = 'review.approved' AND entity_id = 'RV-2'`,
        );
        p.dropReferences("");
      },
      /RV-2 was approved for a diff other than the one shown/,
    ],
    [
      "a commit without an approval",
      (p) =>
        p.commit(
          "sum.js",
          "evil\n",
          "fix: nothing to see\n\n[ExoTrace: 550e8400-e29b-41d4-a716-446655440009]",
        ),
      /commit [0-9a-f]{12}: .*no approval/,
    ],
    [
      "a commit under an approved trace that makes another change",
      (p) => p.commit("sum.js", "evil\n", p.git("log", "-1", "--format=%B")),
      /commit [0-9a-f]{12}: .*its change differs/,
    ],
    [
      "a commit that only calls itself a rollback",
      (p) =>
        p.commit(
          "sum.js",
          "evil\n",
          `revert: x\n\nThis reverts ${p.git("rev-parse", "HEAD").trim()}.\n\n${/\[ExoTrace.*\]/.exec(p.git("log", "-1", "--format=%B"))?.[0]}`,
        ),
      /its change differs/,
    ],
    [
      "a journal removed with all its state",
      (p) => rmSync(join(p.path, ".agentforge"), { recursive: true }),
      /checkpoint .*which is missing/,
    ],
  ];

  it.concurrent.each(cases)(
    "%s",
    async (_name, tamper, expected) => {
      const place = placeOf(copyOf(original.path));
      await tamper(place);
      const report = await within(place.path, (app) => verifyJournal(app.ports));
      expect(report.status).toBe("tampered");
      expect(report.findings.map(({ kind, where, what }) => `${kind} ${where}: ${what}`).join("\n")).toMatch(
        expected,
      );
    },
    60_000,
  );
});

describe("journal verify does not mistake for tampering", () => {
  const cases: [string, (place: Place) => void | Promise<void>][] = [
    ["nothing at all", () => undefined],
    ["a rollback", (p) => within(p.path, async (app) => void (await rollBack(app.ports, "RV-2")))],
    [
      "a rewritten commit message and time",
      (p) => void p.git("commit", "-q", "--amend", "--no-edit", "--date=2020-01-01T00:00:00Z"),
    ],
    ["packed references", (p) => void p.git("pack-refs", "--all", "--prune")],
    [
      "a kill between the approval and the commit",
      (p) =>
        within(p.path, async (app) => {
          const review = await propose(app, "RV-9", "b - a");
          await app.ports.reviews.decide("RV-9", answer(review));
        }),
    ],
    [
      "a kill between the commit and its record",
      (p) =>
        within(p.path, async (app) => {
          const review = await propose(app, "RV-9", "b - a");
          await app.ports.reviews.decide("RV-9", answer(review));
          await app.ports.workspace.land({
            change: review.change,
            message: review.commit_message,
            traceId: review.trace_id,
            landingId: "RV-9",
          });
        }),
    ],
    [
      "a kill in the middle of a write",
      (p) =>
        p.sql(
          "BEGIN; INSERT INTO activity SELECT 'x', trace_id, actor, agent_id, action_type, entity_id, metadata, timestamp, 99, hash, hash FROM activity WHERE seq = 2",
        ),
    ],
    [
      "a colleague's commit",
      (p) => {
        p.commit("b.js", "theirs\n", "fix: theirs\n\n[ExoTrace: 550e8400-e29b-41d4-a716-446655440009]");
        p.git("update-ref", "refs/remotes/origin/main", "HEAD");
      },
    ],
  ];

  it.concurrent.each(cases)(
    "%s",
    async (_name, happen) => {
      const place = placeOf(copyOf(original.path));
      await happen(place);
      const report = await within(place.path, (app) => verifyJournal(app.ports));
      expect(report.findings).toEqual([]);
      expect(report.checkpoints).toBeGreaterThan(0);
    },
    60_000,
  );
});

interface Place {
  readonly path: string;
  git(...args: string[]): string;
  sql(text: string): void;
  /** Changes rows and recomputes every hash. */
  rewrite(text: string): void;
  restore(from: string): void;
  dropReferences(folder: string): void;
  commit(file: string, text: string, message: string): void;
}

function placeOf(path: string): Place {
  const git = (...args: string[]) =>
    original.git(`--git-dir=${join(path, ".git")}`, `--work-tree=${path}`, ...args);
  const database = <T>(work: (raw: DatabaseSync) => T): T => {
    const raw = new DatabaseSync(join(path, ".agentforge/journal.db"));
    try {
      return work(raw);
    } finally {
      raw.close();
    }
  };
  return {
    path,
    git,
    sql: (text) => database((raw) => raw.exec(text)),
    rewrite: (text) =>
      database((raw) => {
        raw.exec(text);
        let previous = GENESIS;
        for (const row of raw.prepare("SELECT * FROM activity ORDER BY seq").all()) {
          const hash = linkHash(row as unknown as Entry, Number(row.seq), previous);
          raw
            .prepare("UPDATE activity SET prev_hash = ?, hash = ? WHERE seq = ?")
            .run(previous, hash, Number(row.seq));
          previous = hash;
        }
      }),
    restore(from) {
      for (const name of ["journal.db", "journal.db-wal", "journal.db-shm"]) {
        rmSync(join(path, ".agentforge", name), { force: true });
        const kept = join(from, ".agentforge", name);
        if (existsSync(kept)) cpSync(kept, join(path, ".agentforge", name));
      }
    },
    dropReferences(folder) {
      rmSync(join(path, ".git/refs/agentforge", folder), { recursive: true });
    },
    commit(file, text, message) {
      writeFileSync(join(path, file), text);
      git("add", "-A");
      git("commit", "-q", "-m", message);
    },
  };
}

function copyOf(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-test-"));
  folders.push(folder);
  cpSync(path, folder, { recursive: true });
  return folder;
}

async function within<T>(cwd: string, work: (app: App) => Promise<T>): Promise<T> {
  const app = await openApp({ cwd, environment: readEnvironment(), unsafe: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

async function landChange(app: App, reviewId: string, sum: string): Promise<void> {
  const review = await propose(app, reviewId, sum);
  const landing = await landReview(app.ports, review, { by: "ada", actor: "human" });
  expect(landing.status).toBe("landed");
}

async function propose(app: App, reviewId: string, sum: string): Promise<Review> {
  const { ports } = app;
  const tree = await ports.workspace.openAttempt(ports.newId("A"));
  await tree.writeBytes("sum.js", Buffer.from(`export const sum = (a, b) => ${sum};\n`));
  const change = await tree.changes();
  const trace_id = ports.newTraceId();
  const commit_message = `fix: sum as ${sum}\n\n[ExoTrace: ${trace_id}]\n`;
  const review = sampleReview(reviewId, { trace_id, change, commit_message, base_commit: tree.baseCommit });
  await tree.close();
  await ports.reviews.open(review);
  return review;
}

function answer({ change }: Review) {
  return {
    actor: "human",
    answer: "approve",
    by: "ada",
    at: "2026-01-02T03:04:05.000Z",
    diff_hash: change.diff_hash,
    reason: null,
    land_to: "current-branch",
    owner: null,
  } as const;
}
