import { checkState } from "../../../app/check-state.ts";
import type { CommandContext, CommandResult } from "../context.ts";
import { visible } from "../terminal.ts";

const WHAT_WAS_DONE: Readonly<Record<string, string>> = {
  absent: "was missing; written again from the journal",
  damaged: "was damaged; set aside and written again from the journal",
  behind: "was behind; written again from the journal",
  edited: "was edited by hand and is left as it is; move it away to have it written anew",
  ahead: "knows something the database does not; left as it is, see docs/state.md",
};

export async function runStateCheck(context: CommandContext): Promise<CommandResult> {
  context.progress.say("Reading everything");
  const report = await checkState(context);
  context.progress.end();
  const { paint } = context;
  const { journal } = report;
  const good = (line: string) => `${paint("green", "✔")} ${line}`;
  const bad = (line: string) => `${paint("red", "✖")} ${visible(line)}`;
  const lines = [
    report.database === null ? good("database: every page fits") : bad(`database: ${report.database}`),
    journal.status === "ok"
      ? good(`journal: ${journal.records} records, one chain`)
      : bad(`journal: broken at record ${journal.seq} (${journal.id ?? "gone"}): ${journal.why}`),
    ...report.recovered.map((line) => `${paint("yellow", "▲")} ${visible(line)}`),
    ...report.files.map(
      ({ path, found }) => `${paint("yellow", "▲")} ${visible(path)} ${WHAT_WAS_DONE[found] ?? found}`,
    ),
    ...(report.files.length === 0 ? [good("files: each as the database has it")] : []),
  ];
  const sound = report.database === null && journal.status === "ok";
  return { exitCode: sound ? 0 : 1, text: lines.join("\n"), data: report };
}
