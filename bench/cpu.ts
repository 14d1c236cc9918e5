import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface MeasuredProgram {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Less than a pipe holds: 64 KiB. */
  readonly input: string;
}

/**
 * Milliseconds of CPU time (user and system) of each run, to the microsecond: all programs in turn, `rounds`
 * times, on one CPU if the system allows it. Needs python3, because Node does not report the CPU time of a
 * child and bash only whole milliseconds.
 */
export function measureInTurn(rounds: number, programs: readonly MeasuredProgram[]): number[][] {
  const { stdout, stderr, status, error } = spawnSync(
    "python3",
    [fileURLToPath(new URL("child-cpu.py", import.meta.url))],
    { input: JSON.stringify({ rounds, programs }), encoding: "utf8" },
  );
  if (error) throw new Error(`void: python3, which reads CPU times, cannot be started: ${error.message}`);
  if (status !== 0) throw new Error(`void: ${stderr}`);
  return (JSON.parse(stdout) as number[][]).map((times) => times.map((time) => time / 1000));
}

/** Seconds of CPU time of a process and its finished children. */
export function cpuSeconds(pid: number | "self"): number {
  const fields = statOf(pid);
  // utime, stime, cutime, cstime in ticks of 10 ms.
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]) / 100, 0);
}

/** The same with its children that are still running. */
export function cpuSecondsOfFamily(pid: number): number {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = all.filter((name) => {
    try {
      return parentOf(Number(name)) === pid;
    } catch {
      return false; // it has ended in the meantime
    }
  });
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + cpuSeconds(each), 0);
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

function statOf(pid: number | "self"): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
}
