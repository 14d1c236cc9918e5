import type { Command } from "commander";
import {
  type DescribedCommand,
  describeCommands,
  describedOptions,
} from "../src/hosts/cli/describe-commands.ts";
import { EXIT_CODES } from "../src/hosts/cli/exit-codes.ts";

const VARIABLES = [
  ["AGENTFORGE_BRAIN", "the brain, as with --brain"],
  ["AGENTFORGE_DATABASE", "postgres://… to keep the state on a server instead of in SQLite files"],
  [
    "AGENTFORGE_DATABASE_FILE, AGENTFORGE_TOKEN_FILE, …",
    "a file that contains the value: the database, every token and every key can be set this way",
  ],
  ["AGENTFORGE_USER", "the name recorded with your answers; default: your login"],
  [
    "AGENTFORGE_TOKEN, GH_TOKEN, GITHUB_TOKEN, GITLAB_TOKEN, GITEA_TOKEN",
    "the token for pull requests; the first one that is set is used",
  ],
  ["AGENTFORGE_FORGE", "github, gitlab or gitea, if the host name does not identify it"],
  ["AGENTFORGE_TRUST_REPOSITORY", "1: treat the repository's settings as your own"],
  ["AGENTFORGE_MODEL_URL, AGENTFORGE_MODEL_KEY", "address and key of an OpenAI-compatible server"],
  ["ANTHROPIC_API_KEY, OPENAI_API_KEY, …", "model API keys; docs/model-brain.md lists all of them"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT, LANGFUSE_…", "where telemetry goes; docs/telemetry.md"],
  ["DOCKER_HOST", "the socket of the engine for the docker sandbox; default: unix:///var/run/docker.sock"],
  ["VISUAL, EDITOR", "the editor for review modify"],
  ["XDG_CONFIG_HOME, XDG_STATE_HOME", "where your settings and your own state are stored"],
  ["NO_COLOR, FORCE_COLOR", "never or always color the output"],
] as const;

/** The generated part of docs/commands.md. */
export function commandReference(program: Command): string {
  const commands = describeCommands(program);
  return [
    "## All commands\n",
    overview(program, commands),
    "\n## Global options\n",
    list(describedOptions(program)),
    "\n## Exit codes\n",
    list(exitCodes()),
    ...commands.map(commandPart),
    "\n## Environment variables\n",
    list(VARIABLES.map(([name, meaning]) => ({ name, meaning }))),
  ].join("\n");
}

function exitCodes(): readonly { readonly name: string; readonly meaning: string }[] {
  return EXIT_CODES.map(({ code, name, meaning }) => ({
    name: String(code),
    meaning: meaning === "" ? name : `${name}: ${meaning}`,
  }));
}

/** One line for each command at the top level, with links to its subcommands. */
function overview(program: Command, commands: readonly DescribedCommand[]): string {
  const groups = Map.groupBy(commands, ({ name }) => name.split(" ")[0] ?? name);
  const lines = [...groups].map(([first, members]) => {
    const meaning = program.commands.find((command) => command.name() === first)?.description() ?? "";
    if (members.length === 1 && members[0]?.name === first) return `- ${linkTo(first, first)}: ${meaning}`;
    const links = members.map(({ name }) => linkTo(name.slice(first.length + 1) || first, name));
    return `- \`${first}\`: ${meaning} (${links.join(", ")})`;
  });
  return lines.join("\n");
}

function linkTo(text: string, heading: string): string {
  return `[\`${text}\`](#${heading.replaceAll(" ", "-")})`;
}

function commandPart(command: DescribedCommand): string {
  const parts = [...command.arguments, ...command.options];
  return [
    `\n## ${command.name}\n`,
    `${sentence(command.meaning)}\n`,
    ["```", `${command.usage}`, "```"].join("\n"),
    ...(parts.length === 0 ? [] : [`\n${list(parts)}`]),
    ...(command.examples.length === 0 ? [] : [["\n```sh", ...command.examples, "```"].join("\n")]),
  ].join("\n");
}

function list(parts: readonly { readonly name: string; readonly meaning: string }[]): string {
  return parts.map(({ name, meaning }) => `- \`${name}\`: ${meaning}`).join("\n");
}

/** The man page, in the markup of man(7). */
export function manPage(program: Command, version: string): string {
  const item = ({ name, meaning }: { readonly name: string; readonly meaning: string }) =>
    `.TP\n.B ${roff(name)}\n${roff(meaning)}`;
  return `${[
    `.TH AGENTFORGE 1 "" "agentforge ${version}" "User Commands"`,
    ".SH NAME",
    `agentforge \\- ${roff(program.description())}`,
    ".SH SYNOPSIS",
    ".B agentforge",
    "[options] command [arguments]",
    ".SH OPTIONS",
    ...describedOptions(program).map(item),
    ".SH COMMANDS",
    ...describeCommands(program).flatMap((command) => [
      `.SS ${roff(command.usage)}`,
      roff(sentence(command.meaning)),
      ...[...command.arguments, ...command.options].map(item),
      ...(command.examples.length === 0
        ? []
        : [".PP", ".nf", ...command.examples.map((line) => `  ${roff(line)}`), ".fi"]),
    ]),
    ".SH EXIT STATUS",
    ...exitCodes().map(item),
    ".SH ENVIRONMENT",
    ...VARIABLES.map(([name, meaning]) => item({ name, meaning })),
  ].join("\n")}\n`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, ".");
}

function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replace(/^([.'])/, "\\&$1");
}
