import { z } from "zod";
import { defineTool } from "../tool.ts";

const MOST_LINES = 200;

export const gitBlame = defineTool({
  name: "git_blame",
  description: "Show which commit wrote each line of a range, in the last committed version of the file.",
  effect: "read",
  input: z.strictObject({
    path: z.string(),
    start_line: z.int().positive(),
    end_line: z.int().positive(),
  }),
  examples: [{ title: "who wrote this", input: { path: "src/main.py", start_line: 10, end_line: 20 } }],
  guarded: ({ path }) => ({ kind: "read", name: "git_blame", paths: [path] }),
  async run({ path, start_line, end_line }, { tree }) {
    const last = Math.min(Math.max(start_line, end_line), start_line + MOST_LINES - 1);
    return { output: await tree.history.blame(path, start_line, last) };
  },
});
