// Starts a command whose report files lie in its folder: those of earlier runs are removed before, and those of this
// run are joined into one file after it, each behind a declaration, so that they can be told apart again.
//   node keep-reports.mjs JOINED PATTERNS COMMAND…
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const [joined, patterns, program, ...rest] = process.argv.slice(2);
const reports = () => globSync(JSON.parse(patterns)).sort();
for (const path of reports()) rmSync(path, { force: true });
const { status, signal, error } = spawnSync(program, rest, { stdio: "inherit" });
if (error) process.stderr.write(`${error.message}\n`);
writeFileSync(
  joined,
  reports()
    .map((path) => `\n<?xml?>${readFileSync(path, "utf8")}`)
    .join(""),
);
if (signal) process.kill(process.pid, signal);
process.exitCode = status ?? 127;
