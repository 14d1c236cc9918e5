import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";

export const gitAdd = defineTool({
  name: "git_add",
  description: "Stage changed files for this attempt's commit. Without paths, all of them.",
  effect: "write",
  input: z.strictObject({ paths: z.array(z.string()).default([]) }),
  examples: [{ title: "everything that changed", input: { paths: [] } }],
  guarded: () => ({ kind: "other", name: "git_add" }),
  async run({ paths }, { tree, draft }) {
    const changed = (await tree.changes()).files.map((file) => file.path);
    const unknown = paths.filter((path) => !changed.includes(path));
    if (unknown.length > 0) {
      throw new ToolRefusal(
        `not changed: ${unknown.join(", ")}; changed: ${changed.join(", ") || "nothing"}`,
      );
    }
    const staged = paths.length > 0 ? paths : changed;
    draft.stage(staged);
    return { output: { staged } };
  },
});
