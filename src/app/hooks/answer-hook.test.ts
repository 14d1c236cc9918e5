import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal, openBench } from "../../../test/support/hook-app.ts";
import { fixture } from "../../../test/support/hook-fixtures.ts";
import { CLIENT_IDS, CLIENTS } from "../../services/hook-clients/clients/list.ts";

const gateOf = (client: string) => {
  const { events = {} } = CLIENTS.find((each) => each.id === client) ?? {};
  return Object.keys(events).find((name) => events[name] === "before_tool");
};

describe("unreadable input", () => {
  it.each(
    [
      "",
      "{",
      "null",
      "[]",
      '"text"',
      "7",
      "\u0000\u0001",
      '{"hook_event_name":"PreToolUse","tool_na',
    ].flatMap((input) => CLIENT_IDS.map((client) => [client, input] as const)),
  )("%s %j is refused at a gate and passed by an observer", (client, input) => {
    using bench = openBench();
    expect(isRefusal(bench.answer(client, input))).toBe(true);
    expect(isRefusal(bench.answer(client, input, gateOf(client)))).toBe(true);
    const first = bench.answer(client, input, "SessionEnd");
    expect(first.exitCode).toBe(0);
    expect(first.stdout + first.stderr).toContain("cannot judge");
    expect(bench.answer(client, input, "SessionEnd")).toMatchObject({ stdout: "", stderr: "" });
  });

  it("never crashes, regardless of the types of its fields", () => {
    using bench = openBench();
    const names = fc.constantFrom(
      "PreToolUse",
      "PostToolUse",
      "PostToolBatch",
      "Stop",
      "SessionStart",
      "BeforeTool",
      "AfterTool",
    );
    const tools = fc.constantFrom("Bash", "Write", "apply_patch", "__proto__", "mcp__a__b");
    const payloads = fc.record(
      {
        hook_event_name: names,
        tool_name: fc.oneof(tools, fc.jsonValue()),
        tool_input: fc.jsonValue(),
        tool_response: fc.jsonValue(),
        tool_calls: fc.jsonValue(),
        cwd: fc.jsonValue(),
        session_id: fc.jsonValue(),
        background_tasks: fc.jsonValue(),
      },
      { requiredKeys: ["hook_event_name"] },
    );
    fc.assert(
      fc.property(payloads, fc.constantFrom(...CLIENT_IDS), (payload, client) => {
        const { exitCode, stdout } = bench.answer(client, { ...payload, cwd: bench.root });
        expect([0, 2]).toContain(exitCode);
        if (stdout !== "") JSON.parse(stdout);
      }),
      { numRuns: 60 },
    );
  });

  it.each(["harness.json", "state folder"])(
    "a broken %s refuses a write and lets a session start",
    (broken) => {
      using bench = openBench();
      if (broken === "harness.json") {
        mkdirSync(join(bench.root, ".agentforge"));
        writeFileSync(
          join(bench.root, ".agentforge/harness.json"),
          '{"middleware":{"budget":{"max_step":1}}}',
        );
      } else symlinkSync("/tmp", join(bench.root, ".agentforge"));
      const edit = bench.answer("claude", fixture("claude", "PreToolUse.Edit.json", bench.root));
      expect(edit).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("refused") });
      const start = bench.answer("claude", fixture("claude", "SessionStart.startup.json", bench.root));
      expect(JSON.parse(start.stdout).systemMessage).toContain("continues without it");
      const stop = fixture("claude", "Stop.active.json", bench.root);
      expect(bench.answer("claude", stop).exitCode).toBe(0);
    },
  );
});

describe("the folder of a hook", () => {
  it("keeps its state in the repository, hidden from git, whichever folder the brain is in", () => {
    using bench = openBench();
    mkdirSync(join(bench.root, "sub"));
    const payload = {
      ...fixture("claude", "PreToolUse.Edit.json", bench.root),
      cwd: join(bench.root, "sub"),
      session_id: "away",
    };
    bench.answer("claude", payload);
    expect(readFileSync(join(bench.root, ".agentforge/.gitignore"), "utf8")).toContain("*");
    expect(existsSync(join(bench.root, ".agentforge/harness", "away", "state.json"))).toBe(true);
  });

  it("judges a missing project without creating it", () => {
    using bench = openBench();
    const gone = join(bench.root, "gone");
    const payload = fixture("claude", "PreToolUse.Write.json", gone);
    expect(bench.answer("claude", payload).stdout).toContain('"deny"');
  });

  it("accepts a large text and non-ASCII names", () => {
    using bench = openBench();
    const payload = fixture("claude", "PreToolUse.Write.json", bench.root);
    const file_path = join(bench.root, "src/Größe 文件 🙂.md");
    const tool_input = { file_path, content: "ü\u202e".repeat(3_000_000) };
    expect(bench.answer("claude", { ...payload, tool_input })).toMatchObject({ exitCode: 0, stdout: "" });
  });
});
