import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ExecutionContext, Session, StepResult } from "../../domain/entities/session.ts";
import { ToolResult } from "../../domain/entities/tool.ts";
import { openSessions } from "../../services/sessions/index.ts";
import { openState, type State } from "../../services/state/index.ts";
import type { Ports } from "../ports.ts";
import { type ReplayCopy, replaySession } from "./replay-session.ts";

const now = () => "2026-01-02T03:04:05.000Z";
const result = (output: string) => ToolResult.parse({ tool_name: "read_file", success: true, output });
let folder: string;
let state: State;
let ports: Ports;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "agentforge-replay-"));
  state = await openState({ folder, now });
  const sessions = await openSessions({ ...state, now });
  ports = { sessions, newTraceId: () => "t" } as unknown as Ports;
  const session = { session_id: "s", trace_id: "550e8400-e29b-41d4-a716-446655440000", brain: "llm" };
  const rest = { task_description: "t", status: "running", started_at: now(), owner: "1:1" };
  await sessions.begin(Session.parse({ ...session, ...rest }));
  const context = { session_id: "s", task_description: "t", current_phase: "p", available_tools: [] };
  await sessions.saveContext(
    ExecutionContext.parse({ ...context, memory_context: { base_digest: "d", base_commit: null } }),
  );
  const outputs = ["in /home/x/.agentforge/attempts/A-1/tree/a.js after 12 ms", "two"];
  for (const output of outputs) {
    const action = { action_type: "tool_call", tool_calls: [{ name: "read_file", parameters: {} }] };
    await sessions.appendStep(
      "s",
      StepResult.parse({ success: true, action, tool_results: [result(output)] }),
    );
  }
});
afterEach(async () => {
  await state.database.close();
  rmSync(folder, { recursive: true });
});

function replay(outputs: readonly string[], digest = "d") {
  const left = [...outputs];
  const copy: ReplayCopy = {
    base: { commit: null, digest },
    call: async () => result(left.shift() ?? ""),
    restore: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
  return replaySession(
    ports,
    "s",
    async () => copy,
    AbortSignal.timeout(5000),
    () => undefined,
  );
}

const elsewhere = "in /tmp/y/.agentforge/attempts/A-2/tree/a.js after 99 ms";

test("ignores the path of the copy and durations", async () => {
  expect(await replay([elsewhere, "two"])).toMatchObject({ status: "same" });
});

test("names a difference with its step and place", async () => {
  const { status, calls } = await replay([elsewhere, "three"]);
  expect(status).toBe("different");
  expect(calls.map((call) => call.status)).toEqual(["same", "different"]);
  const difference = { place: "/output", recorded: '"two"', now: '"three"' };
  expect(calls[1]).toMatchObject({ step: 2, tool: "read_file", difference });
});

test("refuses different code and an unknown session", async () => {
  await expect(replay([elsewhere], "other")).rejects.toMatchObject({ code: "stale" });
  const none = replaySession(
    ports,
    "x",
    async () => Promise.reject(),
    AbortSignal.timeout(5000),
    () => undefined,
  );
  await expect(none).rejects.toMatchObject({ code: "not_found" });
});
