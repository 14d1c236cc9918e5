// Runs the steps before a test framework, then the framework itself. The output of the steps is withheld: the
// framework's own output must start where it would without them. A failing step ends everything with its exit code.
// Without a program, only the steps run.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHOWN = 20_000;

const [steps, program, ...rest] = process.argv.slice(2);
process.exitCode = prepare(JSON.parse(steps)) ?? (program === undefined ? 0 : start(program, rest));

/** The exit code of the step that failed; null if all succeeded. */
function prepare(all) {
  const folder = mkdtempSync(join(tmpdir(), "steps-"));
  try {
    return runAll(all, join(folder, "output"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runAll(all, file) {
  for (const { name, argv, env, cwd, optional } of all) {
    const output = openSync(file, "w");
    const [command, ...words] = argv;
    /** @type {import("node:child_process").StdioOptions} */
    const stdio = ["ignore", output, output];
    const ended = spawnSync(command, words, { stdio, cwd, env: { ...process.env, ...env } });
    closeSync(output);
    if (ended.status === 0 || optional === true) continue;
    report(name, ended, readFileSync(file, "utf8").slice(-SHOWN));
    return ended.status || 127;
  }
  return null;
}

/**
 * @param {string} name
 * @param {Pick<import("node:child_process").SpawnSyncReturns<Buffer>, "status" | "signal"> & { error?: NodeJS.ErrnoException }} ended
 * @param {string} output
 */
function report(name, { status, signal, error }, output) {
  const missing = error?.code === "ENOENT" ? "its program was not found" : error?.message;
  const how = missing ?? (signal ? `it was terminated by ${signal}` : `exit code ${status}`);
  process.stderr.write(`${output.trimEnd()}\nThe step "${name}" before the tests failed: ${how}.\n`);
  const folder = process.env.AGENTFORGE_ARTIFACTS;
  if (folder) writeFileSync(join(folder, "failed-step"), `${name}\n${how}\n`);
}

function start(command, words) {
  const { status, signal, error } = spawnSync(command, words, { stdio: "inherit" });
  if (error) process.stderr.write(`${error.message}\n`);
  if (signal) process.kill(process.pid, signal);
  return status ?? 127;
}
