import { describe, expect, it } from "vitest";
import { ago, duration } from "./time.ts";

describe("ago", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  it.each([
    ["2026-03-01T11:59:30Z", "just now"],
    ["2026-03-01T12:00:05Z", "just now"],
    ["2026-03-01T11:59:00Z", "1 minute ago"],
    ["2026-03-01T09:00:00Z", "3 hours ago"],
    ["2026-02-27T12:00:00Z", "2 days ago"],
    ["2025-03-01T12:00:00Z", "1 year ago"],
    ["soon", "soon"],
  ])("%s: %s", (time, expected) => {
    expect(ago(time, now)).toBe(expected);
  });
});

describe("duration", () => {
  it.each([
    [0, "0 ms"],
    [0.85, "850 ms"],
    [1.25, "1.3 s"],
    [59.4, "59 s"],
    [185, "3 min 5 s"],
    [7800, "2 h 10 min"],
  ])("%s: %s", (seconds, expected) => {
    expect(duration(seconds)).toBe(expected);
  });
});
