import { z } from "zod";
import { defineTool } from "../tool.ts";

export const gitShow = defineTool({
  name: "git_show",
  description: "Show a commit: its message and the files it changed, or with `path` its change to that file.",
  effect: "read",
  input: z.strictObject({
    commit: z.string().min(4).describe("As listed by git_log, or HEAD~2."),
    path: z.string().optional(),
  }),
  examples: [
    { title: "a commit", input: { commit: "1a2b3c4" } },
    { title: "its change to a file", input: { commit: "1a2b3c4", path: "src/main.py" } },
  ],
  guarded: ({ path }) => ({ kind: "read", name: "git_show", paths: path === undefined ? [] : [path] }),
  async run({ commit, path }, { tree }) {
    return { output: await tree.history.show(commit, path ?? null) };
  },
});
