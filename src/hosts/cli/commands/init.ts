import { initialize } from "../../../app/initialize.ts";
import type { CommandContext, CommandResult } from "../context.ts";

export async function runInit(
  context: CommandContext,
  options: { git?: boolean; starter?: string[] },
): Promise<CommandResult> {
  const done = await initialize(context, {
    createRepository: options.git ?? false,
    starters: options.starter ?? [],
  });
  const { paint } = context;
  if (done.ignored.length > 0)
    context.warn(
      `git ignores ${done.ignored.join(", ")}, so others will not get your settings and contracts. To share them, add the line !.agentforge/ at the end of .gitignore.`,
    );
  const lines =
    done.created.length === 0
      ? ["Everything is already set up."]
      : done.created.map((path) => `${paint("green", "✔")} ${path}`);
  const text = [
    ...lines,
    "",
    "No configuration is needed to start. Next:",
    `  ${paint("cyan", "agentforge doctor")}             see what this machine can run`,
    `  ${paint("cyan", "agentforge repair")}             make the failing tests pass`,
    `  ${paint("cyan", "agentforge conformance check")}  find violations of the contracts`,
  ].join("\n");
  return { exitCode: 0, text, data: done };
}
