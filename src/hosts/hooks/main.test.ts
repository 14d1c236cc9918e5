import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const bundle = fileURLToPath(new URL("../../../dist/hook.cjs", import.meta.url));
let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "agentforge-hook-main-"));
  mkdirSync(join(root, ".git"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("the bundled hook", () => {
  it("needs nothing but Node and its own two files", () => {
    const texts = [bundle, bundle.replace("hook.cjs", "hook-core.cjs")].map((file) =>
      readFileSync(file, "utf8"),
    );
    const wanted = [...texts.join("\n").matchAll(/require\([`"']([^`"']+)[`"']\)/g)];
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.map(([, name]) => name).filter((name) => !name?.startsWith("node:"))).toEqual([
      "./hook-core.cjs",
    ]);
  });

  it("denies with JSON and exit code 0", async () => {
    const { code, stdout } = await run(["claude", "PreToolUse"], write(".env"));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe("deny");
  });

  it.each([
    ["a torn payload", ["claude", "PreToolUse"], '{"hook_event_name":"PreTool'],
    ["a client nobody knows", ["cursor"], "{}"],
  ])("refuses with exit code 2 on %s", async (_name, args, input) => {
    const { code, stderr } = await run(args, input);
    expect(code).toBe(2);
    expect(stderr).not.toBe("");
  });

  it("loses no record of twelve calls at once", async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => run(["claude"], write(`src/${index}.ts`, "together"))),
    );
    const trace = readFileSync(join(root, ".agentforge/harness/together/trace-log.jsonl"), "utf8");
    const records = trace
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(records.map((record) => record.input.file_path)).size).toBe(12);
  });
});

function write(path: string, session_id = "main"): string {
  return JSON.stringify({
    session_id,
    cwd: root,
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: join(root, path), content: "x" },
  });
}

function run(args: readonly string[], input: string) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const child = spawn(process.execPath, [bundle, ...args], { cwd: root });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("close", (code) => done({ code, stdout, stderr }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}
