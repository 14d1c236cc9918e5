import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../domain/errors.ts";
import { foldOptions } from "../evaluate.ts";
import type { HarnessSettings } from "../settings/settings.ts";
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
  return new HarnessFiles({ root, sessionId, settings, now });
}

interface HarnessOptions {
  readonly root: string;
  readonly sessionId: string;
  readonly settings: HarnessSettings;
  readonly now: () => number;
}

class HarnessFiles implements HarnessStore {
  readonly folder: string;
  readonly #options: HarnessOptions;
  readonly #trace: string;
  readonly #snapshotFile: string;
  readonly #maxBytes: number;
  readonly #foldOptions: ReturnType<typeof foldOptions>;
  #isPrepared = false;
  /** Where the state on disk ended when it was last read; null if there was none. */
  #loadedOffset: number | null = null;

  constructor(options: HarnessOptions) {
    const { root, sessionId, settings } = options;
    this.#options = options;
    this.folder = join(root, settings.state.dir, folderName(sessionId));
    this.#trace = join(this.folder, "trace-log.jsonl");
    this.#snapshotFile = join(this.folder, "state.json");
    this.#foldOptions = foldOptions(settings);
    this.#maxBytes = settings.middleware.trace_logging.max_log_size_mb * 1024 * 1024;
  }

  load(): LoadedState {
    try {
      return { status: "ok", state: this.#read().state };
    } catch (error) {
      return { status: "unreadable", why: messageOf(error) };
    }
  }

  prepare(): void {
    if (this.#isPrepared) return;
    const { root, settings } = this.#options;
    refuseLinks(root, settings.state.dir);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.#isPrepared = existsSync(this.folder);
  }

  append(record: TraceRecord): void {
    this.prepare();
    appendRecord(this.#trace, slim(record, this.#options.settings));
    const size = sizeOf(this.#trace);
    const isTracked = record.edits !== undefined || record.task !== undefined;
    if (this.#maxBytes > 0 && size >= this.#maxBytes) this.#rotate();
    else if (!isTracked && ROUTINE.has(record.event) && this.#isRecent(size)) return;
    const { state, offset } = this.#read();
    const saved = { ...state, trace_offset: offset, trace_file: identityOf(this.#trace) };
    replaceFile(this.#snapshotFile, saved satisfies SavedState);
    const tracker = join(this.folder, "edit-tracker.json");
    if (isTracked || !existsSync(tracker)) replaceFile(tracker, state.edits);
  }

  #isRecent(size: number): boolean {
    return this.#loadedOffset !== null && size - this.#loadedOffset < MOST_TAIL;
  }

  #read(): Snapshot {
    const trace = this.#trace;
    this.#loadedOffset = null;
    if (!existsSync(trace)) return { offset: 0, state: EMPTY_STATE };
    const saved = readSnapshot(this.#snapshotFile, trace);
    if (saved) {
      this.#loadedOffset = saved.offset;
      const tail = readRecords(trace, saved.offset);
      return { offset: tail.offset, state: this.#fold(saved.state, tail.records) };
    }
    const all = readRecords(trace, 0);
    const carried = all.records[0] as unknown as CarriedState | undefined;
    if (carried?.event !== "carried")
      return { offset: all.offset, state: this.#fold(EMPTY_STATE, all.records) };
    const late = existsSync(rotated(trace, 1)) ? readRecords(rotated(trace, 1), carried.offset).records : [];
    return { offset: all.offset, state: this.#fold(this.#fold(carried.state, late), all.records) };
  }

  #fold(state: HarnessState, records: readonly TraceRecord[]): HarnessState {
    return records.reduce(
      (folded, record) =>
        (record as unknown as CarriedState).event === "carried"
          ? folded
          : advance(folded, record, this.#foldOptions),
      state,
    );
  }

  #rotate(): void {
    withLock(join(this.folder, "rotate.lock"), this.#options.now(), () => {
      if (sizeOf(this.#trace) < this.#maxBytes) return;
      const { state, offset } = this.#read();
      rmSync(this.#snapshotFile, { force: true });
      shiftFiles(this.#trace);
      appendRecord(this.#trace, { event: "carried", state, offset } satisfies CarriedState);
    });
  }
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
