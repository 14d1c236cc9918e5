import { readdirSync, readFileSync } from "node:fs";

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
      return false; // it has ended meanwhile
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
