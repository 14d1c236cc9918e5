import { describe, expect, it } from "vitest";
import { type GateInput, type GateMode, type GateVerdict, judgeGate } from "./gate.ts";

const settings = {
  mode: "threshold" as GateMode,
  askAfterFailedIterations: 2,
  askBelowConfidence: 0.7,
  tokensPerTest: 4,
  allowUncovered: false,
};
const sure: GateInput = {
  confidence: 0.95,
  failedIterations: 0,
  criticalFiles: [],
  rivals: 0,
  stillFailing: 0,
  doubts: [],
  newTokens: 8,
  achieved: 2,
  newViolations: [],
  uncovered: null,
  unnoticed: [],
};

type Answers = Readonly<Record<GateMode, GateVerdict["status"]>>;
const always: Answers = { autonomous: "escalate", threshold: "ask", supervised: "ask" };
const onlyThreshold: Answers = { autonomous: "apply", threshold: "ask", supervised: "ask" };
const never: Answers = { autonomous: "apply", threshold: "apply", supervised: "ask" };

describe("judgeGate", () => {
  it.each<[string, Partial<GateInput>, Answers, RegExp | null]>([
    ["a sure change", {}, never, null],
    ["exactly at the threshold", { confidence: 0.7 }, never, null],
    ["one failed iteration", { failedIterations: 1 }, never, null],
    ["just below the threshold", { confidence: 0.69 }, onlyThreshold, /0\.69 is below 0\.70/],
    ["two failed iterations", { failedIterations: 2 }, onlyThreshold, /2 iterations failed/],
    ["a critical file", { criticalFiles: ["src/auth/login.ts"] }, onlyThreshold, /src\/auth\/login\.ts/],
    ["a doubt", { doubts: ["it inspects the stack"] }, always, /inspects the stack/],
    ["a rival", { rivals: 1 }, always, /another change passes every test/],
    ["several rivals", { rivals: 3 }, always, /3 other changes pass/],
    ["part of a repair", { stillFailing: 1 }, always, /1 test still fails/],
    ["a smaller part of a repair", { stillFailing: 2 }, always, /2 tests still fail$|2 tests still fail;/],
    ["new code that one test proves", { newTokens: 4, achieved: 1 }, never, null],
    [
      "more new code than one test proves",
      { newTokens: 5, achieved: 1 },
      always,
      /only 1 fixed test or viol/,
    ],
    ["two critical files", { criticalFiles: ["a", "b"] }, onlyThreshold, /critical files: a, b/],
    ["a new violation", { newViolations: ["a new violation: no-print"] }, always, /no-print/],
    ["an unneeded condition", { unnoticed: ["a condition that no test needs"] }, always, /no test needs/],
    ["more new code than the tests prove", { newTokens: 9 }, always, /9 new tokens.* 2 fixed tests/],
    ["new code that no test proves", { newTokens: 1, achieved: 0 }, always, /1 new token of code, and no/],
    ["many tests of one bug", { newTokens: 9, achieved: 30 }, always, /9 new tokens/],
    ["no new code", { newTokens: 0, achieved: 0 }, never, null],
    ["uncovered lines", { uncovered: "no test runs the changed lines" }, always, /no test runs/],
  ])("%s", (_name, part, answers, because) => {
    for (const mode of ["autonomous", "threshold", "supervised"] as const) {
      const verdict = judgeGate({ ...sure, ...part }, { ...settings, mode });
      expect([mode, verdict.status]).toEqual([mode, answers[mode]]);
      if (because && verdict.status !== "apply") expect(verdict.because.join("; ")).toMatch(because);
    }
  });

  it.each(["autonomous", "threshold", "supervised"] as const)("rejects below 0.3 (%s)", (mode) => {
    const verdict = judgeGate({ ...sure, confidence: 0.29 }, { ...settings, mode });
    expect(verdict).toEqual({ status: "reject", because: ["confidence 0.29 is below 0.30"] });
  });

  it("lets uncovered changes through if the user allows them, and nothing else", () => {
    const uncovered = { ...sure, uncovered: "no test runs the changed lines" };
    const allowing = { ...settings, allowUncovered: true };
    expect(judgeGate(uncovered, allowing).status).toBe("apply");
    expect(judgeGate({ ...uncovered, rivals: 1 }, allowing).status).toBe("ask");
  });

  it("reports every reason, not only the first", () => {
    const many = { ...sure, confidence: 0.5, failedIterations: 3, criticalFiles: ["Dockerfile"], rivals: 1 };
    const verdict = judgeGate(many, settings);
    expect(verdict.status === "ask" && verdict.because).toEqual([
      "another change passes every test and behaves differently",
      "3 iterations failed before this one",
      "confidence 0.50 is below 0.70",
      "critical files: Dockerfile",
    ]);
  });

  it("asks about every change in supervised mode", () => {
    expect(judgeGate(sure, { ...settings, mode: "supervised" })).toEqual({
      status: "ask",
      because: ["every change needs approval (supervised)"],
    });
  });
});
