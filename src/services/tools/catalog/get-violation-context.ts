import { z } from "zod";
import { defineTool } from "../tool.ts";
import { describeViolation, findViolation } from "../violation-answer.ts";

export const getViolationContext = defineTool({
  name: "get_violation_context",
  description: "Read a violation with the code around it.",
  effect: "read",
  input: z.strictObject({
    violation_id: z.string(),
    budget: z.int().positive().max(100_000).default(12_000),
  }),
  examples: [{ title: "before fixing", input: { violation_id: "V-4734938a9485" } }],
  guarded: () => ({ kind: "other", name: "get_violation_context" }),
  async run({ violation_id, budget }, toolPorts) {
    const violation = await findViolation(toolPorts, violation_id);
    const place = { path: violation.file_path, ...(violation.line && { line: violation.line }) };
    const { sections } = toolPorts.search.context([place], { budget });
    return {
      output: {
        violation: describeViolation(violation),
        code: sections.map(({ path, text, omittedLines }) => ({ path, text, omitted_lines: omittedLines })),
      },
    };
  },
});
