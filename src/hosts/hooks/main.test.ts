import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
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
import { openAllowances } from "../../services/guardrails/allowances/store.ts";

const bundle = fileURLToPath(new URL("../../../dist/hook.cjs", import.meta.url));
let root = "";
let home = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "agentforge-hook-main-"));
  home = mkdtempSync(join(tmpdir(), "agentforge-hook-home-"));
  mkdirSync(join(root, ".git"));
});
afterAll(() => {
  for (const folder of [root, home]) rmSync(folder, { recursive: true, force: true });
});

describe("the bundled hook", () => {
  it("needs nothing but Node and its own two files", () => {
    const texts = [bundle, bundle.replace("hook.cjs", "hook-core.cjs")].map((file) =>
      readFileSync(file, "utf8"),
    );
    const wanted = [...texts.join("\n").matchAll(/require\([`"']([^`"']+)[`"']\)/g)];
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.map(([, name]) => name).filter((name) => !name?.startsWith("node:"))).toEqual([]);
  });

  it("stays small, because every call of every agent reads all of it", () => {
    expect(statSync(bundle.replace("hook.cjs", "hook-core.cjs")).size).toBeLessThan(300_000);
  });

  it("denies with JSON and exit code 0", async () => {
    const { code, stdout } = await run(["claude", "PreToolUse"], write(".env"));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe("deny");
  });

  it.each([
    ["a truncated payload", ["claude", "PreToolUse"], '{"hook_event_name":"PreTool'],
    ["an unknown client", ["nobody"], "{}"],
  ])("refuses with exit code 2 on %s", async (_name, args, input) => {
    const { code, stderr } = await run(args, input);
    expect(code).toBe(2);
    expect(stderr).not.toBe("");
  });

  it("loses no record of twelve concurrent calls", async () => {
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

describe("a plugin and an installed hook together", () => {
  it("fire once for each event", async () => {
    using plugin = copyBundle();
    const programs = [bundle, plugin.program];
    const both = (input: string) => Promise.all(programs.map((program) => run(["claude"], input, program)));
    const event = (hook_event_name: string, more: object = {}) =>
      JSON.stringify({ session_id: "both", cwd: root, hook_event_name, ...more });
    const edit = (name: string, id: number) =>
      event(name, {
        ...{ tool_name: "Write", tool_input: { file_path: join(root, "src/a.ts"), content: "x" } },
        ...{ tool_use_id: `toolu_${id}`, tool_response: {} },
      });

    const start = await both(event("SessionStart", { source: "startup" }));
    expect(start.filter(({ stdout }) => stdout !== "")).toHaveLength(1);
    for (const id of [1, 2, 3]) {
      await both(edit("PreToolUse", id));
      await both(edit("PostToolUse", id));
    }
    const denied = await both(write(".env", "both"));
    for (const { stdout } of denied) expect(stdout).toContain('"deny"');
    for (const active of [false, true, true]) {
      const stops = await both(event("Stop", { stop_hook_active: active, background_tasks: [] }));
      expect(stops.map(({ code }) => code)).toEqual([0, 0]);
    }

    const lines = (name: string) =>
      readFileSync(join(root, ".agentforge/harness/both", name), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    const events = lines("trace-log.jsonl").map((line) => line.event);
    expect(events.filter((each) => each === "before_tool")).toHaveLength(4);
    expect(events.filter((each) => each === "after_tool")).toHaveLength(3);
    expect(events.filter((each) => each === "stop")).toHaveLength(3);
    expect(lines("decisions.jsonl")).toHaveLength(7);
    const state = JSON.parse(readFileSync(join(root, ".agentforge/harness/both/state.json"), "utf8"));
    expect(state).toMatchObject({ steps: 4, edits: { "src/a.ts": 3 } });
  });

  it("apply a one-time allowance to both processes of the call", async () => {
    using plugin = copyBundle();
    const call = (id: string) => JSON.stringify({ ...JSON.parse(write(".env", "allowed")), tool_use_id: id });
    const both = (id: string) =>
      Promise.all([bundle, plugin.program].map((program) => run(["claude"], call(id), program)));
    const [first] = await both("t1");
    const id = /D-[0-9a-f]{8}/.exec(first?.stdout ?? "")?.[0] ?? "";
    allowOnce(id);
    expect((await both("t2")).map(({ stdout }) => stdout)).toEqual(["", ""]);
    for (const { stdout } of await both("t3")) expect(stdout).toContain('"deny"');
  });

  it("lets exactly one of eight concurrent calls use an allowance", async () => {
    const { stdout } = await run(["claude"], write(".env", "eight"));
    allowOnce(/D-[0-9a-f]{8}/.exec(stdout)?.[0] ?? "");
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => run(["claude"], write(".env", "eight"))),
    );
    expect(answers.filter((answer) => answer.stdout === "")).toHaveLength(1);
  });
});

describe("the compiled code it keeps", () => {
  const payload = () => write(".env", "compiled");

  it("is used while it is intact, and rebuilt when it is not", async () => {
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

  it("is cached for the user if the installation is read-only, and only for this user", async () => {
    using place = copyBundle();
    chmodSync(join(place.core, ".."), 0o555);
    await place.answer(payload());
    const [kept = ""] = readdirSync(place.cache);
    const file = join(place.cache, kept);
    expect([statSync(place.cache).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(existsSync(join(place.core, "../.cache"))).toBe(false);
    const written = statSync(file).mtimeMs;
    await place.answer(payload());
    expect(statSync(file).mtimeMs).toBe(written);
  });

  it("is not used when others could have written it", async () => {
    using place = copyBundle();
    await place.answer(payload());
    const [kept = ""] = readdirSync(place.cache);
    const file = join(place.cache, kept);
    chmodSync(file, 0o622);
    await place.answer(payload());
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(place.cache, 0o777);
    rmSync(file);
    expect(await place.answer(payload())).toContain('"deny"');
    expect(readdirSync(place.cache)).toEqual([]);
  });

  it("is cached for each set of Node options, because V8 rejects code made with others", async () => {
    using place = copyBundle();
    const options = ["--jitless"];
    for (const each of [[], options, [], options])
      expect(await place.answer(payload(), {}, each)).toContain('"deny"');
    const made = readdirSync(place.cache).map((name) => statSync(join(place.cache, name)).mtimeMs);
    expect(made).toHaveLength(2);
    await place.answer(payload());
    await place.answer(payload(), {}, options);
    expect(readdirSync(place.cache).map((name) => statSync(join(place.cache, name)).mtimeMs)).toEqual(made);
  });

  it("is made by a process with the compiler for a long event, with the same answer", async () => {
    using place = copyBundle();
    await place.answer(payload());
    const long = payload().replace('"content":"x"', `"content":"${"x".repeat(40_000)}"`);
    expect(await place.answer(long, {}, ["--jitless"])).toContain('"deny"');
    expect(readdirSync(place.cache)).toHaveLength(1);
    expect(await place.answer(payload(), {}, ["--jitless"])).toContain('"deny"');
    expect(readdirSync(place.cache)).toHaveLength(2);
  });

  it("is cached next to the hook if the user has no home", async () => {
    using place = copyBundle();
    await run(["claude"], payload(), place.program, { HOME: "" });
    expect(readdirSync(join(place.core, "../.cache"))).toHaveLength(1);
  });

  it("is built in a temporary folder that is then removed, or without one if there is none", async () => {
    using place = copyBundle();
    const temporary = join(place.core, "../temporary");
    const answer = () => place.answer(payload(), { TMPDIR: temporary });
    expect(await answer()).toContain('"deny"');
    expect(readdirSync(place.cache)).toHaveLength(1);
    rmSync(place.cache, { recursive: true });
    mkdirSync(temporary);
    expect(await answer()).toContain('"deny"');
    expect([readdirSync(place.cache).length, readdirSync(temporary)]).toEqual([1, []]);
  });
});

function copyBundle() {
  const folder = mkdtempSync(join(tmpdir(), "agentforge-hook-copy-"));
  for (const name of ["hook.cjs", "hook-core.cjs"])
    copyFileSync(bundle.replace("hook.cjs", name), join(folder, name));
  mkdirSync(join(folder, "cache"));
  const program = join(folder, "hook.cjs");
  return {
    program,
    core: join(folder, "hook-core.cjs"),
    cache: join(folder, "cache/agentforge/compiled-hook"),
    async answer(input: string, variables = {}, options: readonly string[] = []) {
      const more = { XDG_CACHE_HOME: join(folder, "cache"), ...variables };
      return (await run(["claude"], input, program, more, options)).stdout;
    },
    [Symbol.dispose]() {
      chmodSync(folder, 0o755);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As `agentforge guard allow <id> --once` does. */
function allowOnce(id: string): void {
  const store = openAllowances(join(home, ".local/state/agentforge/guard-state"));
  const denial = store.denials().find((each) => each.id === id);
  if (!denial) throw new Error(`no denial ${id}`);
  const { key, root: place, call, rule, guard, at } = denial;
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  store.allow({
    ...{ id, key, root: place, call, rule, guard, scope: "once", session_id: null },
    ...{ given_at: at, given_by: "me", expires_at },
  });
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

function run(
  args: readonly string[],
  input: string,
  program = bundle,
  variables: object = {},
  options: readonly string[] = [],
) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    const { PATH } = process.env;
    const child = spawn(process.execPath, [...options, program, ...args], {
      cwd: root,
      env: { PATH, HOME: home, ...variables },
    });
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
