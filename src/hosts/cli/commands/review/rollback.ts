import { rollBack } from "../../../../workflows/reviews/roll-back.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { visible, visibleName } from "../../terminal.ts";

export async function runRollback(context: CommandContext, landingId: string): Promise<CommandResult> {
  return inRepository(context, async (app) => {
    const outcome = await rollBack(app.ports, landingId);
    const { paint } = context;
    if (outcome.status === "already_restored") {
      return { exitCode: 0, text: `${landingId} was already rolled back; nothing to do.`, data: outcome };
    }
    if (outcome.status === "refused") {
      const files = outcome.files.map((file) => `    ${visibleName(file.path)}: ${visible(file.why)}`);
      const text = [`${paint("yellow", "▲ Not rolled back")}, nothing was changed:`, ...files].join("\n");
      return { exitCode: 1, text, data: outcome };
    }
    const commit = outcome.commit ? ` in commit ${outcome.commit.slice(0, 12)}` : "";
    return {
      exitCode: 0,
      text: paint("green", `✔ Rolled back ${outcome.files.map(visibleName).join(", ")}${commit}`),
      data: outcome,
    };
  });
}
