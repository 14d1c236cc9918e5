import { Command, Option } from "commander";
import type { CommandContext, CommandResult } from "./context.ts";
import { EXIT_CODE_LINE } from "./exit-codes.ts";
import { addAgentCommands } from "./tree/agent.ts";
import { addCiCommands } from "./tree/ci.ts";
import { addCodeCommands } from "./tree/code.ts";
import { addCompletionCommands } from "./tree/completion.ts";
import { addConformanceCommands } from "./tree/conformance.ts";
import { addExamples } from "./tree/examples.ts";
import { addFleetCommands } from "./tree/fleet.ts";
import { addIntegrationCommands } from "./tree/integrations.ts";
import { BRAIN, type Call, positiveNumber, wholeNumber } from "./tree/options.ts";
import { addPeopleCommands } from "./tree/people.ts";
import { addPlanCommands } from "./tree/plans.ts";
import { addRecordCommands } from "./tree/record.ts";
import { addRepairCommands } from "./tree/repair.ts";
import { addReviewCommands } from "./tree/review.ts";

export interface GlobalOptions {
  readonly json?: boolean;
  readonly color?: boolean;
  readonly verbose?: boolean;
  readonly directory?: string;
  readonly unsafeNoSandbox?: boolean;
}

/** Runs a handler in a context made from the global options, prints the result, and sets the exit code. */
export type Runner = (
  options: GlobalOptions,
  handler: (context: CommandContext) => Promise<CommandResult>,
) => Promise<void>;

/** Runs when no command is given. */
export const NEXT = "next";

/** The command tree. Handlers are loaded lazily, so that `--help` stays fast. */
export function buildProgram(version: string, run: Runner): Command {
  const program = new Command("agentforge")
    .description("Repairs bugs in existing code, proves each fix with real tests, and asks before it lands.")
    .version(version)
    .exitOverride()
    .option("-C, --directory <folder>", "work in this folder instead of the current one")
    .option("--json", "print the result as one JSON object")
    .option("--no-color", "do not color the output, even in a terminal")
    .option("-v, --verbose", "show what each confidence value is based on")
    .option("--unsafe-no-sandbox", "run tests without isolation when no sandbox is available")
    .configureHelp({ showGlobalOptions: false })
    .addHelpText("after", `\n${EXIT_CODE_LINE}`);
  const call: Call = (handler) => run(program.opts(), handler);

  addRepairCommands(program, call);
  addCiCommands(program, call);
  addSetupCommands(program, call);
  addDaemon(program, call);
  addSandbox(program, call);
  addConformanceCommands(program, call);
  addAgentCommands(program, call);
  addReviewCommands(program, call);
  addPeopleCommands(program, call);
  addPlanCommands(program, call);
  addRecordCommands(program, call);
  addCodeCommands(program, call);
  addFleetCommands(program, call);
  addIntegrationCommands(program, call);
  addCompletionCommands(program, call);
  addExamples(program);
  pointToHelp(program, "agentforge");
  return program;
}

/** Setting up a repository, and what there is to do in it. */
function addSetupCommands(program: Command, call: Call): void {
  program
    .command("init")
    .description("set up a repository: settings and starter contracts in .agentforge/")
    .option("--git", "create a git repository with an initial commit first")
    .option(
      "--starter <name...>",
      "also write these starter contracts: python-strict, license-header, … (docs/starters.md)",
    )
    .action((options) =>
      call(async (context) => (await import("./commands/init.ts")).runInit(context, options)),
    );

  program
    .command("doctor")
    .description("check what works on this machine, and show how to install what is missing")
    .action(() => call(async (context) => (await import("./commands/doctor.ts")).runDoctor(context)));

  program
    .command(NEXT, { hidden: true })
    .description("show what to do next in this folder; the same as agentforge without a command")
    .action(() => call(async (context) => (await import("./commands/next.ts")).showNext(context)));

  program
    .command("status")
    .description("show what is waiting for you, what is running and what was interrupted")
    .action(() => call(async (context) => (await import("./commands/status.ts")).showStatus(context)));
}

function addDaemon(program: Command, call: Call): void {
  program
    .command("daemon")
    .description("execute approved plans and fix violations until you stop it")
    .option("--once", "run one round and exit")
    .option(
      "--interval <seconds>",
      "pause between rounds; default: daemon.interval_seconds (60)",
      positiveNumber,
    )
    .option(...BRAIN)
    .option("--auto", "land violation fixes without asking, unless the gate requires approval")
    .addOption(new Option("--only <source>", "do only this kind of work").choices(["plans", "violations"]))
    .action((options) =>
      call(async (context) => (await import("./commands/daemon.ts")).runDaemon(context, options)),
    );
}

function addSandbox(program: Command, call: Call): void {
  program
    .command("sandbox")
    .description("run commands in the sandbox that tests run in")
    .command("run")
    .description("run a command in the sandbox; anything it writes to the folder is discarded")
    .argument("<argv...>", "the command and its arguments, after --")
    .option("--timeout <seconds>", "stop it after this time", positiveNumber)
    .option("--memory <mb>", "memory limit", wholeNumber)
    .action((argv, options) =>
      call(async (context) => (await import("./commands/sandbox.ts")).runInSandbox(context, argv, options)),
    );
}

/** After a mistyped command or option, names the help page that lists the right ones. */
function pointToHelp(command: Command, name: string): void {
  const what = command.commands.length > 0 ? "commands" : "options";
  command.showHelpAfterError(`(Run \`${name} --help\` to list the ${what}.)`);
  for (const child of command.commands) pointToHelp(child, `${name} ${child.name()}`);
}
