import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kindOf, STATE_KINDS } from "../../src/app/storage/state-kinds.ts";
import { type App, openApp, readEnvironment } from "../../src/app.ts";
import { Escalation } from "../../src/domain/entities/escalation.ts";
import type { Review } from "../../src/domain/entities/review.ts";
import { landReview } from "../../src/workflows/reviews/land-review.ts";
import { sampleAttempt, sampleContext, sampleSession, sampleStep } from "../battery/state-samples.ts";
import { agentforge } from "../support/cli.ts";
import { planText } from "../support/plans.ts";
import { makeRepository, type Repository } from "../support/repository.ts";
import { sampleReview } from "../support/samples.ts";

const CONTRACT = `id: house
description: rules
checks:
  - id: no-todo
    severity: minor
    message: no TODO
    applies_to: ["**/*.js"]
    ast:
      language: javascript
      pattern: a - b
`;

let original: Repository;
const copies: string[] = [];

/** One of each kind of file that AgentForge writes into its folder. */
beforeAll(async () => {
  original = makeRepository(() => undefined, false);
  original.write("sum.js", "export const sum = (a, b) => a - b; // TODO\n");
  original.git("add", "-A");
  original.git("commit", "-qm", "first");
  original.write(".agentforge/contracts/house.yaml", CONTRACT);
  original.write(".agentforge/harness.json", "{}");
  original.write(".agentforge/Inbox/Plans/two_plan.md", planText({ files: { "two.js": "export {};\n" } }));
  const checked = await agentforge(original.path, ["conformance", "check", "--json"]);
  expect(checked.exitCode, checked.stdout + checked.stderr).toBe(1);
  expect((await agentforge(original.path, ["plan", "list"])).exitCode).toBe(0);
  expect((await agentforge(original.path, ["index"])).exitCode).toBe(0);
  expect((await agentforge(original.path, ["hooks", "install", "--agent", "claude"])).exitCode).toBeLessThan(
    2,
  );
  await within(original.path, async (app) => {
    const { ports } = app;
    const landed = await propose(app, "RV-1", "a + b");
    expect((await landReview(ports, landed, { by: "ada", actor: "human" })).status).toBe("landed");
    const waiting = await propose(app, "RV-2", "b + a");
    await ports.workspace.editFolder("RV-2").open(waiting.change);
    await ports.sessions.begin(sampleSession("s-1"));
    await ports.sessions.appendStep("s-1", sampleStep(1));
    await ports.sessions.saveContext(sampleContext("s-1", 1));
    await ports.attempts.save(sampleAttempt("s-1", 1));
    await app.escalations.create(
      Escalation.parse({
        ...{ escalation_id: "ESC-1", type: "cannot_fix", task_id: "T-1", created_at: ports.now() },
        ...{ status: "pending", reason: "no idea", agent_analysis: {} },
      }),
    );
  });
}, 120_000);

afterAll(() => {
  original.remove();
  for (const folder of copies) rmSync(folder, { recursive: true, force: true });
});

describe("state check", () => {
  it("knows every kind of file that AgentForge writes, and each kind is written here", async () => {
    const files = filesIn(join(original.path, ".agentforge"));
    expect(files.filter((path) => kindOf(path) === null)).toEqual([]);
    const unseen = STATE_KINDS.filter((kind) => !files.some((path) => kindOf(path) === kind));
    expect(unseen.filter(({ care }) => care === "copy" || care === "content" || care === "landing")).toEqual(
      STATE_KINDS.filter(({ path }) => /intents/.test(path.source)),
    );
    const { json, exitCode } = await agentforge(original.path, ["state", "check", "--json"]);
    expect(json).toMatchObject({ files: [], damaged: [], strays: [] });
    expect(exitCode).toBe(0);
  }, 60_000);

  const cases: [string, RegExp, RegExp][] = [
    ["a violation", /^violations\/V-/, /was damaged; set aside and rewritten from the journal/],
    ["a review", /^reviews\/RV-2\.yaml$/, /was damaged; set aside and rewritten from the journal/],
    ["a diff", /^reviews\/RV-2\.diff$/, /RV-2\.diff/],
    ["an escalation", /^escalations\//, /was damaged; set aside and rewritten from the journal/],
    ["a session", /^sessions\/s-1\/session\.yaml$/, /was damaged; set aside and rewritten from the journal/],
    ["a context", /execution_context\.yaml$/, /was damaged; set aside and rewritten from the journal/],
    ["a history", /step_history\.yaml$/, /step_history\.yaml/],
    ["an attempt", /^fix_attempts\/s-1\.yaml$/, /was damaged; set aside and rewritten from the journal/],
    ["a certificate", /certificate\.json$/, /certificate\.json/],
    ["a backup's manifest", /^backups\/RV-1\/manifest\.yaml$/, /is damaged[\s\S]*git revert/],
    ["a backup's content", /^backups\/RV-1\/files\//, /is damaged[\s\S]*git revert/],
    ["a contract", /^contracts\/house\.yaml$/, /contracts\/house\.yaml: line 1[\s\S]*conformance\.md/],
    ["harness.json", /^harness\.json$/, /harness\.json[\s\S]*defaults/],
    ["a desk", /^desks\/RV-2\/opened\.json$/, /desks\/RV-2\/opened\.json[\s\S]*remove the folder/],
    ["the hooks' receipt", /^hooks-installed\.json$/, /hooks install/],
  ];
  it.each(cases)(
    "finds damage in %s, names it, and says what to do",
    async (_, pattern, expected) => {
      const path = copyOf(original.path);
      const [file] = filesIn(join(path, ".agentforge")).filter((each) => pattern.test(each));
      expect(file, String(pattern)).toBeDefined();
      writeFileSync(join(path, ".agentforge", file ?? ""), "{ [ half\u0000 of a file");
      const { stdout, stderr } = await agentforge(path, ["state", "check"]);
      expect(stdout + stderr).toContain(file?.replace(/\/files\/.*|\/manifest\.yaml/, ""));
      expect(stdout + stderr).toMatch(expected);
    },
    60_000,
  );

  it("names a copy that is not in the database, and a file that is not ours", async () => {
    const path = copyOf(original.path);
    const state = join(path, ".agentforge");
    const [violation = ""] = filesIn(state).filter((each) => each.startsWith("violations/"));
    cpSync(join(state, violation), join(state, "violations/V-000000000000.yaml"));
    appendFileSync(join(state, "notes.bin"), "mine");
    const { json, exitCode } = await agentforge(path, ["state", "check", "--json"]);
    expect(json.strays).toEqual(["violations/V-000000000000.yaml", "notes.bin"]);
    expect(exitCode).toBe(0);
  }, 60_000);

  it("reads a damaged landing in progress and a damaged trace", async () => {
    const path = copyOf(original.path);
    for (const [file, text] of [
      ["intents/RV-9.json", "{"],
      ["harness/s/trace-log.jsonl", "{}\nhalf\n{}\n"],
    ] as const) {
      mkdirSync(join(path, ".agentforge", file, ".."), { recursive: true });
      writeFileSync(join(path, ".agentforge", file), text);
    }
    const { json, exitCode } = await agentforge(path, ["state", "check", "--json"]);
    expect(json.damaged.map((each: { path: string }) => each.path)).toEqual([
      "harness/s/trace-log.jsonl",
      "intents/RV-9.json",
    ]);
    expect(exitCode).toBe(1);
  }, 60_000);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/^desks\/[^/]+\/tree\//.test(path))
    .sort();
}

function copyOf(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-test-"));
  copies.push(folder);
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

async function propose({ ports }: App, reviewId: string, sum: string): Promise<Review> {
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
