import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { analyzeTrace, DEFAULT_SETTINGS } from "../../services/guardrails/index.ts";
import { readRecording } from "./transcripts.ts";

const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./transcripts/fixtures/${name}`, import.meta.url)), "utf8");
const read = (text: string) => readRecording(text, "file.jsonl", DEFAULT_SETTINGS);
const analyze = (text: string) => analyzeTrace({ id: "x", records: read(text).records }, DEFAULT_SETTINGS);

describe("transcripts from other agents", () => {
  it("reads a Codex rollout: an edit, a denial, a failure, a green run, and their cost", () => {
    const report = analyze(fixture("codex.jsonl"));
    expect(report).toMatchObject({ timeline: "edfG", steps: 4, failures: 1, denied: 1 });
    expect(report.hot_files).toEqual([{ path: "src/app.mjs", edits: 1 }]);
    expect(report.cost.tokens).toBe(75);
  });

  it("reads a Gemini CLI chat the same way", () => {
    const report = analyze(fixture("gemini.jsonl"));
    expect(report).toMatchObject({ timeline: "edfG", steps: 4, failures: 1, denied: 1 });
    expect(report.hot_files).toEqual([{ path: "src/app.mjs", edits: 1 }]);
    expect(report.cost.tokens).toBe(75);
  });

  it("reads a trace of the older harness: ten calls, the hot file and the loop", () => {
    const report = analyze(fixture("seed.jsonl"));
    expect(report.steps).toBe(10);
    expect(report.hot_files[0]).toEqual({ path: "src/app.ts", edits: 6 });
    expect(report.loops).toEqual([expect.objectContaining({ what: expect.stringContaining("app.ts") })]);
  });
});

describe("unreadable input", () => {
  it.each([
    ["nothing", ""],
    ["words", "hello\nworld\n"],
    ["a picture", "\u0089PNG\r\n\u001a\n\u0000\u0000"],
    ["a list", "[1,2,3]"],
    ["settings", '{"hooks":{}}'],
    ["lines of something else", '{"a":1}\n{"b":2}\n'],
  ])("%s is an error, not a clean run", (_what, text) => {
    expect(() => read(text)).toThrow("is not a supported trace or transcript");
  });

  it("counts torn lines of an otherwise readable file", () => {
    const { records, unread } = read(`${fixture("codex.jsonl")}{torn\nalso torn\n`);
    expect(unread).toBe(2);
    expect(records.length).toBeGreaterThan(4);
  });
});
