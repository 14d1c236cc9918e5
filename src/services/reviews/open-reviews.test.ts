import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMMIT, DIFF_HASH, sampleReview } from "../../../test/support/samples.ts";
import { Decision } from "../../domain/entities/review.ts";
import { type OpenJournal, openJournal } from "../journal/index.ts";
import { openState, type State } from "../state/index.ts";
import { type OpenReviews, openReviews } from "./index.ts";

let folder: string;
let state: State;
let journal: OpenJournal;
let reviews: OpenReviews;
const now = () => "2026-01-02T03:04:05.000Z";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-reviews-"));
  state = await openState({ folder, now });
  const randomId = () => crypto.randomUUID();
  journal = await openJournal({ ...state, now, randomId, redact: (text) => text });
  reviews = await openReviews({ ...state, journal, now });
});

afterEach(async () => {
  await journal.close();
  await state.database.close();
  rmSync(folder, { recursive: true });
});

const decision = (answer: Decision["answer"], more: Partial<Decision> = {}) =>
  Decision.parse({ answer, by: "ada", at: now(), diff_hash: DIFF_HASH, ...more });
const actions = async () => (await journal.query({})).map((row) => `${row.actor} ${row.action_type}`);

describe("reviews", () => {
  test("are opened, read and listed", async () => {
    await reviews.open(sampleReview("RV-1"));
    await reviews.open(sampleReview("RV-2", { created_at: "2026-02-01T00:00:00.000Z" }));
    expect(await reviews.get("RV-1")).toEqual(sampleReview("RV-1"));
    expect(await reviews.get("RV-3")).toBeNull();
    expect((await reviews.list()).map((review) => review.review_id)).toEqual(["RV-2", "RV-1"]);
    expect(await reviews.list("approved")).toEqual([]);
    await expect(reviews.open(sampleReview("RV-1"))).rejects.toMatchObject({ code: "conflict" });
  });

  test("nothing is recorded under a claim that was lost", async () => {
    const lost = async () => {
      throw new Error("lost");
    };
    await expect(reviews.open(sampleReview("RV-1"), lost)).rejects.toThrow("lost");
    expect(await reviews.get("RV-1")).toBeNull();
    await reviews.open(sampleReview("RV-1"));
    await expect(reviews.decide("RV-1", decision("approve"), lost)).rejects.toThrow("lost");
    expect((await reviews.get("RV-1"))?.status).toBe("pending");
    expect(await actions()).toEqual(["system review.opened"]);
  });

  test("people find a readable file, and the diff next to it", async () => {
    await reviews.open(sampleReview("RV-1"));
    expect(readFileSync(join(folder, "reviews/RV-1.diff"), "utf8")).toBe(sampleReview("RV-1").change.diff);
    const text = readFileSync(join(folder, "reviews/RV-1.yaml"), "utf8");
    expect(text).toContain("diff_file: RV-1.diff");
    expect(text).not.toMatch(/content_base64|raw_output/);
    expect(await state.exports.readYaml("reviews/RV-1.yaml")).toMatchObject({ status: "ok" });
  });

  test.each([
    ["approve", "approved"],
    ["reject", "rejected"],
    ["request_changes", "changes_requested"],
  ] as const)("%s makes it %s, and is journaled", async (answer, status) => {
    await reviews.open(sampleReview("RV-1"));
    const decided = await reviews.decide("RV-1", decision(answer, { reason: "because" }));
    expect(decided).toMatchObject({ status, decision: { answer, by: "ada" } });
    expect(await reviews.get("RV-1")).toEqual(decided);
    expect(await actions()).toEqual(["system review.opened", `human review.${status}`]);
    const [, row] = await journal.query({ entityId: "RV-1" });
    expect(row?.metadata).toMatchObject({ reviewed_by: "ada", reason: "because", diff_hash: DIFF_HASH });
    expect(await state.exports.readYaml("reviews/RV-1.yaml")).toMatchObject({ data: { status } });
  });

  test("an answer counts once, and for the diff it names", async () => {
    await reviews.open(sampleReview("RV-1"));
    const other = decision("approve", { diff_hash: "e".repeat(64) });
    await expect(reviews.decide("RV-1", other)).rejects.toMatchObject({ code: "stale" });
    await reviews.decide("RV-1", decision("approve"));
    await expect(reviews.decide("RV-1", decision("reject"))).rejects.toMatchObject({ code: "conflict" });
    await expect(reviews.decide("RV-9", decision("reject"))).rejects.toMatchObject({ code: "not_found" });
    expect(await actions()).toEqual(["system review.opened", "human review.approved"]);
  });

  test("a person's version replaces only a pending change", async () => {
    const review = sampleReview("RV-1");
    await reviews.open(review);
    const next = "e".repeat(64);
    const modification = {
      by: "ada",
      at: now(),
      diff_hash: next,
      previous_diff_hash: DIFF_HASH,
      reason: null,
    };
    const version = { ...review, title: "Better", change: { ...review.change, diff_hash: next } };
    await reviews.modify("RV-1", modification, version);
    expect(await reviews.get("RV-1")).toMatchObject({
      ...{ review_id: "RV-1", status: "pending", title: "Better", modifications: [modification] },
      change: { diff_hash: next },
    });
    const stale = { code: "stale" };
    await expect(reviews.modify("RV-1", modification, version)).rejects.toMatchObject(stale);
    await expect(reviews.decide("RV-1", decision("approve"))).rejects.toMatchObject(stale);
    await reviews.decide("RV-1", decision("approve", { diff_hash: next }));
    const late = { ...modification, previous_diff_hash: next };
    await expect(reviews.modify("RV-1", late, version)).rejects.toMatchObject({ code: "conflict" });
    expect(await actions()).toEqual([
      "system review.opened",
      "human review.modified",
      "human review.approved",
    ]);
  });

  test("an approved review lands once, or goes back with the reason", async () => {
    await reviews.open(sampleReview("RV-1"));
    await expect(reviews.markLanded("RV-1", COMMIT)).rejects.toMatchObject({ code: "conflict" });
    await expect(reviews.reopen("RV-1", "no")).rejects.toMatchObject({ code: "conflict" });
    await reviews.decide("RV-1", decision("approve"));
    await reviews.reopen("RV-1", "sum.js changed meanwhile");
    expect(await reviews.get("RV-1")).toMatchObject({
      status: "pending",
      decision: null,
      asked_because: ["sum.js changed meanwhile"],
    });
    await reviews.decide("RV-1", decision("approve"));
    await reviews.markLanded("RV-1", COMMIT);
    await reviews.markLanded("RV-1", COMMIT);
    expect(await reviews.get("RV-1")).toMatchObject({ status: "landed", landed_commit: COMMIT });
    expect((await actions()).slice(1)).toEqual([
      "human review.approved",
      "system review.reopened",
      "human review.approved",
      "system review.landed",
    ]);
  });

  test("a truncated diff is rewritten; an edited one is reported and left unchanged", async () => {
    await reviews.open(sampleReview("RV-1"));
    const file = join(folder, "reviews/RV-1.diff");
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, whole.slice(0, 20));
    expect(await reviews.repairFiles()).toEqual([{ path: "reviews/RV-1.diff", found: "damaged" }]);
    expect(readFileSync(file, "utf8")).toBe(whole);
    writeFileSync(file, whole.replace("a + b", "b + a"));
    await reviews.decide("RV-1", decision("approve"));
    expect(readFileSync(file, "utf8")).toContain("b + a");
    expect(await reviews.repairFiles()).toEqual([{ path: "reviews/RV-1.diff", found: "edited" }]);
  });

  test("ids from outside never become paths", async () => {
    await expect(reviews.open({ ...sampleReview("RV-1"), review_id: "RV-../../x" })).rejects.toThrow();
  });
});

