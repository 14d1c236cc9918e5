import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleAttempt, sampleEscalation } from "../../../test/support/samples.ts";
import { type OpenJournal, openJournal } from "../journal/index.ts";
import { openState, type State } from "../state/index.ts";
import { openAttempts, openEscalations } from "./index.ts";

let folder: string;
let state: State;
let journal: OpenJournal;
const now = () => "2026-01-02T03:04:05.000Z";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-attempts-"));
  state = await openState({ folder, now });
  journal = await openJournal({ ...state, now, randomId: () => crypto.randomUUID(), redact: (text) => text });
});

afterEach(async () => {
  await journal.close();
  await state.database.close();
  rmSync(folder, { recursive: true });
});

describe("attempts", () => {
  test("are saved, updated, read and listed", async () => {
    const attempts = await openAttempts(state);
    await attempts.save(sampleAttempt("a-1"));
    await attempts.save(sampleAttempt("a-2", { started_at: "2026-02-01T00:00:00.000Z" }));
    await attempts.save(sampleAttempt("a-1", { phase: "complete", tests_passed: true }));
    expect(await attempts.get("a-1")).toEqual(
      sampleAttempt("a-1", { phase: "complete", tests_passed: true }),
    );
    expect(await attempts.get("a-3")).toBeNull();
    expect((await attempts.list()).map((attempt) => attempt.attempt_id)).toEqual(["a-2", "a-1"]);
    expect((await attempts.list(1)).map((attempt) => attempt.attempt_id)).toEqual(["a-2"]);
    expect(await state.exports.readYaml("fix_attempts/a-1.yaml")).toMatchObject({
      data: { phase: "complete" },
    });
  });

  test.each(["../a", "a/b", "", ".hidden"])("%j is not an id", async (id) => {
    const attempts = await openAttempts(state);
    await expect(attempts.save(sampleAttempt(id))).rejects.toMatchObject({ code: "bad_input" });
  });
});

describe("escalations", () => {
  test("are created and resolved once, by a person, in the journal", async () => {
    const escalations = await openEscalations({ ...state, journal, now });
    await escalations.create(sampleEscalation("ESC-1"));
    await expect(escalations.create(sampleEscalation("ESC-1"))).rejects.toMatchObject({ code: "conflict" });
    expect(await escalations.list("pending")).toEqual([sampleEscalation("ESC-1")]);
    const resolved = await escalations.resolve("ESC-1", { by: "ada", guidance: "change the test" });
    const said = { guidance: "change the test", reason: null, retry: true };
    expect(resolved.resolution).toEqual({ by: "ada", at: now(), ...said });
    expect(await escalations.get("ESC-1")).toEqual(resolved);
    await expect(escalations.resolve("ESC-1", { by: "bob" })).rejects.toMatchObject({ code: "conflict" });
    await expect(escalations.resolve("ESC-2", { by: "bob" })).rejects.toMatchObject({ code: "not_found" });
    expect(await escalations.list("pending")).toEqual([]);
    expect((await journal.query({})).map((row) => `${row.actor} ${row.action_type}`)).toEqual([
      "agent escalation.created",
      "human escalation.resolved",
    ]);
    expect(await state.exports.readYaml("escalations/ESC-1.yaml")).toMatchObject({
      data: { status: "resolved" },
    });
  });
});
