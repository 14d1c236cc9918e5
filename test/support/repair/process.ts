import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Command, Execution, SandboxProcess } from "../../../src/domain/ports/sandbox.ts";

/** A command started without a sandbox: for tests and measurements of trusted programs only. */
export async function startUnsandboxed(command: Command, path: string): Promise<SandboxProcess> {
  const [file, ...rest] = command.argv;
  const started = performance.now();
  const temporary = mkdtempSync(join(tmpdir(), "agentforge-unsandboxed-"));
  const child = spawn(file, rest, {
    cwd: command.cwd === undefined ? command.tree : `${command.tree}/${command.cwd}`,
    env: { PATH: path, TMPDIR: temporary, ...command.env },
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => {});
  const done = new Promise<Execution>((resolve) => {
    child.once("close", (exitCode, signal) => {
      rmSync(temporary, { recursive: true, force: true });
      resolve({
        exitCode,
        signal,
        stdout: "",
        stderr: "",
        durationMs: performance.now() - started,
        timedOut: false,
        killedBy: null,
        outputTruncated: false,
        peakMemoryMb: null,
        cpuTimeMs: null,
        artifacts: {},
      });
    });
  });
  return {
    stdin: { write: (chunk) => void child.stdin.write(chunk), end: () => void child.stdin.end() },
    lines: createInterface({ input: child.stdout }),
    async kill() {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // already gone
      }
      await done;
    },
    done,
  };
}
