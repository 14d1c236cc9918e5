import { describe, expect, it } from "vitest";
import { openBench } from "../../../../test/support/hook-app.ts";
import { fixture, fixtureNames } from "../../../../test/support/hook-fixtures.ts";
import { codex } from "../../../services/hook-clients/clients/codex.ts";

/**
 * The fields that the published output schemas allow, by event; any other key makes the client drop the whole
 * answer.
 */
const COMMON = ["continue", "stopReason", "suppressOutput", "systemMessage"];
const SCHEMAS: Readonly<
  Record<string, { readonly top: readonly string[]; readonly specific: readonly string[] }>
> = {
  SessionStart: { top: [...COMMON, "hookSpecificOutput"], specific: ["additionalContext"] },
  PreToolUse: {
    top: [...COMMON, "hookSpecificOutput"],
    specific: ["additionalContext", "permissionDecision", "permissionDecisionReason"],
  },
  PostToolUse: {
    top: [...COMMON, "decision", "reason", "hookSpecificOutput"],
    specific: ["additionalContext"],
  },
  PreCompact: { top: COMMON, specific: [] },
  Stop: { top: [...COMMON, "decision", "reason"], specific: [] },
  UserPromptSubmit: { top: [], specific: [] },
};

function expectPublished(stdout: string, event: string): void {
  const answer = stdout === "" ? {} : JSON.parse(stdout);
  const { top, specific } = SCHEMAS[event] ?? { top: [], specific: [] };
  const { hookEventName, ...output } = answer.hookSpecificOutput ?? { hookEventName: event };
  expect(top).toEqual(expect.arrayContaining(Object.keys(answer)));
  expect(specific).toEqual(expect.arrayContaining(Object.keys(output)));
  expect(hookEventName).toBe(event);
  if (answer.decision !== undefined)
    expect(answer).toMatchObject({ decision: "block", reason: expect.stringMatching(/\S/) });
  for (const text of [answer.systemMessage, answer.reason, ...Object.values(output)])
    expect(["string", "undefined"]).toContain(typeof text);
}

describe("Codex", () => {
  it.each(fixtureNames("codex"))("%s: decided, and in the published shape", (name) => {
    using bench = openBench();
    const { stdout, exitCode } = bench.answer("codex", fixture("codex", name, bench.root));
    expect(exitCode).toBe(0);
    expectPublished(stdout, name.split(".")[0] ?? "");
    const refused = /denied|asked/.test(name);
    const decision = stdout === "" ? undefined : JSON.parse(stdout).hookSpecificOutput?.permissionDecision;
    expect(decision).toBe(refused ? "deny" : undefined);
  });

  it("follows the published schema no matter what the guards decide", () => {
    using bench = openBench();
    for (const name of fixtureNames("codex"))
      for (const effect of ["allow", "ask", "deny"] as const)
        for (const notes of [[], [{ kind: "warning", text: "a loop", guard: "loop_detection" }] as const]) {
          const payload = fixture("codex", name, bench.root);
          const event = codex.read(payload, { at: "", root: bench.root, cwd: bench.root });
          if (event === null) continue;
          const decision = { effect, reason: "because", rule: "r", guard: "g" };
          const judgement = { decision, notes, masked: "x", mask: (text: string) => text };
          expectPublished(codex.answer(payload, event, judgement).stdout, name.split(".")[0] ?? "");
        }
  });

  it("refuses to stop after a patch without a later green run", () => {
    using bench = openBench();
    const send = (name: string) => bench.answer("codex", fixture("codex", name, bench.root)).stdout;
    send("PostToolUse.apply_patch.json");
    expect(JSON.parse(send("Stop.json"))).toMatchObject({ decision: "block" });
    send("PostToolUse.Bash.json");
    expect(send("Stop.json")).toBe("");
  });

  it("refuses a patch that names no file", () => {
    using bench = openBench();
    const payload = {
      ...fixture("codex", "PreToolUse.apply_patch.json", bench.root),
      tool_input: { command: "x" },
    };
    expect(bench.answer("codex", payload).exitCode).toBe(2);
  });
});
