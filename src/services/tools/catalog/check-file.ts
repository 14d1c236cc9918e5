import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";
import { checkVerdict, conformanceOf } from "../violation-answer.ts";

export const checkFile = defineTool({
  name: "check_file",
  description: "Run every check that applies to one file.",
  effect: "read",
  input: z.strictObject({ path: z.string() }),
  examples: [{ title: "after an edit", input: { path: "src/main.py" } }],
  guarded: ({ path }) => ({ kind: "read", name: "check_file", paths: [path] }),
  async run({ path }, toolPorts) {
    const run = await conformanceOf(toolPorts).check({ files: [path] });
    const verdict = checkVerdict(run);
    if (run.looked === 0 && verdict.could_not_run.length === 0)
      throw new ToolRefusal(`nothing was checked: no check applies to ${path}; run_full_check runs them all`);
    return { output: { path, checks_run: run.looked, ...verdict } };
  },
});
