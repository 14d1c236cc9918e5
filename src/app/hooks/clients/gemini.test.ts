import { describe, expect, it } from "vitest";
import { fixture, fixtureNames, openBench } from "../test-support.ts";

describe("Gemini CLI", () => {
  it.each(fixtureNames("gemini"))("%s: decided, and nothing but JSON", (name) => {
    using bench = openBench();
    const { stdout, exitCode } = bench.answer("gemini", fixture("gemini", name, bench.root));
    expect(exitCode).toBe(0);
    const answer = stdout === "" ? {} : JSON.parse(stdout);
    expect(answer.decision).toBe(name.includes("denied") ? "deny" : undefined);
    if (name.startsWith("SessionStart"))
      expect(answer.hookSpecificOutput.additionalContext).toContain("Protected");
    if (name.startsWith("PreCompress")) expect(answer.systemMessage).toContain("Keep in the summary");
  });

  it("may not end a turn on an edit without a green run after it", () => {
    using bench = openBench();
    const send = (name: string) => bench.answer("gemini", fixture("gemini", name, bench.root)).stdout;
    send("AfterTool.write_file.json");
    expect(JSON.parse(send("AfterAgent.json"))).toMatchObject({ decision: "deny" });
    send("AfterTool.run_shell_command.json");
    expect(send("AfterAgent.json")).toBe("");
  });

  it("masks a secret in what a tool printed", () => {
    using bench = openBench();
    const payload = fixture("gemini", "AfterTool.run_shell_command.json", bench.root);
    const tool_response = { llmContent: `API_KEY=${"a1b2c3d4e5f6".repeat(2)}` };
    const { stdout } = bench.answer("gemini", { ...payload, tool_response });
    expect(JSON.parse(stdout).hookSpecificOutput.tool_output).toBe("API_KEY=[redacted]");
  });
});
