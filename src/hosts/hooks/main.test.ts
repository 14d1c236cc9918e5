import { spawn } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
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
    expect(wanted.map(([, name]) => name).filter((name) => !name?.startsWith("node:"))).toEqual([]);
  });

  it("denies with JSON and exit code 0", async () => {
    const { code, stdout } = await run(["claude", "PreToolUse"], write(".env"));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe("deny");
  });

  it.each([
    ["a torn payload", ["claude", "PreToolUse"], '{"hook_event_name":"PreTool'],
    ["a client nobody knows", ["nobody"], "{}"],
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

describe("the compiled code it keeps", () => {
  const payload = () => write(".env", "compiled");

  it("is used as long as it is whole, and made again when it is not", async () => {
    using place = copyBundle();
    await place.answer(payload());
    const [kept = ""] = readdirSync(place.cache);
    const whole = readFileSync(join(place.cache, kept));
    const written = statSync(join(place.cache, kept)).mtimeMs;
    await place.answer(payload());
    expect(statSync(join(place.cache, kept)).mtimeMs).toBe(written);

    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(5000) ^ 255, 5000);
    writeFileSync(join(place.cache, kept), damaged);
    expect(await place.answer(payload())).toContain('"deny"');
    expect(readFileSync(join(place.cache, kept)).equals(damaged)).toBe(false);
  });

  it("is not used for another version of the hook, even one of the same length", async () => {
    using place = copyBundle();
    expect(await place.answer(payload())).toContain("is protected by");
    const core = readFileSync(place.core, "utf8");
    writeFileSync(place.core, core.replaceAll("is protected by", "IS PROTECTED BY"));
    expect(await place.answer(payload())).toContain("IS PROTECTED BY");
    expect(readdirSync(place.cache)).toHaveLength(1);
  });
});

function copyBundle() {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-hook-copy-"));
  for (const name of ["hook.cjs", "hook-core.cjs"])
    copyFileSync(bundle.replace("hook.cjs", name), join(folder, name));
  return {
    core: join(folder, "hook-core.cjs"),
    cache: join(folder, ".cache"),
    answer: async (input: string) => (await run(["claude"], input, join(folder, "hook.cjs"))).stdout,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function write(path: string, session_id = "main"): string {
  return JSON.stringify({
    session_id,
    cwd: root,
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: join(root, path), content: "x" },
  });
}

function run(args: readonly string[], input: string, program = bundle) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: root });
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
