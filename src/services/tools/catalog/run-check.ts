import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";
import { checkVerdict, conformanceOf } from "../violation-answer.ts";

export const runCheck = defineTool({
  name: "run_check",
  description: "Run one check, or several, on the current project.",
  effect: "read",
  input: z.strictObject({
    check_ids: z.array(z.string()).min(1),
    files: z.array(z.string()).min(1).optional(),
  }),
  examples: [{ title: "one check everywhere", input: { check_ids: ["no-print"] } }],
  guarded: () => ({ kind: "other", name: "run_check" }),
  async run({ check_ids, files }, toolPorts) {
    const run = await conformanceOf(toolPorts).check({ checkIds: check_ids, ...(files && { files }) });
    const verdict = checkVerdict(run);
    if (run.idle.length > 0) {
      const idle = run.idle.map(({ contract, check }) => `${contract}/${check}`).join(", ");
      const where = files ? `none of ${files.join(", ")}` : "no file in the project";
      throw new ToolRefusal(`nothing was checked by ${idle}: it applies to ${where}`);
    }
    return { output: { checks_run: run.looked, ...verdict } };
  },
});
