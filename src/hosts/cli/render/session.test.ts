import { describe, expect, it } from "vitest";
import { StepResult, type UnderWay } from "../../../domain/entities/session.ts";
import { createPaint } from "../terminal.ts";
import { readable } from "./readable.ts";
import { renderStep, renderUnderWay } from "./session.ts";

const brief = { paint: createPaint(false), full: false };
const full = { ...brief, full: true };

function step(over: Partial<StepResult> = {}, output: unknown = "1\tone\n2\ttwo\n"): StepResult {
  return StepResult.parse({
    success: true,
    action: {
      action_type: "tool_call",
      reasoning: "I look at it.\nThen I change it.",
      tool_calls: [{ name: "read_file", parameters: { path: "a.js", start_line: 1, end_line: 2 } }],
      metadata: { used: { tokens: 4200, costUsd: 0.0123 } },
    },
    tool_results: [{ tool_name: "read_file", success: true, output }],
    duration_seconds: 1.5,
    ...over,
  });
}

describe("a step", () => {
  it("shows the model's words, the call with its parameters, the result, time and cost", () => {
    expect(renderStep(step(), 3, brief)).toBe(
      [
        "✔ 3. I look at it.  (1.5 s, 4,200 tokens so far, $0.0123)",
        "     Then I change it.",
        "   ▸ read_file a.js:1-2",
        "       path: a.js",
        "       start_line: 1",
        "       end_line: 2",
        "     → 1\tone",
        "       2\ttwo",
      ].join("\n"),
    );
  });

  it("is truncated, and complete with --full", () => {
    const long = step({}, Array.from({ length: 40 }, (_, n) => `line ${n} ${"x".repeat(300)}`).join("\n"));
    const shown = renderStep(long, 1, brief);
    expect(shown).toContain("28 more lines (--full shows them)");
    expect(shown).not.toContain("line 39");
    expect(renderStep(long, 1, full)).toContain(`line 39 ${"x".repeat(300)}`);
  });

  it("shows a failed call and a failed step with the reason, and obeys no escape sequence", () => {
    const failed = step({
      success: false,
      error: "the budget\nis spent",
      tool_results: [
        {
          tool_name: "read_file",
          success: false,
          output: null,
          error: "no \u001b[2Jfile",
          duration_seconds: 0,
        },
      ],
    });
    const shown = renderStep(failed, 1, brief);
    expect(shown).toContain("→ failed: no ␛[2Jfile");
    expect(shown).toContain("▲ the budget is spent");
    expect(shown).not.toContain("\u001b");
  });

  it("shows results without a recorded call", () => {
    const bare = step({ action: null });
    expect(renderStep(bare, 1, brief)).toContain("(said nothing)");
    expect(renderStep(bare, 1, brief)).toContain("→ 1\tone");
  });
});

it("names the call that was running", () => {
  const { action } = step();
  const underWay = { action, results: [] } as unknown as UnderWay;
  expect(renderUnderWay(underWay, 4).join("\n")).toContain("… 4. read_file a.js:1-2");
  expect(renderUnderWay(null, 4)).toEqual([]);
});

it("writes data as lines", () => {
  expect(readable({ a: 1, b: { c: ["x", { d: "one\ntwo" }] }, e: [], f: null })).toEqual([
    "a: 1",
    "b:",
    "  c:",
    "    - x",
    "    - d:",
    "        one",
    "        two",
    "e: none",
    "f: –",
  ]);
});
