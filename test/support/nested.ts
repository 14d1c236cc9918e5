import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * True inside a sandbox that does not allow a nested one, as when AgentForge works on its own source. The
 * program then runs tests without a sandbox, because it is already confined.
 */
const isConfined = saysSo() && spawnSync("unshare", ["--user", "true"]).status !== 0;

/** Options of the command line for end-to-end tests. */
export const sandboxOptions = isConfined ? ["--unsafe-no-sandbox"] : [];

if (isConfined)
  process.stderr.write("these tests run inside a sandbox, so the program starts without its own\n");

function saysSo(): boolean {
  try {
    return /^NoNewPrivs:\s*1$/m.test(readFileSync("/proc/self/status", "utf8"));
  } catch {
    return false;
  }
}
