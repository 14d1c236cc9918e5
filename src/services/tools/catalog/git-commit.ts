import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";

export const gitCommit = defineTool({
  name: "git_commit",
  description:
    "Write the commit of this attempt: its message and what is staged. It lands on a branch only after it has been proven and, if the gate requires it, approved.",
  effect: "write",
  input: z.strictObject({
    message: z.string().min(10).describe("Subject of at least 10 characters, blank line, body."),
  }),
  examples: [
    { title: "a fix", input: { message: "fix: add instead of subtracting\n\nThe sign was wrong." } },
  ],
  guarded: () => ({ kind: "other", name: "git_commit" }),
  async run({ message }, { tree, draft }) {
    const { files } = await tree.changes();
    if (files.length === 0) throw new ToolRefusal("nothing has changed, so there is nothing to commit");
    const { staged } = draft.read();
    if (staged.length === 0) draft.stage(files.map((file) => file.path));
    draft.write(message);
    return { output: { status: "prepared", files: [...draft.read().staged], message } };
  },
});
