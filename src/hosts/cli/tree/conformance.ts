import { type Command, Option } from "commander";
import { type Call, severity, wholeNumber } from "./options.ts";

/** `conformance …`: what the contracts say, and what is known of violations. */
export function addConformanceCommands(program: Command, call: Call): void {
  const load = () => import("../commands/conformance.ts");
  const conformance = program
    .command("conformance")
    .description("the rules this repository promises to keep, and where it does not");
  conformance
    .command("check")
    .description("run the contracts and file what they find; exit code 1 where there are violations")
    .option("--file <path...>", "only findings in these files")
    .option("--changed", "only findings in files that differ from the last commit")
    .option("--check <id...>", "only these checks")
    .addOption(severity())
    .addOption(
      new Option("--format <format>", "how to say it")
        .choices(["text", "yaml", "json", "sarif"])
        .default("text"),
    )
    .action((options) => call(async (context) => (await load()).runCheck(context, options)));
  conformance
    .command("import")
    .description("take another tool's SARIF report as violations")
    .argument("<file>", "a SARIF 2.1.0 log")
    .action((file) => call(async (context) => (await load()).importReport(context, file)));
  conformance
    .command("report")
    .description("how the number of violations went, run by run")
    .option("--limit <n>", "how many of the newest runs", wholeNumber)
    .action((options) => call(async (context) => (await load()).showTrend(context, options)));

  const violations = conformance.command("violations").description("what is on record");
  violations
    .command("list")
    .description("most severe first")
    .addOption(
      new Option("--status <status>").choices(["open", "resolved", "suppressed", "all"]).default("open"),
    )
    .addOption(severity())
    .option("--check <id>", "only this check")
    .option("--file <glob>", "only in these files")
    .option("--limit <n>", "how many at most", wholeNumber)
    .action((options) => call(async (context) => (await load()).listViolations(context, options)));
  violations
    .command("show")
    .description("one violation with its history")
    .argument("<id>", "V-…, or the beginning of it")
    .action((id) => call(async (context) => (await load()).showViolation(context, id)));
}
