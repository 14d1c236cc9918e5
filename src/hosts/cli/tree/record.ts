import { type Command, Option } from "commander";
import { BRAIN, type Call, wholeNumber } from "./options.ts";

/** What was recorded: sessions and the journal. */
export function addRecordCommands(program: Command, call: Call): void {
  const load = () => import("../commands/session.ts");
  const session = program.command("session").description("recorded runs");
  session
    .command("list")
    .description("the newest first")
    .option("--limit <n>", "how many", wholeNumber)
    .action((options) => call(async (context) => (await load()).listSessions(context, options)));
  session
    .command("show")
    .description("one run, step by step: what was said, the calls and their results")
    .argument("<id>")
    .option("--full", "parameters and results in full")
    .action((id, options) => call(async (context) => (await load()).showSession(context, id, options)));
  session
    .command("resume")
    .description("go on with a run that was cut short, from its last whole step")
    .argument("[id]", "the newest that was cut short where none is given")
    .option("--repeat", "make the call again that was being made, though it may have been made already")
    .option("--skip", "do not make it again; the model is told that it is not known whether it was made")
    .option(...BRAIN)
    .action((id, options) =>
      call(async (context) => (await import("../commands/resume.ts")).runResume(context, id, options)),
    );
  session
    .command("replay")
    .description("do again what a model did, without asking it, and compare what the tools say")
    .argument("<id>")
    .action((id) => call(async (context) => (await import("../commands/replay.ts")).runReplay(context, id)));

  session
    .command("dismiss")
    .description("an interrupted run that nobody takes up again: it waits no longer")
    .argument("<id>")
    .action((id) => call(async (context) => (await load()).dropSession(context, id)));

  const loadState = () => import("../commands/state.ts");
  const state = program.command("state").description("what AgentForge keeps in .agentforge/");
  state
    .command("check")
    .description("read all of it: database, journal chain, files; put right what may be")
    .action(() => call(async (context) => (await loadState()).runStateCheck(context)));
  state
    .command("adopt")
    .description("take over what you wrote into a file of AgentForge's, or throw it away")
    .argument("<file>", "as inbox and state check name it")
    .option("--discard", "have the file say again what the database says")
    .action((file, options) =>
      call(async (context) => (await loadState()).adoptStateFile(context, file, options)),
    );

  program
    .command("trace")
    .description("what the traces of sessions show")
    .command("analyze")
    .description("tool mix, hot files, loops, verification, wasted steps, better thresholds")
    .option("--session <id>", "a session of hooks or of ours, or a file: a trace or a Claude Code transcript")
    .option("--against <id>", "another one to compare with, as the one before")
    .addOption(
      new Option("--format <format>", "how to show it").choices(["text", "json", "html"]).default("text"),
    )
    .action((options) =>
      call(async (context) => (await import("../commands/trace.ts")).analyzeTraceCommand(context, options)),
    );

  addCertificateCommands(program, call);
  addJournalCommands(program, call);
}

function addCertificateCommands(program: Command, call: Call): void {
  const load = () => import("../commands/certificate.ts");
  const certificate = program
    .command("certificate")
    .description("what was proven of a landed fix, and whether it still can be");
  certificate
    .command("show")
    .description("the statement a commit names in its message")
    .argument("<commit>", "a hash, a branch, a tag, HEAD, or the id of a review")
    .action((name) => call(async (context) => (await load()).showCertificate(context, name)));
  certificate
    .command("verify")
    .description("run tests and checks again before and after the fix, in clean checkouts, and compare")
    .argument("<commit>", "a hash, a branch, a tag, HEAD, or the id of a review")
    .addHelpText("after", "\nExit codes: 0 verified, 1 it differs, 2 it cannot be verified.\n")
    .action((name) => call(async (context) => (await load()).checkCertificate(context, name)));
}

function addJournalCommands(program: Command, call: Call): void {
  const load = () => import("../commands/journal.ts");
  const journal = program
    .command("journal")
    .description("the append-only record of everything any actor did");
  const filtered = (command: Command) =>
    command
      .option("--trace <id>", "only this trace")
      .addOption(new Option("--actor <actor>", "only this actor").choices(["human", "agent", "system"]))
      .option("--action <type>", "only this action type, such as review.landed")
      .option("--entity <id>", "only this entity")
      .option("--since <time>", "only from this time on (ISO 8601)");

  filtered(journal.command("query"))
    .description("who did what, when, under which trace")
    .option("--limit <n>", "how many of the newest", wholeNumber)
    .action((options) => call(async (context) => (await load()).queryJournal(context, options)));
  filtered(journal.command("tail"))
    .description("the newest records; with --follow, also those to come")
    .option("-n, --lines <n>", "how many", wholeNumber, 10)
    .option("-f, --follow", "go on until told to stop")
    .action((options) => call(async (context) => (await load()).tailJournal(context, options)));
  filtered(journal.command("export"))
    .description("every record that matches, oldest first")
    .addOption(
      new Option("--format <format>", "one record a line").choices(["jsonl", "csv"]).default("jsonl"),
    )
    .option("-o, --output <file>", "write to this file instead of standard output")
    .action((options) => call(async (context) => (await load()).exportJournal(context, options)));
  journal
    .command("verify")
    .description(
      "hold the journal against its chain, its checkpoints in git, and the commits it stands behind",
    )
    .addHelpText("after", "\nExit codes: 0 intact, 1 not as it was written, 2 could not be read.\n")
    .action(() =>
      call(async (context) => (await import("../commands/journal-verify.ts")).runJournalVerify(context)),
    );
}
