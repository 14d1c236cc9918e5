import { describe, expect, it } from "vitest";
import { compareRisk, isAtMost, judgeRisk, type RiskInput, type RiskLevel } from "./review-risk.ts";

const HARMLESS: RiskInput = {
  confidence: 0.95,
  doubts: [],
  asked_because: ["every change needs approval (supervised)"],
  files: ["a.js"],
  changed_lines: { total: 1, covered: 1 },
  rivals: 0,
  still_failing: 0,
  unconfirmed: null,
};

describe("judgeRisk", () => {
  it.each<[string, Partial<RiskInput>, RiskLevel, readonly string[]]>([
    ["a small, covered, confident change", {}, "low", []],
    ["a doubt", { doubts: ["it swallows the error"] }, "high", ["it swallows the error"]],
    [
      "a doubt that the gate named too",
      { doubts: ["it lies"], asked_because: ["it lies"] },
      "high",
      ["it lies"],
    ],
    ["little confidence", { confidence: 0.5 }, "high", ["confidence is 0.50"]],
    ["middling confidence", { confidence: 0.7 }, "medium", ["confidence is 0.70"]],
    [
      "tests that still fail",
      { still_failing: 1 },
      "high",
      ["1 of the tests it was meant to fix still fails"],
    ],
    [
      "lines no test runs",
      { changed_lines: { total: 2, covered: 0 } },
      "high",
      ["no test runs the changed lines"],
    ],
    [
      "lines that are only partly run",
      { changed_lines: { total: 2, covered: 1 } },
      "medium",
      ["tests run 1 of 2 changed lines"],
    ],
    [
      "unmeasured lines",
      { changed_lines: { total: 2, covered: null } },
      "medium",
      ["it is unknown whether tests run the changed lines"],
    ],
    ["rivals", { rivals: 2 }, "medium", ["other changes pass the tests too"]],
    [
      "an unconfirmed proof",
      { unconfirmed: "no second run" },
      "medium",
      ["the proof could not be confirmed: no second run"],
    ],
    ["a reason from the gate", { asked_because: ["touches auth.js"] }, "medium", ["touches auth.js"]],
    [
      "a medium-sized change",
      { changed_lines: { total: 11, covered: 11 } },
      "medium",
      ["changes 11 lines in 1 file"],
    ],
    [
      "a large change",
      { changed_lines: { total: 101, covered: 101 }, files: ["a", "b"] },
      "high",
      ["changes 101 lines in 2 files"],
    ],
  ])("%s", (_name, given, level, reasons) => {
    expect(judgeRisk({ ...HARMLESS, ...given })).toEqual({ level, reasons });
  });

  it("names the most serious reasons first", () => {
    const { reasons } = judgeRisk({ ...HARMLESS, rivals: 1, doubts: ["it lies"] });
    expect(reasons).toEqual(["it lies", "other changes pass the tests too"]);
  });
});

describe("the order of risks", () => {
  it("puts the most serious first", () => {
    expect((["low", "high", "medium"] as const).toSorted(compareRisk)).toEqual(["high", "medium", "low"]);
  });

  it("compares with a limit", () => {
    expect([isAtMost("low", "medium"), isAtMost("medium", "medium"), isAtMost("high", "medium")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
