import { z } from "zod";
import { defineTool } from "../tool.ts";

export const gitLog = defineTool({
  name: "git_log",
  description: "List commits of the project, newest first: all of them, or those that touched a path.",
  effect: "read",
  input: z.strictObject({
    path: z.string().optional(),
    limit: z.int().positive().max(100).default(15),
  }),
  examples: [{ title: "what happened to a file", input: { path: "src/main.py" } }],
  guarded: ({ path }) => ({ kind: "read", name: "git_log", paths: path === undefined ? [] : [path] }),
  async run({ path, limit }, { tree }) {
    return { output: await tree.history.log(path ?? null, limit) };
  },
});
