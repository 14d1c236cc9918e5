import { z } from "zod";
import { defineTool } from "../tool.ts";

export const complete = defineTool({
  name: "complete",
  description: "Report that the task is done. Tests and checks run afterwards, and they decide.",
  effect: "control",
  input: z.strictObject({ summary: z.string().min(1) }),
  examples: [{ title: "done", input: { summary: "The sign in add() was wrong; all tests pass." } }],
  guarded: () => ({ kind: "other", name: "complete" }),
  async run({ summary }) {
    return { output: { status: "completed", summary }, ends: "complete" };
  },
});
