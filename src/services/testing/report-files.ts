import type { Invocation } from "./contract.ts";

type Argv = Invocation["argv"];

const KEPT = "{artefacts}/";
/** Each file starts with a declaration, so that the files can be told apart again. */
const JOIN = 'for f; do printf "\\n<?xml?>"; cat "$f"; done';

/** How a command is started so that the report files it writes are kept. */
interface Keeping {
  readonly argv: Argv;
  readonly artefacts: readonly string[];
}

/**
 * A command whose report files are kept. A file in `{artefacts}` is kept as it is. Other patterns are of files that the
 * command writes into its folder: those of earlier runs are removed before, and those of this run are joined into one
 * file after it.
 */
export function keepReports(argv: Argv, reports: readonly string[], joinedName: string): Keeping {
  const kept = reports.filter((each) => each.startsWith(KEPT)).map((each) => each.slice(KEPT.length));
  const patterns = reports.filter((each) => !each.startsWith(KEPT));
  if (patterns.length === 0) return { argv, artefacts: kept };
  const found = `find . '(' ${patterns.map((each) => `-path ${quoted(findPattern(each))}`).join(" -o ")} ')' -type f`;
  const script = `${found} -delete; "$@"; code=$?; ${found} -exec sh -c '${JOIN}' sh {} + > "${KEPT}${joinedName}"; exit $code`;
  return { argv: ["sh", "-c", script, "sh", ...argv], artefacts: [...kept, joinedName] };
}

/** The reports in an artefact; several XML documents may have been joined. */
export function reportsIn(text: string): readonly string[] {
  return text.split(/(?=<\?xml)/).filter((each) => each.replace(/<\?xml.*?\?>/, "").trim() !== "");
}

/** For `find`, whose asterisk also stands for slashes. */
function findPattern(glob: string): string {
  return `./${glob.replace(/^\.\//, "").replaceAll("**/", "*")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
