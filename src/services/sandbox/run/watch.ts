import { readdirSync, readFileSync } from "node:fs";
import type { KilledBy, Limits } from "../../../domain/ports/sandbox.ts";

/** A snapshot of the processes of a sandbox. */
interface Sample {
  readonly processes: number;
  readonly residentMb: number;
  readonly cpuMs: number;
  /** The same with shared pages counted once; slower, so it is called only if needed. */
  exactMb(): number;
}

/** Looks at all processes of one command; null if none are left. */
export type Look = () => Sample | null;

export interface Usage {
  readonly peakMemoryMb: number | null;
  readonly cpuTimeMs: number | null;
}

const intervalMs = 20;
/** With half of the memory used, a fork can use the rest between two polls. */
const urgentMs = 5;
/** After this many consecutive empty polls, a command that still runs must be hiding. */
const blindLooks = 150;

/**
 * Polls and reports the first limit that is exceeded. Address-space limits kill Node at start, so the limit
 * is on resident memory, summed over the process tree. The interval grows when polling itself is slow, and
 * shrinks when memory runs short.
 */
export function watch(
  look: Look,
  limits: Limits,
  onLimit: (limit: KilledBy) => void,
  spokeAt: () => number = () => performance.now(),
): { stop(): Usage } {
  const overdue = listenFor(limits, spokeAt);
  let peakMemoryMb = 0;
  let cpuTimeMs = 0;
  let seen = false;
  let blind = 0;
  let timer: NodeJS.Timeout | undefined;
  const step = (): void => {
    const startedAt = performance.now();
    const sample = look();
    blind = sample === null && seen ? blind + 1 : 0;
    if (blind > blindLooks) onLimit("memory");
    if (sample !== null) {
      seen = true;
      const memoryMb = sample.residentMb > limits.memoryMb ? sample.exactMb() : sample.residentMb;
      peakMemoryMb = Math.max(peakMemoryMb, memoryMb);
      cpuTimeMs = Math.max(cpuTimeMs, sample.cpuMs);
      if (memoryMb > limits.memoryMb) onLimit("memory");
      if (sample.processes > limits.processes) onLimit("processes");
      const passed = overdue(cpuTimeMs);
      if (passed !== null) onLimit(passed);
    }
    const cost = performance.now() - startedAt;
    const isUrgent = sample !== null && sample.residentMb > limits.memoryMb / 2;
    timer = setTimeout(step, isUrgent ? Math.max(urgentMs, cost) : Math.max(intervalMs, 10 * cost));
  };
  step();
  return {
    stop() {
      clearTimeout(timer);
      return seen
        ? { peakMemoryMb: Math.ceil(peakMemoryMb), cpuTimeMs: Math.round(cpuTimeMs) }
        : { peakMemoryMb: null, cpuTimeMs: null };
    },
  };
}

/** The minimum fraction of a silent period during which the CPU must have worked: a busy machine allows no more. */
const busyShare = 0.25;

/** How much longer a command may work in silence before its first output. */
const startPatience = 3;

/** The silence limit that a command has exceeded, given its CPU time. */
function listenFor(
  { silentMs, stalledMs }: Limits,
  spokeAt: () => number,
): (cpuMs: number) => "silence" | "stall" | null {
  const atStart = spokeAt();
  let spoke = atStart;
  let cpuThen = 0;
  return (cpuMs) => {
    if (spokeAt() !== spoke) {
      spoke = spokeAt();
      cpuThen = cpuMs;
      return null;
    }
    const silent = performance.now() - spoke;
    if (silent > stalledMs) return "stall";
    const allowed = spoke === atStart ? startPatience * silentMs : silentMs;
    return silent > allowed && cpuMs - cpuThen > silent * busyShare ? "silence" : null;
  };
}

/**
 * Looks through the sandbox's own `/proc`, which lists its processes and no others. `first` is process 1 of the
 * sandbox by its number on the host. The first process is our own init and is not counted.
 */
export function lookInside(first: number): Look {
  const proc = `/proc/${first}/root/proc`;
  return () => {
    const pids = numbersIn(proc);
    if (pids.length === 0) return null;
    return sum(
      pids.flatMap((pid) => readStat(`${proc}/${pid}`) ?? []),
      pids.length - 1,
    );
  };
}

/** Inspects a process, its descendants, and earlier descendants that have been orphaned since. */
export function lookBelow(root: number): Look & { pids(): readonly number[] } {
  const known = new Set([root]);
  const living = (): readonly number[] => {
    const parents = new Map<number, number>();
    for (const pid of numbersIn("/proc")) {
      const stat = readStat(`/proc/${pid}`);
      if (stat !== null && stat.state !== "Z") parents.set(pid, stat.parent);
    }
    for (let before = -1; before !== known.size; ) {
      before = known.size;
      for (const [pid, parent] of parents) if (known.has(parent)) known.add(pid);
    }
    for (const pid of known) if (!parents.has(pid)) known.delete(pid);
    return [...known];
  };
  const look = (): Sample | null => {
    const pids = living();
    return pids.length === 0
      ? null
      : sum(
          pids.flatMap((pid) => readStat(`/proc/${pid}`) ?? []),
          pids.length,
        );
  };
  return Object.assign(look, { pids: living });
}

/** The only child of a process, by its number on the host; null if it has none. */
export function onlyChild(pid: number): number | null {
  try {
    const first = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0];
    return first === undefined || first === "" ? null : Number(first);
  } catch {
    const child = numbersIn("/proc").find((candidate) => readStat(`/proc/${candidate}`)?.parent === pid);
    return child ?? null;
  }
}

interface Stat {
  readonly state: string;
  readonly parent: number;
  readonly cpuMs: number;
  readonly residentMb: number;
  readonly folder: string;
}

const ticksPerSecond = 100;
const pageBytes = pageSize();

function readStat(folder: string): Stat | null {
  let text: string;
  try {
    text = readFileSync(`${folder}/stat`, "latin1");
  } catch {
    return null;
  }
  // the name in parentheses may hold anything, so fields are counted from its end
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const ticks = [11, 12, 13, 14].reduce((total, index) => total + Number(fields[index]), 0);
  return {
    state: fields[0] ?? "",
    parent: Number(fields[1]),
    cpuMs: (ticks * 1000) / ticksPerSecond,
    residentMb: (Number(fields[21]) * pageBytes) / 1048576,
    folder,
  };
}

function sum(stats: readonly Stat[], processes: number): Sample {
  return {
    processes,
    residentMb: stats.reduce((total, stat) => total + stat.residentMb, 0),
    cpuMs: stats.reduce((total, stat) => total + stat.cpuMs, 0),
    exactMb: () => stats.reduce((total, { folder }) => total + exactOf(folder), 0),
  };
}

/** A process may have ended since it was listed; it then counts as zero. */
function exactOf(folder: string): number {
  return proportionalMb(folder) ?? readStat(folder)?.residentMb ?? 0;
}

/** Each shared page divided by the number of processes that share it; null if the process cannot be inspected. */
function proportionalMb(folder: string): number | null {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`${folder}/smaps_rollup`, "latin1"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function pageSize(): number {
  try {
    const pages = Number(readFileSync("/proc/self/statm", "utf8").split(" ")[1]);
    return 2 ** Math.max(12, Math.round(Math.log2(process.memoryUsage.rss() / pages)));
  } catch {
    return 4096;
  }
}