test("of many processes that answer concurrently, one wins", async () => {
  await reviews.open(sampleReview("RV-1"));
  const services = join(import.meta.dirname, "..");
  const script = join(folder, "answer.mjs");
  writeFileSync(
    script,
    `import { openState } from ${JSON.stringify(join(services, "state/index.ts"))};
     import { openJournal } from ${JSON.stringify(join(services, "journal/index.ts"))};
     import { openReviews } from ${JSON.stringify(join(services, "reviews/index.ts"))};
     const now = () => new Date().toISOString();
     const state = await openState({ folder: process.argv[2], now });
     const journal = await openJournal({ ...state, now, randomId: () => crypto.randomUUID(), redact: (t) => t });
     const reviews = await openReviews({ ...state, journal, now });
     const answers = await Promise.allSettled(["approve", "reject", "approve"].map((answer) =>
       reviews.decide("RV-1", { answer, by: String(process.pid), at: now(), diff_hash: ${JSON.stringify(DIFF_HASH)}, reason: null })));
     process.stdout.write(answers.map((one) => one.status === "fulfilled" ? "heard" : one.reason.code).join("\\n") + "\\n");
     await state.database.close();`,
  );
  const outputs = await Promise.all([1, 2, 3].map(() => outputOf(script)));
  const answers = outputs.join("").trim().split("\n").sort();
  expect(answers).toEqual([...Array(8).fill("conflict"), "heard"]);
  expect((await actions()).filter((action) => action.startsWith("human"))).toHaveLength(1);
  expect(await journal.verifyChain()).toMatchObject({ status: "ok" });
});

async function outputOf(script: string): Promise<string> {
  const child = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(child, "close");
  return output;
}
