import { Command, Option } from "commander";
import type { CommandContext, CommandResult } from "./context.ts";
import { addAgentCommands } from "./tree/agent.ts";
import { addCodeCommands } from "./tree/code.ts";
import { addConformanceCommands } from "./tree/conformance.ts";
import { addDoorCommands } from "./tree/doors.ts";
import { BRAIN, type Call, landingPlace, positiveNumber, wholeNumber } from "./tree/options.ts";
import { addPeopleCommands } from "./tree/people.ts";
import { addPlanCommands } from "./tree/plans.ts";
import { addRecordCommands } from "./tree/record.ts";
import { addReviewCommands } from "./tree/review.ts";

export interface GlobalOptions {
  readonly json?: boolean;
  readonly color?: boolean;
  readonly verbose?: boolean;
  readonly directory?: string;
  readonly unsafeNoSandbox?: boolean;
}

/** Runs a handler in a context made from the global options, prints what it says, sets the exit code. */
export type Runner = (
  options: GlobalOptions,
  handler: (context: CommandContext) => Promise<CommandResult>,
) => Promise<void>;

/** The command tree. Handlers are loaded when they are called, so that `--help` costs nothing. */
export function buildProgram(version: string, run: Runner): Command {
  const program = new Command("agentforge")
    .description(
      "Repairs code that is already there, proves the fix with real tests, and asks before it lands.",
    )
    .version(version)
    .exitOverride()
    .option("-C, --directory <folder>", "work in this folder instead of the current one")
    .option("--json", "print one JSON object for machines")
    .option("--no-color", "no colours, also on a terminal")
    .option("-v, --verbose", "show the signals behind each number")
    .option("--unsafe-no-sandbox", "run tests without isolation when no sandbox is available")
    .showHelpAfterError("(agentforge --help lists the commands)")
    .configureHelp({ showGlobalOptions: false })
    .addHelpText("after", "\nExit codes: 0 done, 1 findings or declined, 2 could not run.\n");
  const call: Call = (handler) => run(program.opts(), handler);

  program
    .command("repair")
    .description("make the failing tests pass, in a copy; the change waits for your answer")
    .argument("[url]", "clone this repository first, below the folder you are in")
    .option("-t, --test <name...>", "only these failing tests: ids, names or files")
    .option("--issue <text>", "what is wrong, in your words; where no test shows it, one is written first")
    .option(
      "--test-file <file...>",
      "a test of yours that fails because of it; it becomes part of the change",
    )
    .option(...BRAIN)
    .option("--max-iterations <n>", "how many changes may build on each other", wholeNumber)
    .option("--budget <seconds>", "how long search and model may take together", positiveNumber)
    .option("--auto", "land without asking where the gate allows it")
    .addOption(landingPlace())
    .option("--dry-run", "show the diff and keep nothing")
    .action((url, options) =>
      call(async (context) => (await import("./commands/repair.ts")).runRepair(context, url, options)),
    );

  program
    .command("test")
    .description("run the tests as a repair sees them: in the sandbox, on a copy")
    .argument("[names...]", "only these: ids, names or files")
    .option("--last-failed", "only what failed in the last run of this command")
    .option("--coverage", "say which lines ran")
    .action((names, options) =>
      call(async (context) => (await import("./commands/test.ts")).runTestCommand(context, names, options)),
    );

  program
    .command("demo")
    .argument("[example]", "calculator-js, calculator-py or shopping-cart")
    .description("repair a bundled broken project in a temporary folder; without a model unless you name one")
    .option(...BRAIN)
    .action((name, options) =>
      call(async (context) => (await import("./commands/demo.ts")).runDemo(context, name, options)),
    );

  program
    .command("init")
    .description("prepare a repository: .agentforge/ with settings and contracts")
    .option("--git", "make the folder a git repository with an initial commit first")
    .action((options) =>
      call(async (context) => (await import("./commands/init.ts")).runInit(context, options)),
    );

  program
    .command("doctor")
    .description("say what works on this machine, and what to do about the rest")
    .action(() => call(async (context) => (await import("./commands/doctor.ts")).runDoctor(context)));

  program
    .command("status")
    .description("what waits for you, what runs, what was interrupted")
    .action(() => call(async (context) => (await import("./commands/status.ts")).showStatus(context)));

  program
    .command("daemon")
    .description("carry out approved plans and keep fixing violations, until it is told to stop")
    .option("--once", "one round, then end")
    .option("--interval <seconds>", "between rounds of violations", positiveNumber)
    .option(...BRAIN)
    .addOption(new Option("--only <source>", "nothing but these").choices(["plans", "violations"]))
    .action((options) =>
      call(async (context) => (await import("./commands/daemon.ts")).runDaemon(context, options)),
    );

  program
    .command("sandbox")
    .description("the confined place where tests run")
    .command("run")
    .description("run a command in it; what it writes to the folder is thrown away")
    .argument("<argv...>", "the command, after --")
    .option("--timeout <seconds>", "end it after this long", positiveNumber)
    .option("--memory <mb>", "end it when it needs more", wholeNumber)
    .action((argv, options) =>
      call(async (context) => (await import("./commands/sandbox.ts")).runInSandbox(context, argv, options)),
    );

  addConformanceCommands(program, call);
  addAgentCommands(program, call);
  addReviewCommands(program, call);
  addPeopleCommands(program, call);
  addPlanCommands(program, call);
  addRecordCommands(program, call);
  addCodeCommands(program, call);
  addDoorCommands(program, call);
  return program;
}
