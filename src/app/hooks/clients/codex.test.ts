import { describe, expect, it } from "vitest";
import { fixture, fixtureNames, openBench } from "../test-support.ts";

/** Keys that the published output schemas allow; any other makes the client drop the whole answer. */
const TOP = [
  "continue",
  "decision",
  "hookSpecificOutput",
  "reason",
  "stopReason",
  "suppressOutput",
  "systemMessage",
];
const SPECIFIC = ["hookEventName", "additionalContext", "permissionDecision", "permissionDecisionReason"];

describe("Codex", () => {
  it.each(fixtureNames("codex"))("%s: decided, and in the published shape", (name) => {
    using bench = openBench();
    const { stdout, exitCode } = bench.answer("codex", fixture("codex", name, bench.root));
    expect(exitCode).toBe(0);
    const answer = stdout === "" ? {} : JSON.parse(stdout);
    expect(Object.keys(answer).filter((key) => !TOP.includes(key))).toEqual([]);
    expect(Object.keys(answer.hookSpecificOutput ?? {}).filter((key) => !SPECIFIC.includes(key))).toEqual([]);
    const refused = /denied|asked/.test(name);
    expect(answer.hookSpecificOutput?.permissionDecision).toBe(refused ? "deny" : undefined);
  });

  it("may not stop on a patch without a green run after it", () => {
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
