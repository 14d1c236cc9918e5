import { type Command, InvalidArgumentError, Option } from "commander";
import { BRAIN, type Call, positiveNumber, wholeNumber } from "./options.ts";

const DATABASE = [
  "--database <url>",
  "the fleet's PostgreSQL database; default: AGENTFORGE_DATABASE",
] as const;

/** Many repositories, several machines, one PostgreSQL database. */
export function addFleetCommands(program: Command, call: Call): void {
  addWorker(program, call);
  const fleet = program
    .command("fleet")
    .description("repositories that workers on several machines maintain");
  addRepositories(fleet, call);
  addTasks(fleet, call);
  addControls(fleet, call);
  addAnswers(fleet, call);
}

function addWorker(program: Command, call: Call): void {
  program
    .command("worker")
    .description("run fleet tasks until you stop it")
    .option(...DATABASE)
    .option("--concurrency <n>", "how many tasks to run at the same time", wholeNumber, 1)
    .option(
      "--labels <labels>",
      "also take tasks from repositories with these labels (comma-separated)",
      labels,
    )
    .option("--once", "work until no task is due, then exit")
    .option("--cache <folder>", "where clones are kept; default: ~/.cache/agentforge/worker")
    .option(
      "--cache-size <mb>",
      "disk space for clones; the least recently used are removed",
      wholeNumber,
      10_000,
    )
    .option(
      "--task-timeout <seconds>",
      "time limit for a task; one that takes longer is set aside",
      positiveNumber,
      3600,
    )
    .option("--prepare-timeout <seconds>", "time limit for installing dependencies", positiveNumber, 900)
    .option(
      "--grace <seconds>",
      "how long running tasks may take to finish after SIGTERM; without it, they go back to the queue at once",
      wholeNumber,
    )
    .option("--local-remotes", "also accept repositories on this machine's local disk")
    .option("--metrics-port <port>", "serve Prometheus metrics at /metrics", wholeNumber)
    .option(...BRAIN)
    .action((options) =>
      call(async (context) => (await import("../commands/fleet/worker.ts")).runWorker(context, options)),
    );
}

const load = () => import("../commands/fleet/fleet.ts");
const repositories = () => import("../commands/fleet/repositories.ts");
const tasks = () => import("../commands/fleet/enqueue.ts");

function addRepositories(fleet: Command, call: Call): void {
  fleet
    .command("add")
    .description("add a repository to the fleet, or change its options")
    .argument("<url>", "its URL, without credentials")
    .option("--label <label>", "only workers with this label take its tasks", label)
    .addOption(
      new Option("--propose <how>", "how proven changes are proposed")
        .choices(["pushed-branch", "pull-request"])
        .default("pushed-branch"),
    )
    .option(
      "--prepare <command>",
      "command that installs dependencies (no shell syntax except &&); default: chosen by lock file",
    )
    .option("--no-prepare", "install nothing")
    .option("--allow-scripts", "let packages run their own scripts and builds while they are installed")
    .option(...DATABASE)
    .action((url, options) =>
      call(async (context) => (await repositories()).addRepository(context, url, options)),
    );
  fleet
    .command("list")
    .description("list the repositories of the fleet")
    .option(...DATABASE)
    .action((options) => call(async (context) => (await repositories()).listRepositories(context, options)));
  fleet
    .command("remove")
    .description("remove a repository from the fleet and cancel its queued tasks")
    .argument("<repository>", "its URL or id (R-…)")
    .option(...DATABASE)
    .action((url, options) =>
      call(async (context) => (await repositories()).removeRepository(context, url, options)),
    );
}

/** The kinds of work a task can ask for. */
function withWork(command: Command): Command {
  return command
    .argument("[repository]", "its URL or id (R-…)")
    .option("--all", "every repository of the fleet")
    .option("--tests", "repair failing tests")
    .option("--violations", "fix violations of contracts")
    .option("--issue <text>", "repair what you describe; if no test fails, a model must write one")
    .option("--auto", "push fixes without asking, unless the gate requires approval")
    .option(...DATABASE);
}

