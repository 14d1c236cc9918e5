import { type Command, InvalidArgumentError, Option } from "commander";
import type { RoleRule } from "../../../app/reviews/page-host.ts";
import { CLIENT_IDS } from "../../../domain/entities/hook-client.ts";
import { Role } from "../../../domain/entities/role.ts";
import type { Call } from "./options.ts";

/** Entry points for people and other agents: hooks, MCP and the review page. */
export function addIntegrationCommands(program: Command, call: Call): void {
  const load = () => import("../commands/integrations/hooks.ts");
  const agent = (text: string) => new Option("--agent <name>", text).choices(CLIENT_IDS);

  program
    .command("hook")
    .description("evaluate one hook event from another agent; called by the hooks")
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
    .description("remove only what install wrote")
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
    .action(() => call(async (context) => (await import("../commands/integrations/mcp.ts")).runMcp(context)));

  addServe(program, call);
}

function addServe(program: Command, call: Call): void {
  const serve = program
    .command("serve")
    .description("serve the review page and its API for this repository, or for a fleet, until you stop it")
    .option(
      "--port <number>",
      "the port to listen on; 0 for any free one; default: 8720, or any free one if it is taken",
      portNumber,
    )
    .option("--open", "open the page in your browser")
    .option("--fleet", "show the inbox, tasks and workers of a fleet instead of this repository")
    .option("--database <url>", "the PostgreSQL database of that fleet; default: AGENTFORGE_DATABASE")
    .option("--host <address>", "listen on this address; default: 127.0.0.1")
    .option("--expose <url...>", "URLs that people on other machines open; they must sign in")
    .option("--trusted-proxy-header <name>", "the header in which a proxy names the signed-in person")
    .option("--trusted-proxy <ip...>", "IP addresses or networks of that proxy; other clients are refused")
    .option("--trusted-proxy-groups <name>", "the header in which it names their groups (comma-separated)")
    .addOption(
      new Option(
        "--group-role <role=group...>",
        "the role of a group (viewer, reviewer, admin); * means everybody; default: reviewer=*",
      ).argParser(roleRules),
    )
    .action((options) =>
      call(async (context) => (await import("../commands/integrations/serve.ts")).runServe(context, options)),
    );
  addServeUser(serve, call);
}

function addServeUser(serve: Command, call: Call): void {
  const load = () => import("../commands/integrations/serve-user.ts");
  const user = serve
    .command("user")
    .description("manage who may sign in to an exposed page, and with which role");
  user
    .command("add")
    .description(
      "add a person, or change their password and role; the password is read from the terminal or standard input",
    )
    .argument("<name>", "the name the journal uses for them")
    .addOption(
      new Option("--role <role>", "viewer: read only; reviewer: also answer; admin: also start and stop work")
        .choices(Role.options)
        .default("reviewer"),
    )
    .action((name, options) => call(async (context) => (await load()).addUser(context, name, options)));
  user
    .command("list")
    .description("list the people who may sign in, with their roles")
    .action(() => call(async (context) => (await load()).listUsers(context)));
  user
    .command("remove")
    .description("remove a person")
    .argument("<name>", "their name")
    .action((name) => call(async (context) => (await load()).removeUser(context, name)));
}

function roleRules(text: string, previous: readonly RoleRule[] = []): readonly RoleRule[] {
  const [, name, group = ""] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
  const role = Role.safeParse(name);
  if (role.success && !group.includes(",")) return [...previous, { role: role.data, group }];
  throw new InvalidArgumentError("Write role=group, such as reviewer=developers.");
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("a port must be an integer from 0 to 65535");
}
