import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../../../test/support/hook-app.ts";
import { fixture, fixtureNames } from "../../../../test/support/hook-fixtures.ts";
import type { HookAnswer, Json } from "../../../services/hook-clients/client.ts";

const DENIED = ["PreToolUse.Write.json"];
const TALKING = /^(?:SessionStart|PreCompact)\./;

describe("every recorded payload", () => {
  it.each(fixtureNames("claude"))("%s alone gets the right answer in the right shape", (name) => {
    using bench = openBench();
    const answer = bench.answer("claude", fixture("claude", name, bench.root));
    expect(answer).toMatchObject({ exitCode: 0, stderr: "" });
    if (DENIED.includes(name)) expect(denialOf(answer)).toContain(".env is protected");
    else if (name.startsWith("PreCompact")) expect(answer.stdout).toMatch(/^Keep in the summary/);
    else if (TALKING.test(name))
      expect(JSON.parse(answer.stdout).hookSpecificOutput).toMatchObject({
        hookEventName: "SessionStart",
        additionalContext: expect.stringContaining("Protected files"),
      });
    else expect(answer.stdout).toBe("");
  });

  it("all in one session: it may not stop with untested edits", () => {
    using bench = openBench();
    for (const name of fixtureNames("claude").filter((each) => /^P(?:re|ost)Tool/.test(each)))
      bench.answer("claude", { ...fixture("claude", name, bench.root), session_id: "one" });
    const stop = bench.answer("claude", {
      ...fixture("claude", "Stop.first.json", bench.root),
      session_id: "one",
    });
    expect(JSON.parse(stop.stdout)).toMatchObject({
      decision: "block",
      reason: expect.stringContaining("Not done"),
    });
  });
});

describe("forbidden actions of a session", () => {
  it.each([
    ["Write", { file_path: ".env", content: "A=1" }],
    ["Edit", { file_path: ".env", old_string: "a", new_string: "b" }],
    ["NotebookEdit", { notebook_path: ".env" }],
    ["Bash", { command: "echo A=1 > .env" }],
    ["Bash", { command: "printf x | tee .env" }],
    ["Bash", { command: "cp a.txt .env" }],
    ["Read", { file_path: ".env" }],
    ["Write", { file_path: "linked/.env", content: "" }],
    ["Write", { file_path: "away/x.txt", content: "" }],
    ["Write", { file_path: "../outside.txt", content: "" }],
    ["Write", { file_path: ".git/hooks/pre-commit", content: "" }],
    ["Write", { file_path: ".claude/settings.json", content: "{}" }],
    ["mcp__files__write_file", { path: ".env", content: "" }],
    ["mcp__shell__run", { command: "rm -rf /" }],
    ["Write", { content: "no path at all" }],
    ["Write", { file_path: 7 }],
    ["Bash", { command: ["not", "a", "text"] }],
  ])("%s %j", (tool_name, tool_input) => {
    using bench = openBench();
    mkdirSync(join(bench.root, "real"));
    symlinkSync(join(bench.root, "real"), join(bench.root, "linked"));
    symlinkSync("/tmp", join(bench.root, "away"));
    const answer = bench.answer("claude", preTool(bench, tool_name, resolved(bench, tool_input)));
    expect(answer.exitCode === 2 ? answer.stderr : denialOf(answer)).not.toBe("");
  });

  it("asks if a person could say yes, and denies if nobody can be asked", () => {
    using bench = openBench();
    const payload = preTool(bench, "Bash", { command: "rm -rf src" });
    const decided = (answer: HookAnswer) => JSON.parse(answer.stdout).hookSpecificOutput.permissionDecision;
    expect(decided(bench.answer("claude", payload))).toBe("ask");
    expect(decided(bench.answer("claude", { ...payload, permission_mode: "bypassPermissions" }))).toBe(
      "deny",
    );
  });
});

