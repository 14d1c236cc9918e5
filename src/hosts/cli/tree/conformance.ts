import { type Command, Option } from "commander";
import { type Call, severity, wholeNumber } from "./options.ts";

/** `conformance …`: run the checks of the contracts, and list violations. */
export function addConformanceCommands(program: Command, call: Call): void {
  const conformance = program
    .command("conformance")
    .description("check the rules of this repository and list violations");
  addCheck(conformance, call);
  addReports(conformance, call);
  addViolations(conformance, call);
}

const load = () => import("../commands/conformance.ts");

function addCheck(conformance: Command, call: Call): void {
  conformance
    .command("check")
    .description("run all checks and record what they find; exits with 1 if there are violations")
    .option("--file <path...>", "only violations in these files")
    .option("--changed", "only violations in files that differ from the last commit")
    .option("--since <commit>", "only violations in files that this branch changed since <commit>")
    .option("--check <id...>", "only these checks")
    .option("--no-baseline", "also report violations that are in the baseline")
    .option("--suppressed", "also list suppressed violations, with their reasons")
    .addOption(
      new Option(
        "--report-unused-exemptions",
        "exit with 1 if an exemption of a contract suppresses nothing, instead of only listing it",
      ).conflicts(["file", "changed", "since", "check", "severity"]),
    )
    .addOption(severity())
    .addOption(
      new Option("--format <format>", "output format")
        .choices(["text", "yaml", "json", "sarif"])
        .default("text"),
    )
    .action((options) => call(async (context) => (await load()).runCheck(context, options)));
}

function addReports(conformance: Command, call: Call): void {
  conformance
    .command("baseline")
    .description(
      "accept all current violations, so that check reports only new ones; run it again to drop resolved ones",
    )
    .option("--accept-new", "add violations that are not in the baseline yet")
    .action((options) => call(async (context) => (await load()).writeBaseline(context, options)));
  conformance
    .command("import")
    .description("import another tool's SARIF report as violations")
    .argument("<file>", "a SARIF 2.1.0 log")
    .option("--root <folder...>", "absolute path of the repository on the machine that wrote the report")
    .action((file, options) => call(async (context) => (await load()).importReport(context, file, options)));
  conformance
    .command("report")
    .description("show how the number of violations changed over time")
    .option("--limit <n>", "how many of the most recent runs", wholeNumber)
    .action((options) => call(async (context) => (await load()).showTrend(context, options)));
}

function addViolations(conformance: Command, call: Call): void {
  const violations = conformance.command("violations").description("list and show recorded violations");
  violations
    .command("list")
    .description("list violations, most severe first")
    .addOption(
      new Option("--status <status>", "only violations with this status")
        .choices(["open", "resolved", "suppressed", "all"])
        .default("open"),
    )
    .addOption(severity())
    .option("--check <id>", "only this check")
    .option("--file <glob>", "only in these files")
    .option("--limit <n>", "at most this many", wholeNumber)
    .action((options) => call(async (context) => (await load()).listViolations(context, options)));
  violations
    .command("show")
    .description("show one violation and its history")
    .argument("<violation>", "its id (V-…), or a prefix of it")
    .action((id) => call(async (context) => (await load()).showViolation(context, id)));
}
