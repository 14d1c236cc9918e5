import { z } from "zod";
import { defineTool } from "../tool.ts";
import { describeViolation, deskOf } from "../violation-answer.ts";

export const checkFile = defineTool({
  name: "check_file",
  description: "Run every check that applies to one file.",
  effect: "read",
  input: z.object({ path: z.string() }),
  examples: [{ title: "after an edit", input: { path: "src/main.py" } }],
  guarded: ({ path }) => ({ kind: "read", name: "check_file", paths: [path] }),
  async run({ path }, hands) {
    const found = await deskOf(hands).check({ files: [path] });
    return { output: { path, passed: found.length === 0, violations: found.map(describeViolation) } };
  },
});
