import type { Command } from "commander";
import { expect, it } from "vitest";
import { buildProgram } from "./program.ts";

it.each([
  [["repair", "--isue", "x"], "(Run `agentforge repair --help` to list the options.)"],
  [["review", "aprove"], "(Run `agentforge review --help` to list the commands.)"],
  [["repiar"], "(Run `agentforge --help` to list the commands.)"],
])("after a mistake, %j names the help page to read", async (words, hint) => {
  let said = "";
  const program = buildProgram("0.0.0", async () => {});
  collectErrors(program, (text) => {
    said += text;
  });
  await expect(program.parseAsync(words, { from: "user" })).rejects.toThrow();
  expect(said).toContain(hint);
});

function collectErrors(command: Command, write: (text: string) => void): void {
  command.configureOutput({ writeErr: write });
  for (const child of command.commands) collectErrors(child, write);
}
