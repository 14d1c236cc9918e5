import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import type { TraceRecord } from "./record.ts";

export interface TraceTail {
  readonly records: readonly TraceRecord[];
  /** Lines that are not records: truncated by a crash, or written by another program. */
  readonly damaged: number;
  /** Bytes of complete lines from the start of the file. */
  readonly offset: number;
}

/** One write with O_APPEND: concurrent appends lose nothing and do not interleave. */
export function appendRecord(path: string, record: unknown): void {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
  const descriptor = openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600);
  try {
    const line = `${endsInsideLine(descriptor) ? "\n" : ""}${JSON.stringify(record)}\n`;
    const bytes = Buffer.from(line);
    let written = writeSync(descriptor, bytes);
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } finally {
    closeSync(descriptor);
  }
}

/** Complete lines from `offset` on. A last line without a newline is incomplete and is left for later. */
export function readRecords(path: string, offset: number): TraceTail {
  const bytes = readFrom(path, offset);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const records: TraceRecord[] = [];
  let damaged = 0;
  for (const line of bytes.subarray(0, end).toString("utf8").split("\n")) {
    if (line === "") continue;
    const record = parseLine(line);
    if (record) records.push(record);
    else damaged += 1;
  }
  return { records, damaged, offset: offset + end };
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Changes when the file is rotated away and a new one takes its name. */
export function identityOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.ino}-${Math.round(stat.birthtimeMs)}` : "none";
}

/** Runs `work` unless another process holds the lock; an abandoned lock is taken over after half a minute. */
export function withLock(path: string, now: number, work: () => void): void {
  try {
    mkdirSync(path);
  } catch {
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > 30_000) rmSync(path, { recursive: true, force: true });
    return;
  }
  try {
    work();
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** Shifts `log` to `log.1` and `log.1` to `log.2`; the previous `log.2` is dropped. */
export function shiftFiles(path: string): void {
  const [first, second] = [rotated(path, 1), rotated(path, 2)];
  if (existsSync(first)) renameSync(first, second);
  renameSync(path, first);
}

export function rotated(path: string, number: number): string {
  return path.replace(/\.jsonl$/, `.${number}.jsonl`);
}

function endsInsideLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}

function readFrom(path: string, offset: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    let filled = 0;
    while (filled < bytes.length) {
      const count = readSync(descriptor, bytes, filled, bytes.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return bytes.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

function parseLine(line: string): TraceRecord | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && "event" in value ? (value as TraceRecord) : null;
  } catch {
    return null;
  }
}
