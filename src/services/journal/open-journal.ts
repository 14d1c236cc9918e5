import { setImmediate } from "node:timers/promises";
import { AgentForgeError } from "../../domain/errors.ts";
import type { Database, Queries } from "../../domain/ports/database.ts";
import type { Activity, ChainVerdict, Head, Journal } from "../../domain/ports/journal.ts";
import { isDecision } from "../../domain/rules/records/checkpoints.ts";
import { appendEntries, type Entry, readHead, verifyChain } from "./chain.ts";
import { type EntryOptions, toEntry, toRecord } from "./entry.ts";
import { JOURNAL_MIGRATIONS } from "./schema.ts";
import { select, selectPages } from "./select.ts";
import { selectSpending } from "./spending.ts";

const FLUSH_AFTER_MS = 50;
const RETRY_AFTER_MS = 1000;
const MOST_WAITING = 100_000;
const MOST_AT_ONCE = 500;

export interface JournalOptions extends EntryOptions {
  readonly database: Database;
  /** Called after rows have become durable, with the number of the last row before and the last row now. Must not use the journal. */
  readonly written?: (before: number, head: Head) => Promise<void>;
  /** Called before a decision is written, with its transaction if it has one; throwing keeps it from being written. */
  readonly deciding?: (activity: Activity, within: Queries | null) => Promise<void>;
  /** Called when a decision without its own transaction has become durable. */
  readonly decided?: (decisions: readonly Activity[]) => Promise<unknown>;
}

/** An event that happened elsewhere and was stored as a line, with its own id. */
export interface AdoptedActivity extends Activity {
  readonly id: string;
}

export interface OpenJournal extends Journal {
  /** Appends those whose id the journal does not have yet, so that duplicates are written once. */
  adopt(activities: readonly AdoptedActivity[]): Promise<void>;
  /** The last row, durable. Store it where the journal's owner cannot rewrite it, and pass it to `verifyChain`. */
  head(): Promise<Head | null>;
  verifyChain(knownHeads?: readonly Head[]): Promise<ChainVerdict>;
  /** Writes what is still waiting. The database stays open. */
  close(): Promise<void>;
}

export async function openJournal(options: JournalOptions): Promise<OpenJournal> {
  const { database } = options;
  await database.migrate("journal", JOURNAL_MIGRATIONS[database.dialect]);
  let waiting: Entry[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let tail: Promise<unknown> = Promise.resolve();

  function schedule(delay: number): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      write().catch(() => schedule(RETRY_AFTER_MS));
    }, delay);
    timer.unref();
  }

  function write(last?: Entry): Promise<void> {
    const result = tail.then(() => writeWaiting(last));
    tail = result.catch(() => undefined);
    return result;
  }

  /**
   * Entries leave the queue only once they are durable, so a full disk delays them and loses none. Long
   * queues are written in parts, because each write blocks the rest of the process.
   */
  async function writeWaiting(last?: Entry): Promise<void> {
    while (waiting.length > MOST_AT_ONCE) {
      await writePart(waiting.slice(0, MOST_AT_ONCE), []);
      await setImmediate();
    }
    const lost = dropped;
    await writePart([...waiting], [...(lost > 0 ? [droppedEntry(lost)] : []), ...(last ? [last] : [])]);
    dropped -= lost;
  }

  async function writePart(batch: readonly Entry[], more: readonly Entry[]): Promise<void> {
    if (batch.length + more.length === 0) return;
    const { before, head } = await database.transaction((queries) =>
      appendEntries(queries, [...batch, ...more]),
    );
    waiting = waiting.slice(batch.length);
    await options.written?.(before, head);
  }

  /** Reading must work on a full disk too; queued records then stay queued. */
  async function writeIfPossible(): Promise<void> {
    await write().catch((error) => {
      const canWait =
        error instanceof AgentForgeError && ["disk_full", "read_only", "busy"].includes(error.code);
      if (!canWait) throw error;
    });
  }

  function droppedEntry(count: number): Entry {
    const activity = { traceId: null, actor: "system", actionType: "journal.overflowed" } as const;
    return toEntry({ ...activity, metadata: { lost_records: count } }, options);
  }

  return {
    record(activity) {
      if (waiting.length >= MOST_WAITING) {
        dropped += 1;
        return;
      }
      try {
        waiting.push(toEntry(activity, options));
      } catch {
        dropped += 1;
      }
      schedule(FLUSH_AFTER_MS);
    },
    async commit(activity, within) {
      const entry = toEntry(activity, options);
      const decides = isDecision(activity);
      if (decides) await options.deciding?.(activity, within ?? null);
      if (within !== undefined) {
        await appendEntries(within, [entry]);
        return toRecord(entry);
      }
      await write(entry);
      if (decides) await options.decided?.([activity]);
      return toRecord(entry);
    },
    async adopt(activities) {
      await write();
      for (let from = 0; from < activities.length; from += MOST_AT_ONCE) {
        const part = activities.slice(from, from + MOST_AT_ONCE);
        const written = await database.transaction((queries) => adoptEntries(queries, part, options));
        if (written) await options.written?.(written.before, written.head);
      }
    },
    flush: () => write(),
    async query(filter) {
      await writeIfPossible();
      return select(database, filter);
    },
    async *pages(filter) {
      await writeIfPossible();
      yield* selectPages(database, filter);
    },
    modelSpending: (since) => writeIfPossible().then(() => selectSpending(database, since)),
    async head() {
      await writeIfPossible();
      return readHead(database);
    },
    async verifyChain(knownHeads) {
      await writeIfPossible();
      return database.transaction((queries) => verifyChain(queries, knownHeads));
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await write();
    },
  };
}

async function adoptEntries(
  queries: Queries,
  activities: readonly AdoptedActivity[],
  options: EntryOptions,
): Promise<{ readonly before: number; readonly head: Head } | null> {
  const entries: Entry[] = [];
  for (const activity of activities) {
    const known = await queries.all("SELECT id FROM activity WHERE id = ?", [activity.id]);
    if (known.length > 0 || entries.some((entry) => entry.id === activity.id)) continue;
    entries.push(toEntry(activity, { ...options, randomId: () => activity.id }));
  }
  return entries.length === 0 ? null : appendEntries(queries, entries);
}
