import { z } from "zod";
import { defineTool } from "../tool.ts";

const LONGEST_OUTPUT = 12_000;

export const runShell = defineTool({
  name: "run_shell",
  description:
    "Run a shell command in the sandbox, in the root folder of the copy, without network. What it writes is discarded.",
  effect: "execute",
  input: z.strictObject({
    command: z.string().min(1).max(10_000),
    timeout_seconds: z.int().positive().max(300).default(60),
  }),
  examples: [
    { title: "a snippet", input: { command: "python3 -c 'from src.main import add; print(add(2, 3))'" } },
  ],
  guarded: ({ command }) => ({ kind: "shell", name: "run_shell", command }),
  async run({ command, timeout_seconds }, { commands }, signal) {
    const run = await commands.shell(command, timeout_seconds * 1000, signal);
    return {
      output: {
        exit_code: run.exitCode,
        ...(run.killedBy !== null && { killed_by: run.killedBy }),
        stdout: bound(run.stdout),
        stderr: bound(run.stderr),
      },
      exitCode: run.exitCode,
    };
  },
});

/** The end is more useful than the start, and both are more useful than the middle. */
function bound(text: string): string {
  const plain = text.trimEnd();
  if (plain.length <= LONGEST_OUTPUT) return plain;
  const head = plain.slice(0, LONGEST_OUTPUT / 3);
  const tail = plain.slice((-2 * LONGEST_OUTPUT) / 3);
  return `${head}\n… ${plain.length - LONGEST_OUTPUT} characters left out …\n${tail}`;
}
