import { z } from "zod";
import { defineTool, ToolRefusal } from "../tool.ts";

export const runCommand = defineTool({
  name: "run_command",
  description:
    "Run one of the user's named commands in the sandbox, on existing paths. What it writes is discarded.",
  effect: "execute",
  input: z.strictObject({
    name: z.string().describe("An unknown name returns the list of names."),
    paths: z.array(z.string()).default([]),
  }),
  examples: [{ title: "lint one file", input: { name: "lint", paths: ["src/main.py"] } }],
  guarded: ({ name, paths }) => ({ kind: "execute", name: "run_command", argv: [name, ...paths] }),
  async run({ name, paths }, { commands, tree }, signal) {
    const known = commands.templates.map((template) => template.name);
    if (!known.includes(name)) {
      const list = known.length === 0 ? "none is configured" : known.join(", ");
      throw new ToolRefusal(`there is no command "${name}"; known: ${list}`);
    }
    const files = new Set(await tree.files());
    const missing = paths.filter((path) => !files.has(path));
    if (missing.length > 0) throw new ToolRefusal(`not in the project: ${missing.join(", ")}`);
    const run = await commands.run(name, paths, signal);
    return {
      output: {
        exit_code: run.exitCode,
        timed_out: run.timedOut,
        killed_by: run.killedBy,
        stdout: run.stdout,
        stderr: run.stderr,
      },
      exitCode: run.exitCode,
    };
  },
});
