import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { agentforge } from "../support/cli.ts";
import { exampleRepository, makeRepository, type Repository } from "../support/repository.ts";
import { type Served, startServe, until } from "../support/serve.ts";

const ADDS = "calculator.test.js > calculator > adds";

let repository: Repository;
let servers: Served[] = [];
afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
  repository.remove();
});

async function serve(...args: string[]): Promise<Served> {
  const server = await startServe(repository.path, args, { AGENTFORGE_USER: "ada" });
  servers.push(server);
  return server;
}

async function repaired(): Promise<string> {
  repository = exampleRepository("calculator-js");
  const { json } = await agentforge(repository.path, ["repair", "--json"]);
  expect(json.status).toBe("waiting_for_review");
  return json.review.review_id;
}

it("lists, shows and lands a review from a repair, and rejects a second answer with the first", async () => {
  const id = await repaired();
  const server = await serve();
  const { items, by_kind } = await server.call("listInbox");
  expect(items).toMatchObject([{ kind: "review", id, risk: "low", files: ["calculator.js"] }]);
  expect(by_kind).toEqual({ review: 1 });
  const shown = await server.call("getReview", { id });
  expect(shown.files[0]?.hunks[0]?.lines.filter(({ kind }) => kind !== "context")).toMatchObject([
    { kind: "removed", old: 2, text: "  return a - b;" },
    { kind: "added", new: 2, text: "  return a + b;" },
  ]);
  expect(shown.lines).toEqual([{ path: "calculator.js", line: 2, run: true, tests: [ADDS], test_count: 1 }]);
  expect(shown.trail.map(({ tool }) => tool)).toContain("run_tests");

  const other = { diff_hash: "0".repeat(64) };
  expect(await server.refused("approveReview", { id, body: other })).toMatchObject({
    status: 409,
    error: { code: "stale" },
  });
  const body = { diff_hash: shown.diff_hash };
  const landed = await server.call("approveReview", { id, body });
  expect(landed).toMatchObject({ status: "landed", commit: repository.git("rev-parse", "HEAD").trim() });
  expect(repository.read("calculator.js")).toContain("return a + b;");

  expect(await server.refused("rejectReview", { id, body: { ...body, reason: "no" } })).toMatchObject({
    status: 409,
    error: { code: "conflict", answered: { by: "ada", status: "landed" } },
  });
  const { records } = await server.call("listJournal", { query: { entity: id, kind: "review.approved" } });
  expect(records).toMatchObject([{ actor: "human", metadata: { reviewed_by: "ada", answer: "approve" } }]);
  const certificate = await server.call("getCertificate", { id });
  expect(certificate).toMatchObject({ status: "found", certificate: { statement: { review_id: id } } });
  expect(await server.call("getIntegrity")).toMatchObject({ status: "intact" });
  const { run_id } = await server.call("verifyCertificate", { id });
  const verified = await until(
    () => server.call("getRun", { id: run_id }),
    ({ live }) => live?.ended_at !== null,
  );
  expect(verified.live).toMatchObject({ outcome: "verified" });
});

it("records a rejection and a request for changes as the commands do, and passes them to the next attempt", async () => {
  const id = await repaired();
  const server = await serve();
  const { diff_hash } = await server.call("getReview", { id });
  const comments = [{ path: "calculator.js", line: 2, text: "explain this" }];
  expect(await server.refused("requestChanges", { id, body: { diff_hash } })).toMatchObject({ status: 400 });
  await server.call("requestChanges", { id, body: { diff_hash, reason: "not yet", comments } });
  const sentBack = await agentforge(repository.path, ["review", "show", id, "--json"]);
  expect(sentBack.json).toMatchObject({
    status: "changes_requested",
    decision: { by: "ada", reason: "not yet\ncalculator.js:2: explain this" },
  });

  const again = await agentforge(repository.path, ["repair", "--json"]);
  expect(JSON.stringify(again.json.review.evidence.notes)).toContain("explain this");
  const second = again.json.review.review_id;
  const shown = await server.call("getReview", { id: second });
  await server.call("rejectReview", { id: second, body: { diff_hash: shown.diff_hash, reason: "wrong" } });
  const { json } = await agentforge(repository.path, ["review", "show", second, "--json"]);
  expect(json).toMatchObject({ status: "rejected", decision: { by: "ada", reason: "wrong" } });
});

