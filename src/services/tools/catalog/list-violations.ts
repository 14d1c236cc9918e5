import { z } from "zod";
import { Severity } from "../../../domain/entities/common.ts";
import { defineTool } from "../tool.ts";
import { conformanceOf, describeViolation } from "../violation-answer.ts";

export const listViolations = defineTool({
  name: "list_violations",
  description: "List known violations, by status, severity, check or file.",
  effect: "read",
  input: z.strictObject({
    status: z.enum(["open", "resolved", "suppressed", "all"]).default("open"),
    severity: Severity.optional(),
    check_id: z.string().optional(),
    file_pattern: z.string().optional().describe("Glob on the file."),
    limit: z.int().positive().max(500).default(20),
  }),
  examples: [{ title: "what is open", input: { severity: "major" } }],
  guarded: () => ({ kind: "other", name: "list_violations" }),
  async run({ status, severity, check_id, file_pattern, limit }, toolPorts) {
    const found = await conformanceOf(toolPorts).violations({
      status,
      limit,
      ...(severity && { severity }),
      ...(check_id && { checkId: check_id }),
      ...(file_pattern && { file: file_pattern }),
    });
    return { output: { violations: found.map(describeViolation) } };
  },
});
