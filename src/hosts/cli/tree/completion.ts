import { Argument, type Command } from "commander";
import { SHELLS } from "../completion/shells.ts";
import type { Call } from "./options.ts";

/** The script for a shell, and what that script calls at every tab. */
export function addCompletionCommands(program: Command, call: Call): void {
  const load = () => import("../commands/completion.ts");
  program
    .command("completion")
    .description("print a script that completes commands, options and names in your shell")
    .addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
    .action((shell) => call(async () => (await load()).printScript(shell)));
  program
    .command("complete", { hidden: true })
    .description("list completions for the last word; called by the completion script")
    .argument("[words...]")
    .action((words) => call(async (context) => (await load()).runComplete(context, program, words)));
}
