import { type Command, Option } from "commander";
import { CLIENT_IDS } from "../../../domain/entities/hook-client.ts";
import type { Call } from "./options.ts";

/** Doors for other agents. */
export function addDoorCommands(program: Command, call: Call): void {
  const load = () => import("../commands/hooks.ts");
  const agent = (text: string) => new Option("--agent <name>", text).choices(CLIENT_IDS);

  program
    .command("hook")
    .description("evaluate one hook event of another agent; called by the hooks")
    .argument("[agent]", CLIENT_IDS.join(", "), "claude")
    .argument("[event]", "the event it is registered for")
    .action((name, event) => call(async (context) => (await load()).answerHookEvent(context, name, event)));

  const hooks = program.command("hooks").description("install the guardrails in other agents");
  hooks
    .command("install")
    .description("register the guardrails with an agent for this repository")
    .addOption(agent("which agent").default("claude"))
    .option("--deny-rules", "also write permission rules for protected files (Claude Code)")
    .option("--instructions", "also write AGENTS.md and CLAUDE.md if they are missing")
    .option("--dry-run", "show what would be written")
    .action((options) => call(async (context) => (await load()).installAgentHooks(context, options)));
  hooks
    .command("uninstall")
    .description("remove what install wrote, and nothing else")
    .addOption(agent("only this agent"))
    .action((options) => call(async (context) => (await load()).uninstallAgentHooks(context, options)));
  hooks
    .command("doctor")
    .description("test the registered hooks with forbidden calls, and check that the agents run them")
    .addOption(agent("only this agent"))
    .option("--no-start", "do not start the agents themselves")
    .action((options) => call(async (context) => (await load()).runHooksDoctor(context, options)));

  program
    .command("mcp")
    .description("serve the tools over the Model Context Protocol (standard input and output)")
    .action(() => call(async (context) => (await import("../commands/mcp.ts")).runMcp(context)));
}
