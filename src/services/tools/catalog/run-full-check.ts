import { z } from "zod";
import { defineTool } from "../tool.ts";
import { describeViolation, deskOf } from "../violation-answer.ts";

export const runFullCheck = defineTool({
  name: "run_full_check",
  description: "Run every check on the whole project.",
  effect: "read",
  input: z.object({}),
  examples: [{ title: "before completing", input: {} }],
  guarded: () => ({ kind: "other", name: "run_full_check" }),
  async run(_input, hands) {
    const found = await deskOf(hands).check();
    return {
      output: {
        passed: found.length === 0,
        violations: found.slice(0, 100).map(describeViolation),
        total: found.length,
      },
    };
  },
});
