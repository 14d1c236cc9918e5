import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exampleRepository, type Repository } from "../../../test/support/repository.ts";
import type { GuardDecision, GuardedTool } from "../../domain/entities/guard-event.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { Activity } from "../../domain/ports/journal.ts";
import type { ToolPorts } from "../../domain/ports/tool-ports.ts";
import type { AttemptTree } from "../../domain/ports/workspace.ts";
import { createEditor } from "../editing/index.ts";
import { createSearch } from "../search/index.ts";
import { ensureStateFolder, openWorkspace } from "../workspace/index.ts";
import { createToolCaller, type ToolCaller } from "./caller.ts";
import { TOOLS } from "./catalog/list.ts";

let repository: Repository;
let tree: AttemptTree;
let caller: ToolCaller;
let journaled: Activity[];
let seen: GuardedTool[];
let decide: (tool: GuardedTool) => GuardDecision;
const allow: GuardDecision = { effect: "allow", reason: "", rule: "none", guard: "test" };

beforeEach(async () => {
  repository = exampleRepository("calculator-js");
  const stateFolder = await ensureStateFolder(repository.path);
  const workspace = await openWorkspace({
    root: repository.path,
    stateFolder,
    now: () => new Date(),
    randomId: () => Math.random().toString(36).slice(2),
    git: { path: "git", env: { PATH: process.env.PATH ?? "" } },
  });
  tree = await workspace.openAttempt("A-test");
  journaled = [];
  seen = [];
  decide = () => allow;
  caller = createToolCaller({
    tools: TOOLS,
    toolPorts: handsOn(tree),
    guards: {
      before: async (tool) => {
        seen.push(tool);
        return { decision: decide(tool), notes: [] };
      },
      after: async () => [],
    },
    journal: { record: (activity: Activity) => journaled.push(activity) } as never,
    elapsed: () => performance.now(),
  });
});
afterEach(async () => {
  await tree.close();
  repository.remove();
});

describe("tools on a real attempt tree", () => {
  it("reads, edits and shows the change without touching the user's tree", async () => {
    const read = await call("read_file", { path: "calculator.js", start_line: 1, end_line: 3 });
    expect(read.output).toMatchObject({
      content: expect.stringContaining("2\t  return a - b;"),
      total_lines: 12,
    });
    const hash = (read.output as { hash: string }).hash;
    const edit = await call("edit_file", {
      files: [
        {
          path: "calculator.js",
          expected_hash: hash,
          changes: [{ search: "return a - b;", replace: "return a + b;" }],
        },
      ],
    });
    expect(edit.success).toBe(true);
    const diff = await call("git_diff", {});
    expect(diff.output).toMatchObject({ diff: expect.stringContaining("+  return a + b;") });
    expect(repository.read("calculator.js")).toContain("return a - b;");

    const stale = await call("edit_file", {
      files: [
        { path: "calculator.js", expected_hash: hash, changes: [{ start_line: 1, end_line: 1, text: "x" }] },
      ],
    });
    expect(stale).toMatchObject({ success: false, error: expect.stringMatching(/Nothing was written/) });
  });

  it("writes, lists and searches", async () => {
    expect(
      await call("write_file", { path: "lib/new.js", content: "export const answer = 42;\n" }),
    ).toMatchObject({
      output: { status: "created" },
    });
    expect(await call("list_directory", { path: "." })).toMatchObject({ output: { folders: ["lib/"] } });
    await call("write_file", { path: "lib/old.js", content: "" });
    expect(await call("write_file", { path: "lib/old.js", content: null })).toMatchObject({
      output: { status: "removed" },
    });
    expect(await call("write_file", { path: "lib/old.js", content: null })).toMatchObject({ success: false });
    expect(await call("search_code", { query: "answer = \\d+" })).toMatchObject({
      output: { total: 1, omitted: 0 },
    });
    expect(await call("search_files", { pattern: "*.test.js" })).toMatchObject({
      output: { files: ["calculator.test.js"] },
    });
    expect(await call("load_context", { places: [{ path: "calculator.js", line: 2 }] })).toMatchObject({
      output: { sections: [{ path: "calculator.js" }] },
    });
  });

  it("runs a command line with bounded output, and guards see it as a shell command", async () => {
    const { output } = await call("run_shell", { command: "node -e 'print()'" });
    expect(output).toMatchObject({ exit_code: 3, killed_by: "timeout", stderr: "" });
    const { stdout } = output as { stdout: string };
    expect(stdout.length).toBeLessThan(12_100);
    expect(stdout).toMatch(/^node -e 'print\(\)'[\s\S]*characters left out[\s\S]*end$/);
    expect(seen.at(-1)).toEqual({ kind: "shell", name: "run_shell", command: "node -e 'print()'" });
  });

  it("reads only the history of the user's commits", async () => {
    repository.write("calculator.js", `${repository.read("calculator.js")}// later\n`);
    const log = await call("git_log", { path: "calculator.js" });
    expect(log.output).toMatch(/^[0-9a-f]{7,} \d{4}-\d\d-\d\d Test: first$/);
    const commit = String(log.output).split(" ")[0];
    expect((await call("git_log", { path: "nowhere.js" })).output).toBe("");
    const blame = await call("git_blame", { path: "calculator.js", start_line: 2, end_line: 900 });
    expect(blame.output).toMatch(/^\^?[0-9a-f]{7,} \(Test +\d{4}-\d\d-\d\d +2\) {3}return a - b;$/m);
    expect((await call("git_show", { commit })).output).toContain("calculator.test.js |");
    const shown = await call("git_show", { commit: "HEAD", path: "calculator.js" });
    expect(shown.output).toContain("+  return a - b;");
    expect(shown.output).not.toContain("import assert");
    repository.git("commit", "-qam", "on another branch");
    const later = repository.git("rev-parse", "HEAD").trim();
    for (const name of [later, "main", "--output=/tmp/x", "HEAD~7", "HEAD:package.json"])
      expect(await call("git_show", { commit: name }), name).toMatchObject({ success: false });
    for (const path of ["../x", ".git/config", "/etc/passwd"])
      expect(await call("git_blame", { path, start_line: 1, end_line: 1 }), path).toMatchObject({
        success: false,
      });
  });

  it("prepares a commit only if something changed", async () => {
    expect((await call("git_commit", { message: "fix: nothing at all" })).error).toMatch(
      /nothing has changed/,
    );
    await call("write_file", { path: "a.js", content: "1;\n" });
    expect(await call("git_add", { paths: ["calculator.js"] })).toMatchObject({
      error: expect.stringContaining("not changed"),
    });
    await call("git_add", {});
    await call("git_commit", { message: "feat: add a separate file" });
    expect(await call("git_status", {})).toMatchObject({
      output: {
        files: [{ path: "a.js", status: "added", staged: true }],
        message: "feat: add a separate file",
      },
    });
  });

  it("ends the loop with complete, escalate or cannot_fix", async () => {
    const signal = AbortSignal.timeout(5000);
    const escalated = await caller.call(
      { name: "escalate", parameters: { reason: "which one?" }, category: null },
      signal,
    );
    expect(escalated).toMatchObject({ ends: "escalate", result: { output: { escalation_id: "ESC-1" } } });
    const done = await caller.call(
      { name: "complete", parameters: { summary: "done" }, category: null },
      signal,
    );
    expect(done.ends).toBe("complete");
  });
});

