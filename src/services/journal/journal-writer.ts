import { setImmediate } from "node:timers/promises";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database } from "../../domain/ports/database.ts";
import type { Activity, Head } from "../../domain/ports/journal.ts";
import { appendEntries, type Entry } from "./chain.ts";
import { type EntryOptions, toEntry } from "./entry.ts";

const FLUSH_AFTER_MS = 50;
const RETRY_AFTER_MS = 1000;
const MOST_WAITING = 100_000;
/** Each write blocks the rest of the process, so long queues are written in parts of this size. */
export const MOST_AT_ONCE = 500;

export interface WriterOptions extends EntryOptions {
  readonly database: Database;
  /** Called after rows have become durable, with the number of the last row before and the last row now. Must not use the journal. */
  readonly written?: (before: number, head: Head) => Promise<void>;
}

/** Entries leave the queue only once they are durable, so a full disk delays them and loses none. */
export class JournalWriter {
  readonly #options: WriterOptions;
  #waiting: Entry[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Queues it to be written soon. Never throws. */
  add(activity: Activity): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    try {
      this.#waiting.push(toEntry(activity, this.#options));
    } catch {
      this.#dropped += 1;
    }
    this.#schedule(FLUSH_AFTER_MS);
  }

  /** Writes everything that waits, and then this entry. */
  write(last?: Entry): Promise<void> {
    const result = this.#tail.then(() => this.#writeWaiting(last));
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Reading must work on a full disk too; queued records then stay queued. */
  async writeIfPossible(): Promise<void> {
    await this.write().catch((error) => {
      const canWait =
        error instanceof AgentForgeError && ["disk_full", "read_only", "busy"].includes(error.code);
      if (!canWait) throw error;
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.write();
  }

  #schedule(delay: number): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.write().catch(() => this.#schedule(RETRY_AFTER_MS));
    }, delay);
    this.#timer.unref();
  }

  async #writeWaiting(last?: Entry): Promise<void> {
    while (this.#waiting.length > MOST_AT_ONCE) {
      await this.#writePart(this.#waiting.slice(0, MOST_AT_ONCE), []);
      await setImmediate();
    }
    const lost = this.#dropped;
    const overflow = lost > 0 ? [this.#droppedEntry(lost)] : [];
    await this.#writePart([...this.#waiting], [...overflow, ...(last ? [last] : [])]);
    this.#dropped -= lost;
  }

  async #writePart(batch: readonly Entry[], more: readonly Entry[]): Promise<void> {
    if (batch.length + more.length === 0) return;
    const { database, written } = this.#options;
    const { before, head } = await database.transaction((queries) =>
      appendEntries(queries, [...batch, ...more]),
    );
    this.#waiting = this.#waiting.slice(batch.length);
    await written?.(before, head);
  }

  #droppedEntry(count: number): Entry {
    const activity = { traceId: null, actor: "system", actionType: "journal.overflowed" } as const;
    return toEntry({ ...activity, metadata: { lost_records: count } }, this.#options);
  }
}
