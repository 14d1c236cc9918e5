import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../harness/record.ts";
import { DEFAULT_SETTINGS } from "../settings/settings.ts";
import { analyzeTrace } from "./analyze.ts";
import { compareTraces } from "./compare.ts";
import { traceText } from "./format.ts";
import { traceHtml } from "./page.ts";

let clock = 0;
const stamp = () => {
  clock += 1000;
  return new Date(clock).toISOString();
};
const line = (fields: Partial<TraceRecord> & Pick<TraceRecord, "event">): TraceRecord => ({
  timestamp: stamp(),
  session_id: "s",
  tool: null,
  result: null,
  ...fields,
});
const edit = (path: string) =>
  line({
    event: "after_tool",
    tool: "Edit",
    kind: "write",
    result: "success",
    action: `w:${path}`,
    edits: [path],
    input: { file_path: path },
  });
const read = (path: string) =>
  line({
    event: "after_tool",
    tool: "Read",
    kind: "read",
    result: "success",
    action: `r:${path}`,
    input: { file_path: path },
  });
const test = (tests: "passed" | "failed") =>
  line({
    event: tests === "passed" ? "after_tool" : "tool_failed",
    tool: "Bash",
    kind: "shell",
    result: tests === "passed" ? "success" : "failure",
    action: "s:pytest",
    input: { command: "pytest -q" },
    tests,
    ...(tests === "failed" ? { error: "1 failed" } : {}),
  });
const denied = () =>
  line({
    event: "before_tool",
    tool: "Write",
    kind: "write",
    result: "denied",
    action: "w:.env",
    reason: "protected",
  });

const analyze = (records: readonly TraceRecord[]) => analyzeTrace({ id: "run", records }, DEFAULT_SETTINGS);

describe("what a trace shows", () => {
  it("nothing for an empty trace", () => {
    expect(analyze([])).toMatchObject({
      steps: 0,
      seconds: null,
      loops: [],
      cost: { tokens: null, usd: null },
    });
    expect(traceText(analyze([]), null)).toContain("no calls");
  });

  it("tools, files, tests and what remained unverified", () => {
    const report = analyze([
      line({ event: "start" }),
      read("a.py"),
      edit("a.py"),
      test("failed"),
      edit("a.py"),
      test("passed"),
      edit("b.py"),
      denied(),
      line({ event: "stop", result: "denied" }),
      line({ event: "batch", tokens: 70, cost_usd: 0.5 }),
    ]);
    expect(report).toMatchObject({
      steps: 7,
      failures: 1,
      denied: 1,
      hot_files: [
        { path: "a.py", edits: 2 },
        { path: "b.py", edits: 1 },
      ],
      verification: {
        runs: 2,
        passed: 1,
        failed: 1,
        steps_to_first: 3,
        seconds_to_first: 3,
        edited_after_last_green: ["b.py"],
        refused_stops: 1,
      },
      cost: { tokens: 70, usd: 0.5 },
    });
    expect(report.tool_mix[0]).toEqual({ tool: "Edit", calls: 3, failures: 0, denied: 0 });
  });

  it.each([
    [
      "the same failure",
      [test("failed"), test("failed"), test("failed")],
      { kind: "same_failure", times: 3, from: 1, to: 3 },
    ],
    [
      "repeated edits to one file",
      Array.from({ length: 5 }, () => edit("a.py")),
      { kind: "same_file", what: "a.py", times: 5 },
    ],
    [
      "a circle",
      Array.from({ length: 3 }, () => [read("a.py"), read("b.py")]).flat(),
      { kind: "cycle", what: "a.py → b.py", times: 3, from: 1, to: 6 },
    ],
  ])("a loop: %s", (_name, records, loop) => {
    expect(analyze(records).loops).toMatchObject([loop]);
  });

  it.each([
    ["a green run in between", [edit("a"), edit("a"), edit("a"), test("passed"), edit("a"), edit("a")]],
    ["a success between", [test("failed"), test("failed"), test("passed"), test("failed")]],
  ])("no loop: %s", (_name, records) => {
    expect(analyze(records).loops).toEqual([]);
  });

  it("steps that could not produce anything new", () => {
    const report = analyze([
      read("a"),
      read("a"),
      edit("a"),
      read("a"),
      test("failed"),
      test("failed"),
      test("failed"),
      denied(),
    ]);
    expect(report.waste).toEqual({
      steps: 4,
      repeated_failures: 2,
      repeated_reads: 1,
      repeated_commands: 0,
      denied: 1,
    });
    expect(report.repeated_failures).toEqual([{ what: "pytest -q", error: "1 failed", times: 3 }]);
  });

  it("failures reported only by a batch, once", () => {
    const failed = [{ action: "write:Edit:1", error: "String to replace not found" }];
    const report = analyze([
      line({ event: "batch", failed }),
      test("failed"),
      line({ event: "batch", failed: [{ action: "s:pytest", error: "1 failed" }] }),
    ]);
    expect(report).toMatchObject({ steps: 2, failures: 2 });
  });
});

describe("suggested thresholds", () => {
  it("are raised when successful work triggered warnings, with the evidence", () => {
    const stretch = [...Array.from({ length: 7 }, () => edit("a.py")), test("passed")];
    const report = analyze([...stretch, ...stretch, ...stretch]);
    expect(report.suggestions).toMatchObject([
      {
        setting: "middleware.loop_detection.edit_threshold",
        present: 5,
        suggested: 8,
        evidence: expect.stringContaining("3 stretches"),
      },
    ]);
  });

  it("are not lowered when that would warn about more successful work and catch nothing more", () => {
    const small = Array.from({ length: 12 }, () => [edit("a.py"), test("passed")]).flat();
    const long = [...Array.from({ length: 6 }, () => edit("b.py")), test("passed")];
    expect(analyze([...small, ...long]).suggestions).toEqual([]);
  });

  it("are not suggested from a single run, nor when the current ones work", () => {
    expect(analyze([...Array.from({ length: 7 }, () => edit("a.py")), test("passed")]).suggestions).toEqual(
      [],
    );
    const small = [edit("a"), test("passed")];
    expect(analyze([...small, ...small, ...small]).suggestions).toEqual([]);
  });
});

describe("the report", () => {
  it("compares two runs side by side, with the better value marked", () => {
    const [before, after] = [
      analyze([test("failed"), test("failed"), test("failed")]),
      analyze([test("passed")]),
    ];
    const comparison = compareTraces(before, after);
    expect(comparison.find(({ metric }) => metric === "loops")).toMatchObject({
      before: 1,
      after: 0,
      better: true,
    });
    expect(comparison.find(({ metric }) => metric === "tokens")?.better).toBeNull();
    expect(traceText(after, comparison)).toContain("1 → 0 (better)");
  });

  it("escapes all text from the trace in a page", () => {
    const page = traceHtml(analyze([edit("<script>alert(1)</script>")]), null);
    expect(page).toContain("&lt;script&gt;");
    expect(page).not.toMatch(/<script|<link|<img|url\(|https?:/);
  });

  it("has a timeline with one letter per step", () => {
    const { timeline } = analyze([edit("a.py"), test("failed"), edit("a.py"), test("passed")]);
    expect(timeline).toBe("eReG");
    expect(traceHtml(analyze([edit("a.py"), test("passed")]), null)).toContain(
      "<i class=e></i><i class=G></i>",
    );
  });

  it("is a small page even for a long run", () => {
    const report = analyze(Array.from({ length: 20_000 }, (_, index) => edit(`file-${index % 50}.py`)));
    expect(report.steps).toBe(20_000);
    expect(traceHtml(report, null).length).toBeLessThan(120_000);
  });
});
