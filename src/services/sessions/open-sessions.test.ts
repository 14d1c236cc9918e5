import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ExecutionContext, Session, StepResult, UnderWay } from "../../domain/entities/session.ts";
import { openState, type State } from "../state/index.ts";
import { type OpenSessions, openSessions } from "./index.ts";

let folder: string;
let state: State;
let sessions: OpenSessions;
const now = () => "2026-01-02T03:04:05.000Z";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-sessions-"));
  await open();
});

afterEach(async () => {
  await state.database.close();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<void> {
  state = await openState({ folder, now });
  sessions = await openSessions({ ...state, now });
}

const session = (session_id: string, more: Partial<Session> = {}) =>
  Session.parse({
    session_id,
    trace_id: "550e8400-e29b-41d4-a716-446655440000",
    brain: "search",
    task_description: "repair the calculator",
    status: "running",
    started_at: now(),
    owner: "123:456",
    ...more,
  });
const step = (n: number) =>
  StepResult.parse({
    success: true,
    tokens_used: n,
    action: { action_type: "respond", response: `step ${n}\nok\n` },
  });
const context = (session_id: string, iteration: number) =>
  ExecutionContext.parse({
    session_id,
    iteration,
    task_description: "t",
    current_phase: "plan",
    available_tools: [],
  });
const historyFile = (id: string) => join(folder, "sessions", id, "step_history.yaml");

describe("sessions", () => {
  test("are started, ended, read and listed", async () => {
    await sessions.begin(session("s-1"));
    await sessions.begin(session("s-2", { started_at: "2026-01-03T00:00:00.000Z" }));
    await sessions.end("s-1", "completed", "repaired");
    const ended = { ...session("s-1"), status: "completed", outcome: "repaired", ended_at: now() };
    expect(await sessions.get("s-1")).toEqual(ended);
    expect(await sessions.get("s-3")).toBeNull();
    expect((await sessions.list()).map((one) => one.session_id)).toEqual(["s-2", "s-1"]);
    expect((await sessions.list({ status: "running" })).map((one) => one.session_id)).toEqual(["s-2"]);
    expect((await sessions.list({ limit: 1 })).map((one) => one.session_id)).toEqual(["s-2"]);
    expect(await state.exports.readYaml("sessions/s-1/session.yaml")).toEqual({ status: "ok", data: ended });
  });

  test("refuse an existing session, an unknown one, and ids that are paths", async () => {
    await sessions.begin(session("s-1"));
    await expect(sessions.begin(session("s-1"))).rejects.toMatchObject({ code: "conflict" });
    await expect(sessions.end("s-2", "failed", "x")).rejects.toMatchObject({ code: "not_found" });
    await expect(sessions.appendStep("s-2", step(1))).rejects.toMatchObject({ code: "not_found" });
    await expect(sessions.saveContext(context("s-2", 1))).rejects.toMatchObject({ code: "not_found" });
    for (const id of ["../x", "a/b", ".", "..", "a..b", "a\0", " ", "x".repeat(200), "-rf"]) {
      await expect(sessions.begin(session(id))).rejects.toMatchObject({ code: "bad_input" });
    }
  });

  test("the context is saved as a whole and found by another process", async () => {
    await sessions.begin(session("s-1"));
    expect(await sessions.loadContext("s-1")).toBeNull();
    await sessions.saveContext(context("s-1", 1));
    await sessions.saveContext(context("s-1", 2));
    await state.database.close();
    await open();
    expect(await sessions.loadContext("s-1")).toEqual(context("s-1", 2));
    expect(await state.exports.readYaml("sessions/s-1/execution_context.yaml")).toMatchObject({
      status: "ok",
    });
  });

  test("sessions of dead owners are reaped once", async () => {
    await sessions.begin(session("dead", { owner: "1:1" }));
    await sessions.begin(session("alive", { owner: "2:2" }));
    await sessions.begin(session("done", { owner: "1:1", status: "completed" }));
    const reaped = await sessions.reapInterrupted(async (owner) => owner === "2:2");
    expect(reaped.map((one) => [one.session_id, one.status])).toEqual([["dead", "interrupted"]]);
    expect(await sessions.reapInterrupted(async (owner) => owner === "2:2")).toEqual([]);
    expect(await sessions.list({ status: "interrupted" })).toEqual(reaped);
  });

  test("two processes that reap at once do not both take the same session", async () => {
    for (const id of ["a", "b", "c"]) await sessions.begin(session(id));
    const second = await openState({ folder, now });
    const other = await openSessions({ ...second, now });
    const taken = await Promise.all([sessions, other].map((one) => one.reapInterrupted(async () => false)));
    expect(
      taken
        .flat()
        .map((one) => one.session_id)
        .sort(),
    ).toEqual(["a", "b", "c"]);
    await second.database.close();
  });
});

describe("the call in progress", () => {
  const underWay = (results: number) =>
    UnderWay.parse({
      action: { action_type: "tool_call", tool_calls: [{ name: "read_file" }, { name: "run_tests" }] },
      results: [{ tool_name: "read_file", success: true }].slice(0, results),
    });

  test("is found by another process, and cleared with the step", async () => {
    await sessions.begin(session("s-1"));
    expect(await sessions.underWay("s-1")).toBeNull();
    await expect(sessions.noteUnderWay("s-2", underWay(0))).rejects.toMatchObject({ code: "not_found" });
    await sessions.noteUnderWay("s-1", underWay(0));
    await sessions.noteUnderWay("s-1", underWay(1));
    await state.database.close();
    await open();
    expect(await sessions.underWay("s-1")).toEqual(underWay(1));
    await sessions.appendStep("s-1", step(1), context("s-1", 7));
    expect(await sessions.underWay("s-1")).toBeNull();
    expect(await sessions.loadContext("s-1")).toEqual(context("s-1", 7));
  });

  test("a step and its context are both stored, or neither is", async () => {
    await sessions.begin(session("s-1"));
    const broken = { ...context("s-1", 1), memory_context: { never: 1n } } as never;
    await expect(sessions.appendStep("s-1", step(1), broken)).rejects.toThrow();
    expect([await sessions.history("s-1"), await sessions.loadContext("s-1")]).toEqual([[], null]);
  });
});

describe("an interrupted session", () => {
  test("is taken over once", async () => {
    await sessions.begin(session("s-1", { owner: "1:1" }));
    await expect(sessions.takeOver("s-1", "2:2")).rejects.toMatchObject({ code: "conflict" });
    await sessions.reapInterrupted(async () => false);
    expect(await sessions.takeOver("s-1", "2:2")).toMatchObject({
      ...{ status: "running", owner: "2:2", ended_at: null, outcome: null },
    });
    await expect(sessions.takeOver("s-1", "3:3")).rejects.toMatchObject({ code: "conflict" });
    await expect(sessions.takeOver("s-2", "3:3")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("steps", () => {
  test("are listed, have a last one, and can be cleared", async () => {
    await sessions.begin(session("s-1"));
    expect([await sessions.history("s-1"), await sessions.lastStep("s-1")]).toEqual([[], null]);
    for (let n = 1; n <= 3; n += 1) await sessions.appendStep("s-1", step(n));
    expect(await sessions.history("s-1")).toEqual([step(1), step(2), step(3)]);
    expect(await sessions.lastStep("s-1")).toEqual(step(3));
    await sessions.clearHistory("s-1");
    expect([await sessions.history("s-1"), await sessions.lastStep("s-1")]).toEqual([[], null]);
    await sessions.appendStep("s-1", step(9));
    const file = await state.exports.readAppended("sessions/s-1/step_history.yaml");
    expect(file).toEqual({ documents: [step(9)], torn: false });
  });

  test("are written as files for people", async () => {
    await sessions.begin(session("s-1"));
    await sessions.appendStep("s-1", step(1));
    const text = readFileSync(historyFile("s-1"), "utf8");
    expect(text).toMatch(/^---\nsuccess: true\naction:\n {2}action_type: respond\n/);
    expect(text).toContain("response: |\n    step 1\n    ok\n");
  });

  const harms: readonly (readonly [string, (whole: Buffer) => void])[] = [
    ["torn", (whole) => truncateSync(historyFile("s-1"), whole.length - 7)],
    ["cut between two steps", (whole) => truncateSync(historyFile("s-1"), whole.lastIndexOf("---\n"))],
    ["gone", () => rmSync(historyFile("s-1"))],
    ["garbage", () => writeFileSync(historyFile("s-1"), "garbage")],
  ];

  test.each(harms)("a history file that is %s is written again from the database", async (_, harm) => {
    await sessions.begin(session("s-1"));
    for (let n = 1; n <= 3; n += 1) await sessions.appendStep("s-1", step(n));
    harm(readFileSync(historyFile("s-1")));
    await sessions.appendStep("s-1", step(4));
    expect(await sessions.history("s-1")).toHaveLength(4);
    const file = await state.exports.readAppended("sessions/s-1/step_history.yaml");
    expect(file).toEqual({ documents: [1, 2, 3, 4].map(step), torn: false });
  });

  test("a history file that knows more than the database is kept", async () => {
    await sessions.begin(session("s-1"));
    for (let n = 1; n <= 3; n += 1) await sessions.appendStep("s-1", step(n));
    await state.database.run("DELETE FROM session_steps WHERE seq = 3");
    const path = "sessions/s-1/step_history.yaml";
    expect(await sessions.repairFiles()).toEqual([{ path, found: "ahead" }]);
    await sessions.appendStep("s-1", step(4));
    const names = readdirSync(join(folder, "sessions/s-1"));
    expect(names).toContainEqual(expect.stringMatching(/^step_history\.yaml\.ahead-/));
    expect((await state.exports.readAppended(path)).documents).toEqual([1, 2, 4].map(step));
  });

  test("repairFiles repairs missing, damaged and outdated files, and reports those that a person edited", async () => {
    await sessions.begin(session("s-1"));
    await sessions.saveContext(context("s-1", 1));
    await sessions.appendStep("s-1", step(1));
    expect(await sessions.repairFiles()).toEqual([]);
    const file = (name: string) => join(folder, "sessions/s-1", name);
    const edited = readFileSync(file("session.yaml"), "utf8").replace("calculator", "computer");
    writeFileSync(file("session.yaml"), edited);
    truncateSync(file("execution_context.yaml"), 30);
    rmSync(file("step_history.yaml"));
    expect((await sessions.repairFiles()).map(({ path, found }) => [path.split("/")[2], found])).toEqual([
      ["session.yaml", "edited"],
      ["execution_context.yaml", "damaged"],
      ["step_history.yaml", "absent"],
    ]);
    expect(await sessions.repairFiles()).toMatchObject([{ found: "edited" }]);
    expect(readFileSync(file("session.yaml"), "utf8")).toBe(edited);
  });

  test("a damaged record is reported, not skipped", async () => {
    await sessions.begin(session("s-1"));
    for (let n = 1; n <= 3; n += 1) await sessions.appendStep("s-1", step(n));
    await state.database.run("UPDATE session_steps SET data = replace(data, 'true', 'false') WHERE seq = 2");
    await expect(sessions.history("s-1")).rejects.toMatchObject({ code: "state_damaged" });
    await state.database.run("DELETE FROM session_steps WHERE seq = 2");
    await expect(sessions.history("s-1")).rejects.toMatchObject({ code: "state_damaged" });
  });

  test("two writers of one session number their steps without gaps", async () => {
    await sessions.begin(session("s-1"));
    const second = await openState({ folder, now });
    const other = await openSessions({ ...second, now });
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => (n % 2 === 0 ? sessions : other).appendStep("s-1", step(n))),
    );
    const history = await sessions.history("s-1");
    expect(history.map((one) => one.tokens_used).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    const file = await state.exports.readAppended("sessions/s-1/step_history.yaml");
    expect(file).toEqual({ documents: history, torn: false });
    await second.database.close();
  });
});