it("proves a person's own version of a change before it goes back to the inbox", async () => {
  const id = await repaired();
  const server = await serve();
  const { diff_hash, files } = await server.call("getReview", { id });
  const text = files[0]?.after_text?.replace("return a + b;", "return b + a;") ?? "";
  const modify = async (changed: string) => {
    const body = { diff_hash, files: [{ path: "calculator.js", text: changed }], reason: "the other way" };
    const { run_id } = await server.call("modifyReview", { id, body });
    const { live } = await until(
      () => server.call("getRun", { id: run_id }),
      ({ live: run }) => run?.ended_at !== null,
    );
    return live;
  };
  expect(await modify(text.replace("b + a", "b * a"))).toMatchObject({ outcome: "refused" });
  expect(await modify(text)).toMatchObject({ status: "done", outcome: "modified", review_id: id });
  const shown = await server.call("getReview", { id });
  expect(shown.diff).toContain("+  return b + a;");
  expect(shown.review.modifications).toMatchObject([{ by: "ada", reason: "the other way" }]);
  const elsewhere = { diff_hash: shown.diff_hash, files: [{ path: "other.js", text: "x" }] };
  expect(await server.refused("modifyReview", { id, body: elsewhere })).toMatchObject({ status: 400 });
});

it("approves several changes up to a risk level, and leaves the others", async () => {
  const id = await repaired();
  const server = await serve();
  const { reviews } = await server.call("listReviews", { query: { status: "pending" } });
  const [{ diff_hash } = { diff_hash: "" }] = reviews;
  const body = {
    reviews: [
      { review_id: id, diff_hash },
      { review_id: "RV-none", diff_hash },
    ],
    at_most: "low",
  };
  const { results } = await server.call("approveMany", { body });
  expect(results).toMatchObject([
    { status: "landed" },
    { status: "refused", why: "there is no review RV-none" },
  ]);
});

it("announces within a second what the command line does", async () => {
  const id = await repaired();
  const server = await serve();
  const stop = new AbortController();
  const events = server.events(stop.signal);
  expect((await events.next()).value).toMatchObject({ event: "changed" });
  await agentforge(repository.path, ["review", "reject", id, "--reason", "by command"]);
  const [told, { records }] = await Promise.all([
    (async () => {
      for await (const { data } of events) {
        const { topics } = data as { topics: string[] };
        if (topics.includes("reviews")) return Date.now();
      }
      return Number.NaN;
    })(),
    server.call("listJournal", { query: { kind: "review.rejected" } }),
  ]);
  stop.abort();
  expect(told - Date.parse(records[0]?.timestamp ?? "")).toBeLessThan(1_500);
});