describe("done means tested", () => {
  const stop = { hook_event_name: "Stop", stop_hook_active: false, background_tasks: [] };

  it("refuses after an edit, even the second time, and allows stopping after a green run", () => {
    using bench = openBench();
    mkdirSync(join(bench.root, "tests"));
    edit(bench);
    expect(send(bench, stop)).toContain("block");
    expect(send(bench, { ...stop, stop_hook_active: true })).toContain("block");
    send(bench, {
      hook_event_name: "PostToolUseFailure",
      tool_name: "Bash",
      tool_input: { command: "pytest -q" },
      error: "Exit code 1\n1 failed, 2 passed in 0.1s",
    });
    expect(send(bench, stop)).toContain("have not passed");
    run(bench, "pytest -q", "3 passed in 0.1s");
    expect(send(bench, stop)).toBe("");
  });

  it("refuses once if the repository has no tests", () => {
    using bench = openBench();
    edit(bench);
    expect(send(bench, stop)).toContain("block");
    expect(send(bench, { ...stop, stop_hook_active: true })).toContain("systemMessage");
  });

  it("waits for a command in the background, but not for a server", () => {
    using bench = openBench();
    edit(bench);
    const waiting = (command: string) => ({
      ...stop,
      background_tasks: [{ id: "b1", type: "shell", command }],
    });
    expect(send(bench, waiting("make test"))).toBe("");
    expect(send(bench, waiting("npm run dev"))).toContain("block");
  });

  it("does not treat the start of a background run as a green run", () => {
    using bench = openBench();
    writeFileSync(join(bench.root, "AGENTS.md"), "- `make test`\n");
    edit(bench);
    send(bench, {
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: "make test", run_in_background: true },
      tool_response: { stdout: "", stderr: "", backgroundTaskId: "b1" },
    });
    expect(send(bench, stop)).toContain("block");
    expect(send(bench, { ...stop, background_tasks: [{ id: "b1" }] })).toBe("");
    run(bench, "make test", "");
    expect(send(bench, stop)).toBe("");
  });

  it("judges a subagent by what it changed itself", () => {
    using bench = openBench();
    const subagent = { ...stop, hook_event_name: "SubagentStop", agent_type: "worker", agent_id: "w1" };
    edit(bench);
    expect(send(bench, subagent)).toBe("");
    edit(bench, { agent_id: "w1" });
    expect(send(bench, subagent)).toContain("block");
    expect(send(bench, { ...subagent, agent_type: "" })).toBe("");
  });
});

describe("the context of a session", () => {
  it("includes a loop of edits that the client itself rejects", () => {
    using bench = openBench();
    const batch = fixture("claude", "PostToolBatch.validation_error.json", bench.root);
    const answers = Array.from({ length: 5 }, () => bench.answer("claude", batch).stdout);
    expect(answers.join("")).toContain('"hookEventName":"PostToolBatch","additionalContext"');
  });

  it("includes where it left off, after a compaction", () => {
    using bench = openBench();
    edit(bench);
    expect(send(bench, { hook_event_name: "PreCompact", trigger: "auto" })).toContain("src/app.py (1)");
    expect(send(bench, { hook_event_name: "SessionStart", source: "compact" })).toContain(
      "edited: src/app.py",
    );
  });

  it("includes the output of a tool in its original shape, without the secret", () => {
    using bench = openBench();
    const answer = run(bench, "npm run config", `API_KEY=${"a1b2c3d4e5f6".repeat(2)}`);
    const { updatedToolOutput } = JSON.parse(answer).hookSpecificOutput;
    expect(updatedToolOutput).toEqual({
      stdout: expect.stringMatching(/^API_KEY=<secret:api-key:[0-9a-f]{6}>$/),
      stderr: "",
      interrupted: false,
    });
    const trace = readFileSync(join(bench.root, ".agentforge/harness/s1/trace-log.jsonl"), "utf8");
    expect(trace).not.toContain("a1b2c3d4e5f6");
  });
});

function denialOf(answer: HookAnswer): string {
  const { hookSpecificOutput } = JSON.parse(answer.stdout);
  expect(hookSpecificOutput).toMatchObject({ hookEventName: "PreToolUse", permissionDecision: "deny" });
  return hookSpecificOutput.permissionDecisionReason;
}

function preTool(bench: Bench, tool_name: string, tool_input: Json): Json {
  return {
    ...fixture("claude", "PreToolUse.Bash.json", bench.root),
    tool_name,
    tool_input,
  };
}

function resolved(bench: Bench, input: Json): Json {
  const { file_path } = input;
  return typeof file_path === "string" ? { ...input, file_path: join(bench.root, file_path) } : input;
}

function send(bench: Bench, payload: Json): string {
  return bench.answer("claude", { session_id: "s1", cwd: bench.root, ...payload }).stdout;
}

function edit(bench: Bench, more: Json = {}): void {
  send(bench, {
    hook_event_name: "PostToolUse",
    tool_name: "Edit",
    tool_input: { file_path: join(bench.root, "src/app.py"), old_string: "a", new_string: "b" },
    tool_response: { filePath: "src/app.py" },
    ...more,
  });
}

function run(bench: Bench, command: string, stdout: string): string {
  return send(bench, {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_response: { stdout, stderr: "", interrupted: false },
  });
}
