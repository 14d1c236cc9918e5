import { describe, expect, it } from "vitest";
import { summarizeWork, type WorkEvent } from "./stats.ts";

const about = { repository: "shop", brain: "search", rule: "failing tests" };
const llm = { ...about, brain: "llm", rule: "style/no-console" };
const monday = "2026-11-16T08:00:00.000Z";
const weekBefore = "2026-11-15T08:00:00.000Z";

const EVENTS: readonly WorkEvent[] = [
  { ...about, kind: "ran", at: weekBefore, seconds: 20 },
  { ...about, kind: "asked", at: weekBefore },
  { ...about, kind: "answered", at: monday, by: "ada", askedAt: "2026-11-16T07:56:00.000Z" },
  { ...about, kind: "fixed", at: monday },
  { ...about, kind: "ran", at: monday, seconds: null },
  { ...about, kind: "escalated", at: monday },
  { ...llm, kind: "ran", at: monday, seconds: 40 },
  { ...llm, kind: "asked", at: monday },
  { ...llm, kind: "rejected", at: monday },
  { ...llm, kind: "spent", at: monday, tokens: 100, usd: 0.25 },
];

describe("summarizeWork", () => {
  it("adds everything up", () => {
    expect(summarizeWork(EVENTS, "week", null).total).toEqual({
      ...{ name: "total", runs: 3, proven: 2, asked: 2, fixed: 1, rejected: 1, escalated: 1 },
      ...{ median_seconds_to_fix: 30, median_seconds_to_answer: 240, tokens: 100, usd: 0.25 },
      human_minutes: 4,
    });
  });

  it.each([
    ["week", ["2026-11-09", "2026-11-16"], [1, 2]],
    ["brain", ["search", "llm"], [2, 1]],
    ["rule", ["failing tests", "style/no-console"], [2, 1]],
    ["repository", ["shop"], [3]],
  ] as const)("has a row for each %s", (by, names, runs) => {
    const { rows } = summarizeWork(EVENTS, by, null);
    expect(rows.map((row) => row.name)).toEqual(names);
    expect(rows.map((row) => row.runs)).toEqual(runs);
  });

  it("excludes earlier events, but still measures from an earlier answer", () => {
    const { total } = summarizeWork(EVENTS, "week", monday);
    expect([total.runs, total.asked, total.fixed]).toEqual([2, 1, 1]);
    const early = "2026-11-16T07:59:00.000Z";
    const answers: readonly WorkEvent[] = [
      { ...about, kind: "answered", at: early, by: "ada", askedAt: weekBefore },
      { ...about, kind: "answered", at: monday, by: "ada", askedAt: weekBefore },
    ];
    expect(summarizeWork(answers, "week", monday).total.human_minutes).toBe(1);
  });

  it("has no total if one price is unknown", () => {
    const unknown: WorkEvent = { ...llm, kind: "spent", at: monday, tokens: 1, usd: null };
    expect(summarizeWork([...EVENTS, unknown], "week", null).total.usd).toBeNull();
    expect(summarizeWork([], "week", null).total.usd).toBe(0);
  });
});
