import { describe, expect, it } from "vitest";
import { openBench } from "../../../../test/support/hook-app.ts";
import { fixture, fixtureNames } from "../../../../test/support/hook-fixtures.ts";
import { gemini } from "../../../services/hook-clients/clients/gemini.ts";

/** The fields that each event reads in addition to the common ones, according to the published reference. */
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ["additionalContext"],
  AfterTool: ["additionalContext"],
};
const COMMON = ["systemMessage", "decision", "reason", "hookSpecificOutput"];

describe("Gemini CLI", () => {
  it("follows the published schema no matter what the guards decide", () => {
    using bench = openBench();
    for (const name of fixtureNames("gemini"))
      for (const effect of ["allow", "ask", "deny"] as const)
        for (const masked of [null, "masked"]) {
          const payload = fixture("gemini", name, bench.root);
          const event = gemini.read(payload, { at: "", root: bench.root, cwd: bench.root });
          if (event === null) continue;
          const isTool = event.event === "after_tool" || event.event === "tool_failed";
          const decision = { effect, reason: "because", rule: "r", guard: "g" };
          const notes = [{ kind: "warning", text: "a loop", guard: "loop_detection" }] as const;
          const judgement = { decision, notes, masked: isTool ? masked : null, mask: (text: string) => text };
          const { stdout } = gemini.answer(payload, event, judgement);
          const answer = stdout === "" ? {} : JSON.parse(stdout);
          const { hookEventName = "", ...output } = answer.hookSpecificOutput ?? {};
          expect(COMMON).toEqual(expect.arrayContaining(Object.keys(answer)));
          expect(SPECIFIC[hookEventName] ?? []).toEqual(expect.arrayContaining(Object.keys(output)));
          if (answer.decision === undefined) continue;
          const reason = isTool ? "masked\n\na loop" : "because";
          expect(answer).toEqual({ decision: "deny", reason });
        }
  });

  it.each(fixtureNames("gemini"))("%s: decided, and nothing but JSON", (name) => {
    using bench = openBench();
    const { stdout, exitCode } = bench.answer("gemini", fixture("gemini", name, bench.root));
    expect(exitCode).toBe(0);
    const answer = stdout === "" ? {} : JSON.parse(stdout);
    expect(answer.decision).toBe(name.includes("denied") ? "deny" : undefined);
    if (name.startsWith("SessionStart"))
      expect(answer.hookSpecificOutput.additionalContext).toContain("Protected");
    if (name.startsWith("PreCompress")) expect(stdout).toBe("");
  });

  it("refuses to end a turn after an edit without a later green run", () => {
    using bench = openBench();
    const send = (name: string) => bench.answer("gemini", fixture("gemini", name, bench.root)).stdout;
    send("AfterTool.write_file.json");
    expect(JSON.parse(send("AfterAgent.json"))).toMatchObject({ decision: "deny" });
    send("AfterTool.run_shell_command.json");
    expect(send("AfterAgent.json")).toBe("");
  });

  it("reads a shell's exit code and output from the text that the model is shown", () => {
    const read = (name: string) => {
      const payload = fixture("gemini", name, "/project");
      return gemini.read(payload, { at: "", root: "/project", cwd: "/project" });
    };
    expect(read("AfterTool.run_shell_command.failed.json")).toMatchObject({
      event: "tool_failed",
      result: { exit_code: 1, output: "(empty)\nExit Code: 1" },
    });
    expect(read("AfterTool.run_shell_command.untrusted_context.json")).toMatchObject({
      event: "after_tool",
      result: { exit_code: null, output: "hello" },
    });
  });

  it("masks a secret in a tool's output", () => {
    using bench = openBench();
    const payload = fixture("gemini", "AfterTool.run_shell_command.json", bench.root);
    const tool_response = { llmContent: `API_KEY=${"a1b2c3d4e5f6".repeat(2)}` };
    const { stdout } = bench.answer("gemini", { ...payload, tool_response });
    expect(JSON.parse(stdout)).toEqual({
      decision: "deny",
      reason: expect.stringMatching(/^API_KEY=<secret:api-key:[0-9a-f]{6}>$/m),
    });
  });
});
