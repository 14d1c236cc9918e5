import { z } from "zod";
import { defineTool } from "../tool.ts";
import { describeViolation, findViolation } from "../violation-answer.ts";

export const readViolation = defineTool({
  name: "read_violation",
  description: "Read one violation: the check, the location, the message and the hint.",
  effect: "read",
  input: z.strictObject({ violation_id: z.string() }),
  examples: [{ title: "by id", input: { violation_id: "V-4734938a9485" } }],
  guarded: () => ({ kind: "other", name: "read_violation" }),
  async run({ violation_id }, toolPorts) {
    return { output: describeViolation(await findViolation(toolPorts, violation_id)) };
  },
});
