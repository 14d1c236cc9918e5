import { describe, expect, it } from "vitest";
import { type OverviewPorts, readOverview } from "./overview.ts";
import { readTrend } from "./trend.ts";

const none = { blocker: 0, critical: 0, major: 0, minor: 0, info: 0 };
const turn = (at: string, status: string) => ({ at, status });

function portsWith(given: { runs?: readonly object[]; turns?: readonly object[] }): OverviewPorts {
  return {
    conformance: { trend: async () => given.runs ?? [], turns: async () => given.turns ?? [] },
    sessions: { list: async () => [] },
  } as unknown as OverviewPorts;
}

describe("readOverview", () => {
  it("has a value for every field in an empty project", async () => {
    expect(await readOverview(portsWith({}))).toEqual({
      open: none,
      open_by_day: [],
      recent_runs: [],
    });
  });

  it("uses the last run of each day", async () => {
    const run = (at: string, major: number) => ({ at, open: { ...none, major }, opened: 1, resolved: 0 });
    const ports = portsWith({
      runs: [run("2026-11-16T08:00:00Z", 3), run("2026-11-16T09:00:00Z", 2), run("2026-11-17T08:00:00Z", 1)],
    });
    const { open, open_by_day } = await readOverview(ports);
    expect(open.major).toBe(1);
    expect(open_by_day.map(({ day, open: counts }) => [day, counts.major])).toEqual([
      ["2026-11-16", 2],
      ["2026-11-17", 1],
    ]);
    expect(await readTrend(ports, null)).toEqual([
      { day: "2026-11-16", open: 2, opened: 2, resolved: 0 },
      { day: "2026-11-17", open: 1, opened: 1, resolved: 0 },
    ]);
  });
});

describe("readTrend of one check", () => {
  it("adds up opened and resolved violations", async () => {
    const ports = portsWith({
      turns: [
        turn("2026-11-16T08:00:00Z", "open"),
        turn("2026-11-16T08:00:00Z", "open"),
        turn("2026-11-17T08:00:00Z", "resolved"),
        turn("2026-11-18T08:00:00Z", "reopened"),
        turn("2026-11-18T09:00:00Z", "suppressed"),
      ],
    });
    expect(await readTrend(ports, "a/b")).toEqual([
      { day: "2026-11-16", open: 2, opened: 2, resolved: 0 },
      { day: "2026-11-17", open: 1, opened: 0, resolved: 1 },
      { day: "2026-11-18", open: 1, opened: 1, resolved: 1 },
    ]);
  });
});
