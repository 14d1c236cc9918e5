import { type Command, Option } from "commander";
import { BRAIN, type Call, positiveNumber, wholeNumber } from "./options.ts";

/** `ci`: one build in a pipeline. */
export function addCiCommands(program: Command, call: Call): void {
  program
    .command("ci")
    .description("in a pipeline: run checks and tests, and propose proven changes if they fail")
    .addOption(
      new Option(
        "--propose <place>",
        "how to propose a proven change: a pull request, suggestions on the current pull request, or a patch file",
      )
        .choices(["pull-request", "suggestion", "patch"])
        .default("patch"),
    )
    .option("--push-to-branch", "push the change to the current branch, unless a person must review it")
    .option("--budget <seconds>", "time limit for the search", positiveNumber, 300)
    .option("--max-cost <usd>", "cost limit for models; default: model.max_cost_usd (2)", positiveNumber)
    .option("--since <commit>", "only violations in files that this branch changed since <commit>")
    .option("-n, --limit <n>", "fix at most this many violations", wholeNumber, 5)
    .option(
      "--out <folder>",
      "where to write patches, SARIF, code quality report and summary",
      "agentforge-ci",
    )
    .option(...BRAIN)
    .action((options) =>
      call(async (context) => (await import("../commands/ci.ts")).runCiCommand(context, options)),
    );
}