it("starts a repair that reports its progress, and stops one on request", async () => {
  repository = makeRepository((folder) => {
    writeFileSync(join(folder, "package.json"), '{"type":"module","scripts":{"test":"node --test"}}');
    writeFileSync(join(folder, "slow.js"), "export const double = (n) => n + 3;\n");
    const test = [
      'import assert from "node:assert/strict";',
      'import { test } from "node:test";',
      'import { setTimeout } from "node:timers/promises";',
      'import { double } from "./slow.js";',
      'test("doubles", async () => { await setTimeout(20_000); assert.equal(double(2), 4); });',
    ];
    writeFileSync(join(folder, "slow.test.js"), `${test.join("\n")}\n`);
  });
  const server = await serve();
  const stop = new AbortController();
  const events = server.events(stop.signal);
  expect((await events.next()).value).toMatchObject({ event: "changed" });
  const { run_id } = await server.call("startRun", { body: { kind: "repair", brain: "search" } });
  const said = await until(
    () => server.call("getRun", { id: run_id }),
    ({ live, session }) => session !== null && (live?.log.length ?? 0) > 0,
  );
  expect(said).toMatchObject({ live: { status: "running", by: "ada" }, session: { status: "running" } });
  expect(await server.call("stopRun", { id: run_id })).toMatchObject({ status: "stopping" });
  const ended = await until(
    () => server.call("getRun", { id: run_id }),
    ({ live }) => live?.ended_at !== null,
  );
  expect(ended).toMatchObject({ live: { status: "stopped" }, session: { status: "interrupted" } });
  expect(await server.refused("stopRun", { id: run_id })).toMatchObject({ status: 409 });
  let isTold = false;
  for await (const { event, data } of events) {
    isTold = event === "run" && (data as { run_id: string; status: string }).status === "stopped";
    if (isTold) break;
  }
  stop.abort();
  expect(isTold).toBe(true);
});

it("answers plans and requests as the commands do", async () => {
  repository = exampleRepository("calculator-js");
  const server = await serve();
  const { run_id } = await server.call("startRun", {
    body: { kind: "request", words: "Add a power function" },
  });
  const { live } = await until(
    () => server.call("getRun", { id: run_id }),
    ({ live: run }) => run?.ended_at !== null,
  );
  const id = live?.request_id ?? "";
  expect(await server.call("listPlans")).toMatchObject({ plans: [{ request_id: id, stage: "requested" }] });
  const text = `# Add a power function\n\n## Goal\n\nAdd power.\n\n## Steps\n\n1. Write it.\n\n## Actions\n\n\`\`\`toml\ntool = "write_file"\n\n[params]\npath = "power.js"\ncontent = "export const power = (a, b) => a ** b;\\n"\n\`\`\`\n`;
  const edited = await server.call("editPlan", { id, body: { text, plan_hash: null } });
  expect(edited.plan).toMatchObject({ plan: { stage: "review", plan: { written_by: "human" } } });
  const stale = { answer: "approve", plan_hash: "0".repeat(64) };
  expect(await server.refused("answerPlan", { id, body: stale })).toMatchObject({ status: 409 });
  const shown = await server.call("getPlan", { id });
  const reject = { answer: "reject", plan_hash: shown.plan_hash };
  expect(await server.refused("answerPlan", { id, body: reject })).toMatchObject({ status: 400 });
  const body = { ...reject, reason: "nobody needs it" };
  const answered = await server.call("answerPlan", { id, body });
  expect(answered.plan.plan).toMatchObject({ stage: "rejected", decision: { by: "ada" } });
  const { json } = await agentforge(repository.path, ["plan", "list", "--all", "--json"]);
  expect(json).toMatchObject([
    { request_id: id, status: "rejected", decision: { reason: "nobody needs it" } },
  ]);
});

it("loses nothing when it is killed in the middle of an approval", async () => {
  const id = await repaired();
  for (let round = 0; ; round += 1) {
    const server = await startServe(repository.path);
    const shown = await server.call("getReview", { id });
    if (shown.review.status === "landed") {
      await server.stop();
      break;
    }
    const answer = server.refused("approveReview", { id, body: { diff_hash: shown.diff_hash } });
    answer.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 30 + round * 40));
    server.child.kill("SIGKILL");
    await server.child;
    const { json } = await agentforge(repository.path, ["review", "show", id, "--json"]);
    expect(["pending", "landed"]).toContain(json.status);
  }
  expect(repository.git("log", "--format=%s").trim().split("\n")).toHaveLength(2);
  expect(repository.read("calculator.js")).toContain("return a + b;");
  expect(repository.git("status", "--porcelain")).toBe("");
  const { json } = await agentforge(repository.path, ["journal", "verify", "--json"]);
  expect(json).toMatchObject({ status: "intact" });
});
