import { openApp } from "../../../../app.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { type JournalReport, verifyJournal } from "../../../../workflows/journal/verify-journal.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { visible } from "../../terminal.ts";

/** Read-only: verifies the journal before anything is repaired. */
export async function runJournalVerify(context: CommandContext): Promise<CommandResult> {
  await using app = await openApp(context);
  context.progress.say("Reading the journal");
  const report = await verifyJournal(app.ports);
  context.progress.end();
  return { exitCode: report.status === "intact" ? 0 : 1, text: textOf(report, context), data: report };
}

function textOf(report: JournalReport, { paint }: CommandContext): string {
  const { records, checkpoints, covered } = report;
  const reach =
    checkpoints === 0
      ? "It has no external checkpoint yet (the first is written with the first approval), so truncation or rewriting would go unnoticed."
      : `${checkpoints} external checkpoints agree, the newest at record ${covered}.`;
  const notes = report.notes.map((note) => `  Note: ${visible(note)}`);
  if (report.status === "intact") {
    return [
      paint("green", `✔ The journal is intact: ${counted(records, "record")}, one chain.`),
      `  ${reach}`,
      ...notes,
    ].join("\n");
  }
  const unfinished = report.unfinished.map((what) => `  ${visible(what)}`);
  if (report.status === "incomplete") {
    return [
      paint(
        "yellow",
        `▲ The journal is one chain of ${counted(records, "record")}, but its checkpoints are incomplete.`,
      ),
      ...unfinished,
      "  This is not tampering. `agentforge status` writes what is missing.",
      ...notes,
    ].join("\n");
  }
  const lines = report.findings.map(
    ({ kind, where, what }) =>
      `${paint("red", "✖")} ${kind}${where === null ? "" : ` ${visible(where)}`}: ${visible(what)}`,
  );
  return [...lines, ...unfinished, ...notes].join("\n");
}
