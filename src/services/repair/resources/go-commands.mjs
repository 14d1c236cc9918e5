// Commands of the Go workers, with limits on time and memory.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** Memory in use. A candidate that starts goroutines endlessly would take down the worker. */
function pagesOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  } catch {
    return 0;
  }
}

/** The output and exit of a command. */
export function command(program, given, env, cwd, seconds, pages = Number.POSITIVE_INFINITY) {
  return new Promise((done) => {
    const child = spawn(program, given, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const hear = (chunk) => {
      if (output.length < 400_000) output += chunk;
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
    const watch = setInterval(() => pagesOf(child.pid) > pages && child.kill("SIGKILL"), 40);
    child.on("error", (error) => done({ code: -1, output: String(error) }));
    child.on("close", (code) => {
      clearTimeout(timer);
      clearInterval(watch);
      done({ code, output });
    });
  });
}
