import { z } from "zod";
import { defineTool } from "../tool.ts";

export const escalate = defineTool({
  name: "escalate",
  description: "Hand the task to a person, with the reason and your suggestion.",
  effect: "control",
  input: z.strictObject({
    reason: z.string().min(1),
    constraints: z.array(z.string()).default([]),
    alternatives: z.array(z.string()).default([]),
  }),
  examples: [
    { title: "a decision is needed", input: { reason: "Two behaviors are documented; which one is right?" } },
  ],
  guarded: () => ({ kind: "other", name: "escalate" }),
  async run({ reason, constraints, alternatives }, toolPorts) {
    const id = await toolPorts.escalate({
      type: "escalate",
      reason,
      constraints,
      alternatives,
      violation_id: null,
    });
    return { output: { status: "escalated", escalation_id: id }, ends: "escalate" };
  },
});