describe("answers with an error instead of throwing", () => {
  it.each<[string, string, Record<string, unknown>, RegExp]>([
    ["an unknown tool", "fly", {}, /there is no tool "fly"; available: read_file/],
    [
      "bad parameters",
      "read_file",
      { path: 3 },
      /bad parameters for read_file:\npath: is 3; expected string/,
    ],
    ["a missing file", "read_file", { path: "nope.js" }, /nope\.js/],
    ["a path outside", "read_file", { path: "../../etc/passwd" }, /refused|outside|\.\./i],
    ["git's own files", "write_file", { path: ".git/config", content: "" }, /\.git/],
    ["a line past the end", "read_file", { path: "calculator.js", start_line: 999 }, /has 12 lines/],
    ["an unknown command", "run_command", { name: "rm" }, /there is no command "rm"; known: lint/],
    ["no contracts", "run_full_check", {}, /no contracts/],
  ])("%s", async (_name, tool, parameters, message) => {
    const result = await call(tool, parameters);
    expect(result).toMatchObject({ success: false, error: expect.stringMatching(message) });
  });

  it("a denial names its rule, runs nothing, and is journaled", async () => {
    decide = (tool) =>
      tool.kind === "write"
        ? { effect: "deny", reason: "protected", rule: "env_files", guard: "file_protection" }
        : allow;
    const result = await call("write_file", { path: "x.js", content: "1" });
    expect(result.error).toBe(
      "not allowed by AgentForge (rule env_files of file_protection, layer built-in): protected",
    );
    expect(await tree.files()).not.toContain("x.js");
    expect(journaled.at(-1)).toMatchObject({ actionType: "tool.denied", metadata: { rule: "env_files" } });
  });

  it("a long output is truncated in the middle, with a note", async () => {
    await call("write_file", { path: "long.txt", content: "x".repeat(100_000) });
    const { output } = await call("read_file", { path: "long.txt" });
    expect((output as { content: string }).content.length).toBeLessThan(25_000);
    expect((output as { content: string }).content).toMatch(/characters left out/);
  });
});

async function call(name: string, parameters: Record<string, unknown>) {
  const { result } = await caller.call(
    { name, parameters: parameters as never, category: null },
    AbortSignal.timeout(30_000),
  );
  return result;
}

function handsOn(attempt: AttemptTree): ToolPorts {
  let staged: readonly string[] = [];
  let message: string | null = null;
  return {
    traceId: "550e8400-e29b-41d4-a716-446655440000",
    tree: attempt,
    sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
    editor: createEditor(),
    search: createSearch({ root: attempt.path, indexFolder: `${attempt.path}/../index`, ripgrep: null }),
    runTests: async () => ({}) as TestResult,
    conformance: null,
    commands: {
      templates: [{ name: "lint", description: "", argv: ["true"] }],
      run: async () => {
        throw new Error("not asked for here");
      },
      shell: async (command, timeoutMs) => ({
        ...{ exitCode: 3, signal: null, stdout: `${command}\n${"x".repeat(20_000)}end`, stderr: "" },
        ...{ durationMs: 1, timedOut: true, killedBy: "timeout", outputTruncated: false },
        ...{ peakMemoryMb: null, cpuTimeMs: timeoutMs, artifacts: {} },
      }),
    },
    draft: {
      read: () => ({ staged, message }),
      stage: (paths) => {
        staged = paths;
      },
      write: (text) => {
        message = text;
      },
    },
    escalate: async () => "ESC-1",
  };
}
