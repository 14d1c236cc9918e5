// Starts a command and keeps the report files it writes into its folder. The first argument is the artefacts folder,
// or {artefacts} where a variable names it; the second a JSON list of patterns. In the command {artefacts} stands for
// the same folder.
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MOST_FILES = 2000;
const MOST_BYTES = 16 << 20;

const [given, patterns, ...command] = process.argv.slice(2);
const folder = given === "{artefacts}" ? (process.env.AGENTFORGE_ARTEFACTS ?? ".") : given;
const reports = () =>
  JSON.parse(patterns).flatMap((each) => globSync(each.replaceAll("{artefacts}", folder)));

// A report of an earlier run must not be taken for one of this run.
for (const path of reports()) rmSync(path, { force: true });
const [program, ...rest] = command.map((word) => word.replaceAll("{artefacts}", folder));
const { status, signal, error } = spawnSync(program, rest, { stdio: "inherit" });
if (error) process.stderr.write(`${error.message}\n`);
writeFileSync(join(folder, "collected.jsonl"), collected());
if (signal) process.kill(process.pid, signal);
process.exitCode = status ?? 127;

function collected() {
  let bytes = 0;
  const lines = [];
  for (const path of reports().sort().slice(0, MOST_FILES)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    bytes += stat.size;
    // A report without its text is a report that cannot be read: the run is then not taken for finished.
    const text = bytes > MOST_BYTES ? "" : readFileSync(path, "utf8");
    lines.push(`${JSON.stringify({ path, text })}\n`);
  }
  return lines.join("");
}