function addTasks(fleet: Command, call: Call): void {
  withWork(fleet.command("enqueue").description("queue a task for one repository, or for all"))
    .option("--request <text>", "have a model write a plan for your request; it waits for your approval")
    .option("--plan <id|file>", "execute a plan; this approves it")
    .option("--ref <branch>", "a branch or tag; default: the remote's main branch")
    .option("--priority <n>", "higher numbers run first", anyInteger, 0)
    .action((url, options) => call(async (context) => (await tasks()).enqueueTasks(context, url, options)));
  withWork(
    fleet.command("schedule").description("queue tasks on a schedule; without --cron, list the schedules"),
  )
    .option("--cron <expression>", 'five fields, such as "0 3 * * 1-5"')
    .option("--timezone <zone>", "time zone of the expression", "UTC")
    .option("--remove <schedule>", "remove a schedule, by its name in the list")
    .action((url, options) => call(async (context) => (await tasks()).scheduleTasks(context, url, options)));
}

function addControls(fleet: Command, call: Call): void {
  fleet
    .command("status")
    .description("show workers, the queue, running tasks and tasks set aside")
    .option(...DATABASE)
    .action((options) => call(async (context) => (await load()).showFleet(context, options)));
  fleet
    .command("show")
    .description("show one task and its result")
    .argument("<task>", "its id (T-…)")
    .option(...DATABASE)
    .action((id, options) => call(async (context) => (await load()).showTask(context, id, options)));
  fleet
    .command("limit")
    .description("limit what all workers together may use; without options, show the limits")
    .option("--host <host>", "the host that --pushes applies to, such as github.com")
    .option("--pushes <n>", "pushes and pull requests per minute; 0 for no limit", nonNegative)
    .option("--money-per-day <usd>", "US dollars to spend on models per day; 0 for no limit", nonNegative)
    .option(...DATABASE)
    .action((options) =>
      call(async (context) => (await import("../commands/fleet/limit.ts")).limitFleet(context, options)),
    );
  const modes = [
    ["pause", "paused", "start no new tasks until `fleet resume`"],
    ["resume", "running", "let workers take tasks again"],
    ["drain", "draining", "let workers finish their running tasks and then exit"],
  ] as const;
  for (const [name, mode, description] of modes) {
    fleet
      .command(name)
      .description(description)
      .option(...DATABASE)
      .action((options) => call(async (context) => (await load()).setFleetMode(context, mode, options)));
  }
  fleet
    .command("cancel")
    .description("cancel a task, even while it is running")
    .argument("<task>", "its id (T-…)")
    .option(...DATABASE)
    .action((id, options) => call(async (context) => (await load()).cancelTask(context, id, options)));
  fleet
    .command("retry")
    .description("requeue a task that was set aside or canceled")
    .argument("[task]", "its id (T-…)")
    .option("--set-aside", "all tasks that were set aside")
    .option(...DATABASE)
    .action((id, options) => call(async (context) => (await load()).retryTask(context, id, options)));
}

function addAnswers(fleet: Command, call: Call): void {
  const inbox = () => import("../commands/fleet/inbox.ts");
  fleet
    .command("inbox")
    .description("list pending changes in all repositories, or show one with its diff")
    .argument("[review]", "its id (RV-…)")
    .option("--all", "include answered ones")
    .option(...DATABASE)
    .action((id, options) => call(async (context) => (await inbox()).showFleetInbox(context, id, options)));
  fleet
    .command("approve")
    .description("approve a change; a worker pushes it")
    .argument("<review>", "its id (RV-…)")
    .option(...DATABASE)
    .action((id, options) =>
      call(async (context) => (await inbox()).answerFleetReview(context, id, "approve", options)),
    );
  fleet
    .command("reject")
    .description("reject a change")
    .argument("<review>", "its id (RV-…)")
    .requiredOption("--reason <text>", "the reason, for the record")
    .option(...DATABASE)
    .action((id, options) =>
      call(async (context) => (await inbox()).answerFleetReview(context, id, "reject", options)),
    );
}

function label(text: string): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(text))
    throw new InvalidArgumentError("Use lowercase letters, digits and dashes.");
  return text;
}

function labels(text: string): readonly string[] {
  return text.split(",").map((each) => label(each.trim()));
}

function nonNegative(text: string): number {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError("It must be a number, 0 or more.");
  return Number(text);
}

function anyInteger(text: string): number {
  if (!/^-?\d{1,4}$/.test(text)) throw new InvalidArgumentError("It must be an integer.");
  return Number(text);
}
