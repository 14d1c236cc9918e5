import type { Invocation, RunRequest } from "../contract.ts";

const KEPT = "{artifacts}/";

/** How to start a command so that its report files are kept. */
type Keeping = Pick<Invocation, "argv" | "artifacts">;

/**
 * Starts a command whose reports are in its folder: removes those of earlier runs first, and afterwards joins those of
 * this run into one file, each after a declaration, so that they can be separated again. Inline code rather than a
 * helper file, because a confirming run must not reveal that it is one.
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
 * A command whose report files are kept. A file in `{artifacts}` is kept unchanged. Other patterns match files that the
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
  if (patterns.length === 0) return { argv, artifacts: kept };
  const keeper = [node, "-e", KEEPER, `${KEPT}${joinedName}`] as const;
  return { argv: [...keeper, JSON.stringify(patterns), ...argv], artifacts: [...kept, joinedName] };
}

/** The reports in an artifact; it may contain several joined XML documents. */
export function reportsIn(text: string): readonly string[] {
  return text.split(/(?=<\?xml)/).filter((each) => each.replace(/<\?xml.*?\?>/, "").trim() !== "");
}
