import { expect, test } from "vitest";
import { StepResult } from "../../entities/session.ts";
import { analyzeSteps } from "./analysis.ts";

const step = (name: string, parameters: object, more: object = {}) =>
  StepResult.parse({
    success: true,
    action: { action_type: "tool_call", reasoning: `I ${name}`, tool_calls: [{ name, parameters }] },
    tool_results: [{ tool_name: name, success: true, output: null, duration_seconds: 0, ...more }],
  });

test("lists what the brain read, tried and thought", () => {
  const refusal = StepResult.parse({
    success: false,
    action: {
      action_type: "respond",
      reasoning: "The change was refused: broke a test",
      metadata: { restored: true },
    },
  });
  const steps = [
    step("read_file", { path: "a.js" }),
    step("read_file", { path: "a.js" }),
    step("edit_file", { files: [{ path: "b.js", changes: [] }] }),
    step("write_file", { path: "c.js", content: "" }, { success: false }),
    refusal,
    step("run_tests", {}),
  ];
  expect(analyzeSteps(steps)).toEqual({
    files_examined: ["a.js", "b.js", "c.js"],
    attempted_approaches: [
      "edit_file b.js",
      "write_file c.js (refused)",
      "The change was refused: broke a test",
    ],
    understanding: ["I write_file", "The change was refused: broke a test", "I run_tests"],
  });
});

test("is empty for a session without steps", () => {
  expect(analyzeSteps([])).toEqual({ files_examined: [], attempted_approaches: [], understanding: [] });
});
