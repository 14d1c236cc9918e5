import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foldOptions } from "../evaluate.ts";
import type { HarnessSettings } from "../settings.ts";
import { fingerprint, type TraceRecord } from "./record.ts";
import { advance, EMPTY_STATE, type HarnessState } from "./state.ts";
import {
  appendRecord,
  identityOf,
  readRecords,
  rotated,
  shiftFiles,
  sizeOf,
  withLock,
} from "./trace-file.ts";

/** Replacing a file costs more than reading a few more trace lines at the next event. */
const MOST_TAIL = 2 * 1024;
const ROUTINE: ReadonlySet<TraceRecord["event"]> = new Set([
  "before_tool",
  "after_tool",
  "tool_failed",
  "batch",
]);

export type LoadedState =
  | { readonly status: "ok"; readonly state: HarnessState }
  /** Gating guards must fail closed on this; observers may continue. */
  | { readonly status: "unreadable"; readonly why: string };

/** The harness of one session on disk: an append-only trace, and two files derived from it. */
export interface HarnessStore {
  readonly folder: string;
  load(): LoadedState;
  /** Creates the folder; throws if a link would lead elsewhere. */
  prepare(): void;
  /**
   * Appends, rotates an oversized trace, and writes `edit-tracker.json` if edits changed. `state.json` is written only
   * occasionally: it just avoids reading the whole trace.
   */
  append(record: TraceRecord): void;
}

interface Snapshot {
  /** How many bytes of the trace are folded into `state`. */
  readonly offset: number;
  readonly state: HarnessState;
}

/** `state.json`: the state, and which part of which trace file it covers. */
type SavedState = HarnessState & { readonly trace_offset: number; readonly trace_file: string };

/** The first line after a rotation: the state so far, and how much of the previous file it covers. */
interface CarriedState {
  readonly event: "carried";
  readonly state: HarnessState;
  readonly offset: number;
}

export function openHarness(
  root: string,
  sessionId: string,
  settings: HarnessSettings,
  now: () => number = Date.now,
): HarnessStore {
  const folder = join(root, settings.state.dir, folderName(sessionId));
  const trace = join(folder, "trace-log.jsonl");
  const fold = foldOptions(settings);
  const foldAll = (state: HarnessState, records: readonly TraceRecord[]): HarnessState =>
    records.reduce(
      (folded, record) =>
        (record as unknown as CarriedState).event === "carried" ? folded : advance(folded, record, fold),
      state,
    );

  /** Where the state on disk ended when it was last read; null if there was none. */
  let loadedOffset: number | null = null;

  function snapshot(): Snapshot {
    loadedOffset = null;
    if (!existsSync(trace)) return { offset: 0, state: EMPTY_STATE };
    const saved = readSnapshot(join(folder, "state.json"), trace);
    if (saved) {
      loadedOffset = saved.offset;
      const tail = readRecords(trace, saved.offset);
      return { offset: tail.offset, state: foldAll(saved.state, tail.records) };
    }
    const all = readRecords(trace, 0);
    const carried = all.records[0] as unknown as CarriedState | undefined;
    if (carried?.event !== "carried") return { offset: all.offset, state: foldAll(EMPTY_STATE, all.records) };
    const late = existsSync(rotated(trace, 1)) ? readRecords(rotated(trace, 1), carried.offset).records : [];
    return { offset: all.offset, state: foldAll(foldAll(carried.state, late), all.records) };
  }

  function rotate(): void {
    withLock(join(folder, "rotate.lock"), now(), () => {
      if (sizeOf(trace) < settings.middleware.trace_logging.max_log_size_mb * 1024 * 1024) return;
      const { state, offset } = snapshot();
      rmSync(join(folder, "state.json"), { force: true });
      shiftFiles(trace);
      appendRecord(trace, { event: "carried", state, offset } satisfies CarriedState);
    });
  }

  let isPrepared = false;
  function prepare(): void {
    if (isPrepared) return;
    refuseLinks(root, settings.state.dir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    isPrepared = existsSync(folder);
  }

  return {
    folder,
    load() {
      try {
        return { status: "ok", state: snapshot().state };
      } catch (error) {
        return { status: "unreadable", why: error instanceof Error ? error.message : String(error) };
      }
    },
    prepare,
    append(record) {
      prepare();
      appendRecord(trace, slim(record, settings));
      const limit = settings.middleware.trace_logging.max_log_size_mb * 1024 * 1024;
      const size = sizeOf(trace);
      const isTracked = record.edits !== undefined || record.task !== undefined;
      if (limit > 0 && size >= limit) rotate();
      else if (
        !isTracked &&
        ROUTINE.has(record.event) &&
        loadedOffset !== null &&
        size - loadedOffset < MOST_TAIL
      )
        return;
      const { state, offset } = snapshot();
      replaceFile(join(folder, "state.json"), {
        ...state,
        trace_offset: offset,
        trace_file: identityOf(trace),
      } satisfies SavedState);
      const tracker = join(folder, "edit-tracker.json");
      if (isTracked || !existsSync(tracker)) replaceFile(tracker, state.edits);
    },
  };
}

/** A repository may contain a link in place of our folder, which would redirect the trace. */
function refuseLinks(root: string, folder: string): void {
  let path = root;
  for (const part of folder.split("/")) {
    path = join(path, part);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(`${path} is a symbolic link; the harness state must not be stored elsewhere`);
  }
}

/** The `trace_logging` switches remove details, but nothing that the guards count. */
function slim(record: TraceRecord, settings: HarnessSettings): TraceRecord {
  const { enabled, log_tool_calls, log_file_edits } = settings.middleware.trace_logging;
  const keep = enabled && (record.kind === "write" ? log_file_edits : log_tool_calls);
  if (keep) return record;
  const { input: _, reason: __, ...rest } = record;
  return rest;
}

/** A snapshot is only an optimization: one that is missing, damaged or from another trace is ignored. */
function readSnapshot(path: string, trace: string): Snapshot | null {
  try {
    const { trace_offset, trace_file, ...state } = JSON.parse(readFileSync(path, "utf8")) as SavedState;
    if (trace_file !== identityOf(trace) || !Number.isInteger(trace_offset) || trace_offset > sizeOf(trace))
      return null;
    if (!Array.isArray(state.recent) || typeof state.edits !== "object") return null;
    return { offset: trace_offset, state };
  } catch {
    return null;
  }
}

/** Each process writes its own temporary file; the last rename wins and is complete. Derived data, so not synced. */
function replaceFile(path: string, value: unknown): void {
  const temporary = `${path}.${process.pid}.${process.hrtime.bigint()}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}

/** Session ids are untrusted; an id that is not a plain name is converted to one. */
function folderName(sessionId: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,80}$/.test(sessionId) && !sessionId.includes("..")) return sessionId;
  return `x${Buffer.from(sessionId).toString("hex").slice(0, 80)}-${fingerprint(sessionId)}`;
}
