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

/** What `resources/keep-reports.mjs` does, for one pattern and with the system's own programs. */
const SCRIPT =
  'out=$1 reports=$2; shift 2; find . -path "$reports" -delete; "$@"; status=$?; find . -path "$reports" -exec printf "\\n<?xml?>" \\; -exec cat {} \\; > "$out"; exit $status';

/** The same with nothing of ours in it, for a confirming run; null where the patterns say more than one `find` can. */
export function keepReportsPlainly(
  argv: Invocation["argv"],
  reports: readonly string[],
  joinedName: string,
): Keeping | null {
  const [pattern, ...others] = reports;
  if (pattern === undefined || others.length > 0 || pattern.startsWith(KEPT) || /[{}!]/.test(pattern))
    return null;
  const path = pattern.startsWith("**/") ? `*${pattern.slice(2)}` : `./${pattern}`;
  return {
    argv: ["sh", "-c", SCRIPT, "sh", `${KEPT}${joinedName}`, path.replaceAll("**/", "*"), ...argv],
    artefacts: [joinedName],
  };
}

/** The reports in an artefact; several XML documents may have been joined. */
export function reportsIn(text: string): readonly string[] {
  return text.split(/(?=<\?xml)/).filter((each) => each.replace(/<\?xml.*?\?>/, "").trim() !== "");
}
