import type { Invocation, RunRequest } from "./contract.ts";

const KEPT = "{artefacts}/";

/** How a command is started so that the report files it writes are kept. */
type Keeping = Pick<Invocation, "argv" | "artefacts">;

/**
 * Starts a command whose reports are in its folder: those of earlier runs are removed before, and those of this run are
 * joined into one file after it, each behind a declaration, so that they can be told apart again. A text and not a file
 * of ours, because a confirming run must not show that it is one.
 */
const KEEPER = `
const { globSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const [joined, patterns, program, ...rest] = process.argv.slice(1);
const reports = () => globSync(JSON.parse(patterns)).sort();
for (const path of reports()) rmSync(path, { force: true });
const { status, signal, error } = require("node:child_process").spawnSync(program, rest, { stdio: "inherit" });
if (error) process.stderr.write(error.message + "\\n");
writeFileSync(joined, reports().map((path) => "\\n<?xml?>" + readFileSync(path, "utf8")).join(""));
if (signal) process.kill(process.pid, signal);
process.exitCode = status ?? 127;
`;

/**
 * A command whose report files are kept. A file in `{artefacts}` is kept as it is. Other patterns are of files that the
 * command writes into its folder.
 */
export function keepReports(
  argv: Invocation["argv"],
  reports: readonly string[],
  joinedName: string,
  { node }: Pick<RunRequest["programs"], "node">,
): Keeping {
  const kept = reports.filter((each) => each.startsWith(KEPT)).map((each) => each.slice(KEPT.length));
  const patterns = reports.filter((each) => !each.startsWith(KEPT));
  if (patterns.length === 0) return { argv, artefacts: kept };
  const keeper = [node, "-e", KEEPER, `${KEPT}${joinedName}`] as const;
  return { argv: [...keeper, JSON.stringify(patterns), ...argv], artefacts: [...kept, joinedName] };
}

/** The reports in an artifact; several XML documents may have been joined. */
export function reportsIn(text: string): readonly string[] {
  return text.split(/(?=<\?xml)/).filter((each) => each.replace(/<\?xml.*?\?>/, "").trim() !== "");
}
