// Commands of the workers of compiled languages, with limits on time and memory.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** Memory in use. A candidate that allocates or starts threads endlessly would take down the worker. */
function pagesOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  } catch {
    return 0;
  }
}

const MOST_OUTPUT = 400_000;

/**
 * The exit code of a command and its output, as it came and by stream. It is killed after so many seconds, or when it
 * uses more pages of memory.
 * @param {readonly [string, ...string[]]} argv
 * @param {{ env: Record<string, any>, cwd: string, seconds: number, pages?: number, mostOutput?: number }} options
 */
export function command(
  [program, ...given],
  { env, cwd, seconds, pages = Number.POSITIVE_INFINITY, mostOutput = MOST_OUTPUT },
) {
  return new Promise((done) => {
    const child = spawn(program, given, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.setEncoding("utf8");
    child.stderr.setEncoding("utf8");
    const heard = { output: "", stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"])
      child[stream].on("data", (chunk) => {
        for (const name of ["output", stream]) if (heard[name].length < mostOutput) heard[name] += chunk;
      });
    const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
    const watch = setInterval(() => pagesOf(child.pid) > pages && child.kill("SIGKILL"), 40);
    child.on("error", (error) => done({ ...heard, code: -1, output: String(error) }));
    child.on("close", (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      done({ ...heard, code });
    });
  });
}
