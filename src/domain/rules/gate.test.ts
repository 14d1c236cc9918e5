import { describe, expect, it } from "vitest";
import { type GateInput, type GateMode, judgeGate } from "./gate.ts";

const settings = { mode: "threshold" as GateMode, askAfterFailedIterations: 2, askBelowConfidence: 0.7 };
const sure: GateInput = { confidence: 0.95, failedIterations: 0, criticalFiles: [] };

describe("judgeGate", () => {
  it.each<[string, Partial<GateInput>, GateMode, string, RegExp | null]>([
    ["a sure change", {}, "threshold", "apply", null],
    ["exactly at the threshold", { confidence: 0.7 }, "threshold", "apply", null],
    ["just below the threshold", { confidence: 0.69 }, "threshold", "ask", /0\.69 is below 0\.70/],
    ["two failed iterations", { failedIterations: 2 }, "threshold", "ask", /2 iterations failed/],
    ["one failed iteration", { failedIterations: 1 }, "threshold", "apply", null],
    ["a critical file", { criticalFiles: ["src/auth/login.ts"] }, "threshold", "ask", /src\/auth\/login\.ts/],
    ["a new violation", { checkReasons: ["a new violation: no-print"] }, "threshold", "ask", /no-print/],
    ["a part of a repair", { stillFailing: 1 }, "threshold", "ask", /1 test still fails/],
    ["a part of a repair, autonomous", { stillFailing: 2 }, "autonomous", "ask", /2 tests still fail/],
    ["anything, supervised", {}, "supervised", "ask", /supervised/],
    ["a doubtful change, autonomous", { confidence: 0.4 }, "autonomous", "apply", null],
    ["a hopeless change, autonomous", { confidence: 0.29 }, "autonomous", "reject", /below 0\.30/],
  ])("%s", (_name, part, mode, status, because) => {
    const verdict = judgeGate({ ...sure, ...part }, { ...settings, mode });
    expect(verdict.status).toBe(status);
    if (because) expect(verdict.status !== "apply" && verdict.because.join("; ")).toMatch(because);
  });

  it("gives every reason, not only the first", () => {
    const verdict = judgeGate(
      { confidence: 0.5, failedIterations: 3, criticalFiles: ["Dockerfile"] },
      settings,
    );
    expect(verdict.status === "ask" && verdict.because).toHaveLength(3);
  });
});
