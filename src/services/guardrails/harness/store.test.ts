import { spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GuardEvent } from "../../../domain/entities/guard-event.ts";
import { evaluate } from "../evaluate.ts";
import { NO_FILES } from "../files.ts";
import { GUARDS } from "../guards/list.ts";
import { ownRedactor } from "../redaction/redact.ts";
import { DEFAULT_SETTINGS, readSettings } from "../settings/settings.ts";
import { evaluateStored } from "./guarded-session.ts";
import type { TraceRecord } from "./record.ts";
import { EMPTY_STATE } from "./state.ts";
import { openHarness } from "./store.ts";
import { readRecords } from "./trace-file.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "guard-store-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("the harness of a session", () => {
  it("derives state.json and edit-tracker.json with the documented keys", () => {
    const store = openHarness(root, "s1", DEFAULT_SETTINGS);
    for (let index = 0; index < 3; index += 1) store.append(record({ edits: ['src/a "quoted" name.ts'] }));
    const state = JSON.parse(readFileSync(join(store.folder, "state.json"), "utf8"));
    expect(state).toMatchObject({
      session_id: "s1",
      verification_status: {
        tests_run: false,
        tests_passed: false,
        lint_run: false,
        lint_passed: false,
        last_verified_at: null,
      },
      tdd_phase: null,
      context_injected: false,
      last_compacted_at: null,
      iteration: 0,
    });
    expect(JSON.parse(readFileSync(join(store.folder, "edit-tracker.json"), "utf8"))).toEqual({
      'src/a "quoted" name.ts': 3,
    });
    expect(readdirSync(store.folder).sort()).toEqual(["edit-tracker.json", "state.json", "trace-log.jsonl"]);
  });

  it("loses no records of parallel processes and does not interleave lines", async () => {
    const script = `
      import { openHarness } from ${JSON.stringify(new URL("./store.ts", import.meta.url).href)};
      import { DEFAULT_SETTINGS } from ${JSON.stringify(new URL("../settings/settings.ts", import.meta.url).href)};
      const store = openHarness(${JSON.stringify(root)}, "parallel", DEFAULT_SETTINGS);
      for (let i = 0; i < 20; i += 1) store.append({ timestamp: "2026-01-01T00:00:00Z", tool: "Edit", result: "success", event: "after_tool", session_id: "parallel", edits: ["shared.ts"], action: process.argv[1] + ":" + i });`;
    const workers = Array.from({ length: 4 }, (_, index) =>
      spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", script, `w${index}`], {
        stdio: ["ignore", "ignore", "pipe"],
      }),
    );
    const codes = await Promise.all(workers.map((worker) => new Promise((done) => worker.on("close", done))));
    expect(codes).toEqual([0, 0, 0, 0]);
    const store = openHarness(root, "parallel", DEFAULT_SETTINGS);
    const { records, damaged } = readRecords(join(store.folder, "trace-log.jsonl"), 0);
    expect(damaged).toBe(0);
    expect(new Set(records.map((entry) => entry.action)).size).toBe(80);
    const loaded = store.load();
    expect(loaded.status === "ok" && loaded.state.edits).toEqual({ "shared.ts": 80 });
  });

  it("rotates by size and keeps counting, including late appends to the old file", () => {
    const settings = readSettings({ middleware: { trace_logging: { max_log_size_mb: 0.002 } } });
    const store = openHarness(root, "s1", settings);
    for (let index = 0; index < 40; index += 1)
      store.append(record({ edits: ["a.ts"], reason: "x".repeat(100) }));
    expect(readdirSync(store.folder).filter((name) => name.startsWith("trace-log"))).toEqual([
      "trace-log.1.jsonl",
      "trace-log.2.jsonl",
      "trace-log.jsonl",
    ]);
    expect(edits(store)).toEqual({ "a.ts": 40 });
    rmSync(join(store.folder, "state.json"));
    expect(edits(store)).toEqual({ "a.ts": 40 });
    appendFileSync(
      join(store.folder, "trace-log.1.jsonl"),
      `${JSON.stringify(record({ edits: ["late.ts"] }))}\n`,
    );
    expect(edits(store)).toEqual({ "a.ts": 40, "late.ts": 1 });
  });

  it("survives a truncated line: the next record starts on its own line", () => {
    const store = openHarness(root, "s1", DEFAULT_SETTINGS);
    store.append(record({ edits: ["a.ts"] }));
    appendFileSync(join(store.folder, "trace-log.jsonl"), '{"timestamp":"2026-01-0');
    store.append(record({ edits: ["b.ts"] }));
    expect(edits(store)).toEqual({ "a.ts": 1, "b.ts": 1 });
  });

  it("does not trust a damaged or foreign state.json", () => {
    const store = openHarness(root, "s1", DEFAULT_SETTINGS);
    store.append(record({ edits: ["a.ts"] }));
    for (const text of [
      "",
      "{",
      "null",
      '{"trace_offset":0}',
      JSON.stringify({ ...EMPTY_STATE, trace_offset: 999_999, trace_file: "x" }),
      JSON.stringify({ ...EMPTY_STATE, edits: { "a.ts": 99 }, trace_offset: 1, trace_file: "other" }),
    ]) {
      writeFileSync(join(store.folder, "state.json"), text);
      expect(edits(store)).toEqual({ "a.ts": 1 });
    }
  });

  it("derives the same state from a snapshot as from the whole trace", () => {
    const entry = fc.record({
      edits: fc.array(fc.constantFrom("a.ts", "b.ts", "README.md"), { maxLength: 2 }),
      tests: fc.constantFrom("passed" as const, "failed" as const, undefined),
      result: fc.constantFrom("success" as const, "failure" as const),
      action: fc.constantFrom("x", "y"),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), fc.uuid(), (entries, session) => {
        const store = openHarness(root, session, DEFAULT_SETTINGS);
        for (const { tests, ...rest } of entries)
          store.append(record({ ...rest, ...(tests ? { tests } : {}) }));
        const fast = store.load();
        rmSync(join(store.folder, "state.json"), { force: true });
        expect(store.load()).toEqual(fast);
      }),
      { numRuns: 12 },
    );
  });

  it("keeps files with untrusted names inside its folder", () => {
    for (const id of ["../../x", "/etc", "a/b", "", "..", "x".repeat(500), "a\0b"])
      expect(
        openHarness(root, id, DEFAULT_SETTINGS).folder.startsWith(join(root, ".agentforge/harness/")),
      ).toBe(true);
  });

  it("omits details when the settings say so, and still counts", () => {
    const settings = readSettings({ middleware: { trace_logging: { log_file_edits: false } } });
    const store = openHarness(root, "s1", settings);
    store.append(record({ kind: "write", input: { file_path: "a.ts" }, edits: ["a.ts"] }));
    store.append(record({ kind: "shell", input: { command: "ls" } }));
    const text = readFileSync(join(store.folder, "trace-log.jsonl"), "utf8");
    expect(text).not.toContain("file_path");
    expect(text).toContain('"command":"ls"');
    expect(edits(store)).toEqual({ "a.ts": 1 });
  });
});

