import type { Command } from "commander";
import { BRAIN, type Call, landingPlace, positiveNumber, wholeNumber } from "./options.ts";

/** `repair`, and the commands that show what it works with: `test` and `demo`. */
export function addRepairCommands(program: Command, call: Call): void {
  program
    .command("repair")
    .description("fix failing tests in a copy of the project; the change waits for your approval")
    .argument("[url]", "clone this repository into the current folder first")
    .option(
      "-t, --test <name...>",
      "only these failing tests: ids, names, files, or a line in which the framework names one",
    )
    .option(
      "--issue <text>",
      "what is wrong, in your own words; if no test shows it, a test is written first",
    )
    .option(
      "--test-file <file...>",
      "a test you wrote that fails because of the bug; it becomes part of the change",
    )
    .option(...BRAIN)
    .option(
      "--max-iterations <n>",
      "how many changes may build on each other; default: repair.max_iterations (5)",
      wholeNumber,
    )
    .option(
      "--budget <seconds>",
      "time limit for search and model together; default: repair.budget_seconds for search (120), model.budget_seconds for a model (900)",
      positiveNumber,
    )
    .option("--auto", "land the change without asking, unless the gate requires approval")
    .addOption(landingPlace())
    .option("--dry-run", "show the diff, but keep nothing")
    .action((url, options) =>
      call(async (context) =>
        (await import("../commands/repair/repair.ts")).runRepair(context, url, options),
      ),
    );
  addTest(program, call);
  addDemo(program, call);
}

function addTest(program: Command, call: Call): void {
  program
    .command("test")
    .description("run the tests the way repair does: in the sandbox, on a copy")
    .argument("[names...]", "only these tests: ids, names or files; default: all")
    .option("--last-failed", "only the tests that failed in the last run of this command")
    .option("--coverage", "show which lines were executed")
    .action((names, options) =>
      call(async (context) =>
        (await import("../commands/repair/test.ts")).runTestCommand(context, names, options),
      ),
    );
}

function addDemo(program: Command, call: Call): void {
  program
    .command("demo")
    .argument("[example]", "calculator-js, calculator-py, parking or shopping-cart")
    .description(
      "repair a bundled example project in a temporary folder, without a model unless you name one",
    )
    .option(...BRAIN)
    .action((name, options) =>
      call(async (context) => (await import("../commands/repair/demo.ts")).runDemo(context, name, options)),
    );
}
