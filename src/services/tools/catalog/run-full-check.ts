import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";
import { checkVerdict, conformanceOf } from "../violation-answer.ts";

export const runFullCheck = defineTool({
  name: "run_full_check",
  description: "Run every check on the whole project.",
  effect: "read",
  input: z.strictObject({}),
  examples: [{ title: "before completing", input: {} }],
  guarded: () => ({ kind: "other", name: "run_full_check" }),
  async run(_input, toolPorts) {
    const run = await conformanceOf(toolPorts).check();
    const no_file_to_look_at = run.idle.map(({ contract, check }) => `${contract}/${check}`);
    if (run.looked === 0 && run.problems.length === 0)
      throw new ToolRefusal("nothing was checked: the contracts apply to no file in the project");
    return { output: { checks_run: run.looked, ...checkVerdict(run), no_file_to_look_at } };
  },
});
