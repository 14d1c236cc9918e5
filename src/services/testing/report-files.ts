import type { Invocation, RunRequest } from "./contract.ts";

const KEPT = "{artefacts}/";

/** How a command is started so that the report files it writes are kept. */
type Keeping = Pick<Invocation, "argv" | "artefacts">;

/**
 * A command whose report files are kept. A file in `{artefacts}` is kept as it is. Other patterns are of files that the
 * command writes into its folder; they are joined into one file, in `resources/keep-reports.mjs`.
 */
export function keepReports(
  argv: Invocation["argv"],
  reports: readonly string[],
  joinedName: string,
  { programs, resource }: Pick<RunRequest, "programs" | "resource">,
): Keeping {
  const kept = reports.filter((each) => each.startsWith(KEPT)).map((each) => each.slice(KEPT.length));
  const patterns = reports.filter((each) => !each.startsWith(KEPT));
  if (patterns.length === 0) return { argv, artefacts: kept };
  const keeper = [programs.node, resource("keep-reports.mjs"), `${KEPT}${joinedName}`] as const;
  return { argv: [...keeper, JSON.stringify(patterns), ...argv], artefacts: [...kept, joinedName] };
}

/** The reports in an artefact; several XML documents may have been joined. */
export function reportsIn(text: string): readonly string[] {
  return text.split(/(?=<\?xml)/).filter((each) => each.replace(/<\?xml.*?\?>/, "").trim() !== "");
}
