import { z } from "zod";
import { defineTool } from "../tool.ts";

export const gitDiff = defineTool({
  name: "git_diff",
  description: "Show what this attempt has changed so far, as a unified diff.",
  effect: "read",
  input: z.strictObject({}),
  examples: [{ title: "the change", input: {} }],
  guarded: () => ({ kind: "other", name: "git_diff" }),
  async run(_input, { tree }) {
    const { diff, files } = await tree.changes();
    return { output: { diff, files: files.map((file) => file.path) } };
  },
});
