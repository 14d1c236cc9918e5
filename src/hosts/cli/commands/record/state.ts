import { relative, resolve } from "node:path";
import { checkState } from "../../../../app/storage/check-state.ts";
import { AgentForgeError } from "../../../../domain/errors.ts";
import { changedFields } from "../../../../domain/rules/records/changed-fields.ts";
import { counted } from "../../../../domain/rules/text/counted.ts";
import { adoptFile, discardFile } from "../../../../workflows/journal/adopt-file.ts";
import type { CommandContext, CommandResult } from "../../context.ts";
import { inRepository } from "../../in-repository.ts";
import { renderHint } from "../../render/problem.ts";
import { visible, visibleName } from "../../terminal.ts";

const WHAT_WAS_DONE: Readonly<Record<string, string>> = {
  absent: "was missing; rewritten from the journal",
  damaged: "was damaged; set aside and rewritten from the journal",
  behind: "was outdated; rewritten from the journal",
  edited: "was edited by hand and is left unchanged; agentforge state adopt accepts or discards the edit",
  ahead: "contains something the database does not; left unchanged, see docs/state.md",
};

export async function runStateCheck(context: CommandContext): Promise<CommandResult> {
  context.progress.say("Checking the state");
  const report = await checkState(context);
  context.progress.end();
  const { paint } = context;
  const { journal } = report;
  const good = (line: string) => `${paint("green", "✔")} ${line}`;
  const bad = (line: string) => `${paint("red", "✖")} ${visible(line)}`;
  const lines = [
    report.database === null ? good("database: intact") : bad(`database: ${report.database}`),
    journal.status === "ok"
      ? good(`journal: ${counted(journal.records, "record")}, one chain`)
      : bad(`journal: broken at record ${journal.seq} (${journal.id ?? "missing"}): ${journal.why}`),
    ...report.recovered.map((line) => `${paint("yellow", "▲")} ${visible(line)}`),
    ...report.files.map(
      ({ path, found }) => `${paint("yellow", "▲")} ${visibleName(path)} ${WHAT_WAS_DONE[found] ?? found}`,
    ),
    ...report.damaged.flatMap(({ path, why, hint }) => [bad(`${path}: ${why}`), renderHint(hint)]),
    ...report.strays.map(
      (path) =>
        `${paint("yellow", "▲")} ${visibleName(path)} is not known to AgentForge; if you did not put it there, remove it`,
    ),
    ...(report.files.length + report.damaged.length === 0
      ? [good("files: each unchanged since it was written")]
      : []),
  ];
  const sound = report.database === null && journal.status === "ok" && report.damaged.length === 0;
  return { exitCode: sound ? 0 : 1, text: lines.join("\n"), data: report };
}

export async function adoptStateFile(
  context: CommandContext,
  file: string,
  options: { discard?: boolean },
): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const path = belowState(file, context.cwd, ports.workspace.root);
    const adoption = await (options.discard ? discardFile : adoptFile)(ports, path);
    const { changed, keptAs } = adoption;
    const what = options.discard
      ? `${adoption.file} matches the database again.`
      : `Adopted from ${adoption.file}: ${changed.join(", ")}.`;
    return {
      exitCode: 0,
      text: `${context.paint("green", "✔")} ${visible(what)} Your version is kept as ${visible(keptAs)}`,
      data: { ...adoption, status: options.discard ? "discarded" : "adopted" },
    };
  });
}

/** Compares the edited file with the database, field by field. */
export async function compareStateFile(context: CommandContext, file: string): Promise<CommandResult> {
  return inRepository(context, async ({ ports }) => {
    const { edited, truth } = await ports.files.read(belowState(file, context.cwd, ports.workspace.root));
    const field = (side: unknown, name: string) =>
      visible(JSON.stringify((side as Record<string, unknown> | null)?.[name] ?? null));
    const { paint } = context;
    const names = edited === null ? [] : changedFields(truth, edited);
    const lines = names.flatMap((name) => [
      paint("bold", visibleName(name)),
      paint("red", `- ${field(truth, name)}`),
      paint("green", `+ ${field(edited, name)}`),
    ]);
    const text = edited === null ? "It can no longer be read." : lines.join("\n");
    return { exitCode: 0, text, data: { changed: names, edited, truth } };
  });
}

/** Accepts a path relative to the current folder or the repository, or as `state check` prints it. */
function belowState(file: string, cwd: string, root: string): string {
  const folder = resolve(root, ".agentforge");
  const inside = (path: string) => {
    const below = relative(folder, path);
    return below === "" || below.startsWith("..") ? null : below;
  };
  const path = inside(resolve(cwd, file)) ?? inside(resolve(folder, file));
  if (path !== null) return path;
  throw new AgentForgeError("bad_input", `${file} is not inside ${folder}`);
}
