import { type Command, Option } from "commander";
import { StatsBy } from "../../../domain/entities/stats.ts";
import { BRAIN, type Call, wholeNumber } from "./options.ts";

/** Sessions, state, certificates and the journal. */
export function addRecordCommands(program: Command, call: Call): void {
  addSessionCommands(program, call);
  addStateCommands(program, call);
  addTraceCommands(program, call);
  addStats(program, call);
  addCertificateCommands(program, call);
  addJournalCommands(program, call);
}

function addSessionCommands(program: Command, call: Call): void {
  const load = () => import("../commands/record/session.ts");
  const session = program.command("session").description("show, resume and replay recorded runs");
  session
    .command("list")
    .description("list runs, newest first")
    .option("--limit <n>", "show at most this many", wholeNumber)
    .action((options) => call(async (context) => (await load()).listSessions(context, options)));
  session
    .command("show")
    .description("show one run step by step: messages, calls and results")
    .argument("<session>", "its id, as session list shows it")
    .option("--full", "show full parameters and results")
    .action((id, options) => call(async (context) => (await load()).showSession(context, id, options)));
  session
    .command("resume")
    .description("resume an interrupted run from its last complete step")
    .argument("[session]", "default: the most recent interrupted run")
    .option("--repeat", "repeat the call that was interrupted, even though it may have completed")
    .option("--skip", "skip that call; the model is told that its outcome is unknown")
    .option(...BRAIN)
    .action((id, options) =>
      call(async (context) => (await import("../commands/record/resume.ts")).runResume(context, id, options)),
    );
  session
    .command("replay")
    .description("repeat what a model did without asking it, and compare the results")
    .argument("<session>", "its id, as session list shows it")
    .action((id) =>
      call(async (context) => (await import("../commands/record/replay.ts")).runReplay(context, id)),
    );

  session
    .command("dismiss")
    .description("dismiss an interrupted run, so that it can no longer be resumed")
    .argument("<session>", "its id, as session list shows it")
    .action((id) => call(async (context) => (await load()).dropSession(context, id)));
}

function addStateCommands(program: Command, call: Call): void {
  const load = () => import("../commands/record/state.ts");
  const state = program.command("state").description("check the files in .agentforge/");
  state
    .command("check")
    .description("check the database, the journal chain and all files, and repair what can be repaired")
    .action(() => call(async (context) => (await load()).runStateCheck(context)));
  state
    .command("adopt")
    .description("accept or discard your edit to a file that AgentForge wrote")
    .argument("<file>", "as shown by inbox and state check")
    .option("--discard", "discard your edit and restore the file from the database")
    .action((file, options) =>
      call(async (context) => (await load()).adoptStateFile(context, file, options)),
    );
}

function addTraceCommands(program: Command, call: Call): void {
  program
    .command("trace")
    .description("analyze the traces of agent sessions")
    .command("analyze")
    .description("report tool use, the files edited most, loops, unverified edits and wasted steps")
    .option(
      "--session <id>",
      "a session id, or a file: a trace or a transcript from Claude Code, Codex or Gemini CLI",
    )
    .option("--against <id>", "compare with this earlier session")
    .addOption(
      new Option("--format <format>", "output format").choices(["text", "json", "html"]).default("text"),
    )
    .action((options) =>
      call(async (context) =>
        (await import("../commands/record/trace.ts")).analyzeTraceCommand(context, options),
      ),
    );
}

function addStats(program: Command, call: Call): void {
  program
    .command("stats")
    .description(
      "show what was fixed, asked about, rejected and escalated, how long it took and what it cost",
    )
    .addOption(new Option("--by <field>", "group by this field").choices(StatsBy.options).default("week"))
    .option("--since <time>", "only what happened since this day or time (ISO 8601)")
    .option("--fleet", "all repositories of a fleet instead of this one")
    .option("--database <url>", "the PostgreSQL database of that fleet; default: AGENTFORGE_DATABASE")
    .addHelpText(
      "after",
      "\nHuman minutes are an estimate: each answer counts the time since its question, or since the same\nperson's previous answer if that is later, at most 10 minutes.",
    )
    .action((options) =>
      call(async (context) => (await import("../commands/record/stats.ts")).showStats(context, options)),
    );
}

function addCertificateCommands(program: Command, call: Call): void {
  const load = () => import("../commands/record/certificate.ts");
  const certificate = program.command("certificate").description("show and verify the proof of a landed fix");
  certificate
    .command("show")
    .description("show the certificate of a commit")
    .argument("<commit>", "a commit, branch or tag, or the id of a review")
    .action((name) => call(async (context) => (await load()).showCertificate(context, name)));
  certificate
    .command("verify")
    .description("rerun tests and checks before and after the fix in clean checkouts, and compare")
    .argument("<commit>", "a commit, branch or tag, or the id of a review")
    .addHelpText("after", "\nExit codes: 0 verified, 1 differs, 2 cannot be verified.")
    .action((name) => call(async (context) => (await load()).checkCertificate(context, name)));
}

function addJournalCommands(program: Command, call: Call): void {
  const load = () => import("../commands/record/journal.ts");
  const journal = program
    .command("journal")
    .description("query and verify the append-only record of everything that was done");
  const filtered = (command: Command) =>
    command
      .option("--trace <id>", "only this trace")
      .addOption(new Option("--actor <actor>", "only this actor").choices(["human", "agent", "system"]))
      .option("--action <type>", "only this action type, such as review.landed")
      .option("--entity <id>", "only this entity")
      .option("--since <time>", "only records since this time (ISO 8601)");

  filtered(journal.command("query"))
    .description("list records: who did what, when, under which trace")
    .option("--limit <n>", "how many, newest first", wholeNumber)
    .action((options) => call(async (context) => (await load()).queryJournal(context, options)));
  filtered(journal.command("tail"))
    .description("show the newest records; with --follow, keep printing new ones")
    .option("-n, --lines <n>", "how many to show first", wholeNumber, 10)
    .option("-f, --follow", "keep printing new records")
    .action((options) => call(async (context) => (await load()).tailJournal(context, options)));
  filtered(journal.command("export"))
    .description("export matching records, oldest first")
    .addOption(
      new Option("--format <format>", "one record per line").choices(["jsonl", "csv"]).default("jsonl"),
    )
    .option("-o, --output <file>", "write to this file instead of standard output")
    .action((options) => call(async (context) => (await load()).exportJournal(context, options)));
  journal
    .command("verify")
    .description("verify the journal against its hash chain, its checkpoints in git and the commits it names")
    .addHelpText("after", "\nExit codes: 0 intact, 1 changed since it was written, 2 unreadable.")
    .action(() =>
      call(async (context) =>
        (await import("../commands/record/journal-verify.ts")).runJournalVerify(context),
      ),
    );
}
