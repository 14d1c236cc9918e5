import { type App, openApp } from "../../app.ts";
import { showRecovery } from "./commands/recovery.ts";
import type { CommandContext, CommandResult } from "./context.ts";

/** Opens the repository, cleans up after a crash, does the work, and closes the repository. */
export async function inRepository(
  context: CommandContext,
  work: (app: App) => Promise<CommandResult>,
): Promise<CommandResult> {
  const app = await openApp(context);
  try {
    await showRecovery(app.ports, context);
    return await work(app);
  } finally {
    await app.close();
  }
}
