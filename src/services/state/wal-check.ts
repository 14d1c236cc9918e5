import { readFile, stat } from "node:fs/promises";
import { endianness } from "node:os";
import { setTimeout } from "node:timers/promises";

const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const INDEX_HEADER = 48;
const BACKFILL_OFFSET = 2 * INDEX_HEADER;
const LOOKS = 4;
/** A log gets this long only if a reader never releases it; reading all of it would delay every start. */
const LONGEST_CHECKED_LOG = 64_000_000;

/**
 * SQLite reads a write-ahead log as long as its checksums are valid and silently drops the rest, committed or
 * not. Before it does, this compares the log with its index, which says how much was committed: why the log
 * is damaged, or null. Must run before the database is opened, because opening rebuilds the index. Checks
 * again before it reports damage: another process may just have restarted the log.
 */
export async function walFault(database: string): Promise<string | null> {
  if ((await sizeOf(`${database}-wal`)) > LONGEST_CHECKED_LOG) return null;
  for (let look = 1; ; look += 1) {
    const index = readIndex(await readIfThere(`${database}-shm`));
    const fault = faultIn(await readIfThere(`${database}-wal`), index);
    if (fault === null || look === LOOKS) return fault;
    await setTimeout(2 * look);
  }
}

interface LogIndex {
  readonly committedFrames: number;
  /** Frames that are already in the main file: their copies in the log no longer matter. */
  readonly copiedFrames: number;
  readonly salt: Buffer;
}

function faultIn(log: Buffer, index: LogIndex | null): string | null {
  const committed = index === null || index.copiedFrames >= index.committedFrames ? 0 : index.committedFrames;
  if (log.length < WAL_HEADER || !isHeaderWhole(log)) {
    return committed === 0
      ? null
      : "the log of its last changes (journal.db-wal) is missing or has a damaged header";
  }
  const salt = log.subarray(16, 24);
  const whole = countWholeFrames(log, salt);
  const expected = index?.salt.equals(salt) ? committed : 0;
  if (whole < expected)
    return `the log of its last changes (journal.db-wal) is intact only up to page ${whole} of ${expected}`;
  return hasCommitAfter(log, salt, whole + 1)
    ? "the log of its last changes (journal.db-wal) has a gap"
    : null;
}

function isHeaderWhole(log: Buffer): boolean {
  if (log.readUInt32BE(0) >>> 1 !== 0x377f0682 >>> 1) return false;
  const sum = checksum(log.subarray(0, 24), isBigEndian(log), [0, 0]);
  return sum[0] === log.readUInt32BE(24) && sum[1] === log.readUInt32BE(28);
}

function countWholeFrames(log: Buffer, salt: Buffer): number {
  const size = frameSize(log);
  let sum: Sum = [log.readUInt32BE(24), log.readUInt32BE(28)];
  let count = 0;
  for (let start = WAL_HEADER; start + size <= log.length; start += size) {
    if (!log.subarray(start + 8, start + 16).equals(salt)) return count;
    sum = checksum(log.subarray(start, start + 8), isBigEndian(log), sum);
    sum = checksum(log.subarray(start + FRAME_HEADER, start + size), isBigEndian(log), sum);
    if (sum[0] !== log.readUInt32BE(start + 16) || sum[1] !== log.readUInt32BE(start + 20)) return count;
    count += 1;
  }
  return count;
}

/** A commit of this log after a bad frame: the bad frame was good when that commit was made. */
function hasCommitAfter(log: Buffer, salt: Buffer, badFrame: number): boolean {
  const size = frameSize(log);
  for (let start = WAL_HEADER + badFrame * size; start + size <= log.length; start += size) {
    const isCommit = log.readUInt32BE(start + 4) !== 0;
    if (isCommit && log.subarray(start + 8, start + 16).equals(salt)) return true;
  }
  return false;
}

const isBigEndian = (log: Buffer) => (log.readUInt32BE(0) & 1) === 1;
const frameSize = (log: Buffer) => FRAME_HEADER + (log.readUInt32BE(8) === 1 ? 65_536 : log.readUInt32BE(8));

type Sum = readonly [number, number];

function checksum(bytes: Buffer, bigEndian: boolean, [first, second]: Sum): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let one = first;
  let two = second;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    one = (one + view.getUint32(offset, !bigEndian) + two) >>> 0;
    two = (two + view.getUint32(offset + 4, !bigEndian) + one) >>> 0;
  }
  return [one, two];
}

/** The index keeps two copies of its header; a torn or damaged one is ignored. */
function readIndex(index: Buffer): LogIndex | null {
  if (index.length < BACKFILL_OFFSET + 4) return null;
  const header = index.subarray(0, INDEX_HEADER);
  if (!header.equals(index.subarray(INDEX_HEADER, 2 * INDEX_HEADER)) || header[12] !== 1) return null;
  const bigEndian = endianness() === "BE";
  const sum = checksum(header.subarray(0, 40), bigEndian, [0, 0]);
  const number = (offset: number) => (bigEndian ? index.readUInt32BE(offset) : index.readUInt32LE(offset));
  if (sum[0] !== number(40) || sum[1] !== number(44)) return null;
  return {
    committedFrames: number(16),
    copiedFrames: number(BACKFILL_OFFSET),
    salt: header.subarray(32, 40),
  };
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}

async function readIfThere(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
}
