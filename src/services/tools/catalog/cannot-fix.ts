import { z } from "zod";
import { defineTool } from "../tool.ts";

export const cannotFix = defineTool({
  name: "cannot_fix",
  description:
    "Report that this cannot be fixed here, why, what prevents it, and what could be done instead.",
  effect: "control",
  input: z.strictObject({
    reason: z.string().min(1),
    violation_id: z.string().optional(),
    constraints: z.array(z.string()).default([]),
    alternatives: z.array(z.string()).default([]),
  }),
  examples: [
    {
      title: "no way",
      input: { reason: "The rule contradicts the public API.", alternatives: ["exempt it until 2.0"] },
    },
  ],
  guarded: () => ({ kind: "other", name: "cannot_fix" }),
  async run({ reason, violation_id, constraints, alternatives }, toolPorts) {
    const request = {
      type: "cannot_fix" as const,
      reason,
      constraints,
      alternatives,
      violation_id: violation_id ?? null,
    };
    const id = await toolPorts.escalate(request);
    return { output: { status: "cannot_fix", escalation_id: id }, ends: "cannot_fix" };
  },
});
