import { z } from "zod";
import { defineTool } from "../tool.ts";

export const gitStatus = defineTool({
  name: "git_status",
  description: "List the files that this attempt has changed, and which are staged for its commit.",
  effect: "read",
  input: z.strictObject({}),
  examples: [{ title: "what changed", input: {} }],
  guarded: () => ({ kind: "other", name: "git_status" }),
  async run(_input, { tree, draft }) {
    const { files } = await tree.changes();
    const state = (file: (typeof files)[number]) =>
      file.before === null ? "added" : file.after === null ? "deleted" : "modified";
    const { staged, message } = draft.read();
    return {
      output: {
        files: files.map((file) => ({
          path: file.path,
          status: state(file),
          staged: staged.includes(file.path),
        })),
        message,
      },
    };
  },
});
