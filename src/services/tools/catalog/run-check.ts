import { z } from "zod";
import { defineTool } from "../tool.ts";
import { describeViolation, deskOf } from "../violation-answer.ts";

export const runCheck = defineTool({
  name: "run_check",
  description: "Run one check, or several, on the project as it is now.",
  effect: "read",
  input: z.object({ check_ids: z.array(z.string()).min(1), files: z.array(z.string()).optional() }),
  examples: [{ title: "one check everywhere", input: { check_ids: ["no-print"] } }],
  guarded: () => ({ kind: "other", name: "run_check" }),
  async run({ check_ids, files }, hands) {
    const found = await deskOf(hands).check({ checkIds: check_ids, ...(files && { files }) });
    return {
      output: {
        passed: found.length === 0,
        violations: found.slice(0, 100).map(describeViolation),
        total: found.length,
      },
    };
  },
});
