import { type App, openApp } from "../../app.ts";
import { showRecovery } from "./commands/recovery.ts";
import type { CommandContext, CommandResult } from "./context.ts";

/** Opens the repository, cleans up after a crash, does the work, and closes the repository. */
export async function inRepository(
  context: CommandContext,
  work: (app: App) => Promise<CommandResult>,
): Promise<CommandResult> {
  await using app = await openApp(context);
  await showRecovery(app.ports, context);
  return await work(app);
}