describe("a state that cannot be read or written", () => {
  const write = { event: "before_tool", tool: { kind: "write", name: "w", paths: ["src/a.ts"] } } as const;

  it("denies gating events and lets observing events continue", () => {
    const settings = DEFAULT_SETTINGS;
    const store = openHarness(root, "s1", settings);
    const broken = { ...store, load: () => ({ status: "unreadable", why: "EACCES" }) as const };
    expect(evaluateStored(event(write), broken, settings, { files: NO_FILES }).decision).toMatchObject({
      effect: "deny",
      rule: "state_unreadable",
    });
    expect(
      evaluateStored(event({ event: "stop", continued: false }), broken, settings, { files: NO_FILES })
        .decision.effect,
    ).toBe("deny");
    const observed = evaluateStored(
      event({ event: "after_tool", tool: write.tool, result: { exit_code: null, output: "" } }),
      broken,
      settings,
      { files: NO_FILES },
    );
    expect(observed.decision.effect).toBe("allow");
    expect(observed.notes.some((note) => note.text.includes("cannot be read"))).toBe(true);
  });

  it("does the same for a folder that is not writable", () => {
    writeFileSync(join(root, ".agentforge"), "a file where the folder should be");
    const store = openHarness(root, "s1", DEFAULT_SETTINGS);
    expect(evaluateStored(event(write), store, DEFAULT_SETTINGS, { files: NO_FILES }).decision.effect).toBe(
      "deny",
    );
    chmodSync(root, 0o700);
    expect(existsSync(store.folder)).toBe(false);
  });

  it("redacts before it writes", () => {
    const store = openHarness(root, "s1", DEFAULT_SETTINGS);
    const key = `ghp_${"a1B2".repeat(9)}`;
    evaluateStored(
      event({
        event: "before_tool",
        tool: { kind: "shell", name: "Bash", command: `echo ${key} hunter2-known` },
      }),
      store,
      DEFAULT_SETTINGS,
      { files: NO_FILES, redactor: ownRedactor(["hunter2-known"]) },
    );
    const text = readFileSync(join(store.folder, "trace-log.jsonl"), "utf8");
    expect(text).not.toContain(key);
    expect(text).not.toContain("hunter2");
    expect(text).toContain("<secret:github-token:");
  });
});

function record(part: Partial<TraceRecord>): TraceRecord {
  return {
    timestamp: "2026-01-01T00:00:00Z",
    tool: "Edit",
    result: "success",
    event: "after_tool",
    session_id: "s1",
    action: "edit",
    ...part,
  };
}

function edits(store: ReturnType<typeof openHarness>): unknown {
  const loaded = store.load();
  return loaded.status === "ok" ? loaded.state.edits : loaded;
}

function event(part: Partial<GuardEvent> & Pick<GuardEvent, "event">): GuardEvent {
  return { session_id: "s1", at: "2026-01-01T00:00:00Z", root, cwd: root, ...part } as GuardEvent;
}

it("a whole session: edit, red, edit, stop refused, green, stop allowed", () => {
  const steps: readonly (readonly [Partial<GuardEvent> & Pick<GuardEvent, "event">, string])[] = [
    [{ event: "start", source: "startup" }, "allow"],
    [
      {
        event: "after_tool",
        tool: { kind: "write", name: "w", paths: ["src/a.py"] },
        result: { exit_code: null, output: "" },
      },
      "allow",
    ],
    [
      {
        event: "tool_failed",
        tool: { kind: "shell", name: "Bash", command: "pytest -q" },
        result: { exit_code: 1, output: "1 failed in 0.1s" },
      },
      "allow",
    ],
    [{ event: "stop", continued: false }, "deny"],
    [
      {
        event: "after_tool",
        tool: { kind: "write", name: "w", paths: ["src/a.py"] },
        result: { exit_code: null, output: "" },
      },
      "allow",
    ],
    [{ event: "stop", continued: true }, "deny"],
    [
      {
        event: "after_tool",
        tool: { kind: "shell", name: "Bash", command: "pytest -q" },
        result: { exit_code: 0, output: "1 passed in 0.1s" },
      },
      "allow",
    ],
    [{ event: "stop", continued: true }, "allow"],
  ];
  let state = EMPTY_STATE;
  for (const [part, wanted] of steps) {
    const result = evaluate(
      { session_id: "s", at: "2026-01-01T00:00:00Z", root: "/repo", cwd: "/repo", ...part } as GuardEvent,
      state,
      DEFAULT_SETTINGS,
      GUARDS,
      { files: NO_FILES },
    );
    expect(result.decision.effect).toBe(wanted);
    state = result.state;
  }
});
