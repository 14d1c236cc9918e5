import type { ActivityRecord } from "../../domain/entities/activity.ts";
import type { Queries } from "../../domain/ports/database.ts";
import type { Activity, ChainVerdict, Head, Journal } from "../../domain/ports/journal.ts";
import { isDecision } from "../../domain/rules/records/checkpoints.ts";
import { appendEntries, type Entry, readHead, verifyChain } from "./chain.ts";
import { type EntryOptions, toEntry, toRecord } from "./entry.ts";
import { JournalWriter, MOST_AT_ONCE, type WriterOptions } from "./journal-writer.ts";
import { JOURNAL_MIGRATIONS } from "./schema.ts";
import { select, selectPages } from "./select.ts";
import { selectSpending } from "./spending.ts";

export interface JournalOptions extends WriterOptions {
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
  const writer = new JournalWriter(options);
  return {
    record: (activity) => writer.add(activity),
    commit: (activity, within) => commit(activity, within, { ...options, writer }),
    async adopt(activities) {
      await writer.write();
      for (let from = 0; from < activities.length; from += MOST_AT_ONCE) {
        const part = activities.slice(from, from + MOST_AT_ONCE);
        const written = await database.transaction((queries) => adoptEntries(queries, part, options));
        if (written) await options.written?.(written.before, written.head);
      }
    },
    flush: () => writer.write(),
    async query(filter) {
      await writer.writeIfPossible();
      return select(database, filter);
    },
    async *pages(filter) {
      await writer.writeIfPossible();
      yield* selectPages(database, filter);
    },
    modelSpending: (since) => writer.writeIfPossible().then(() => selectSpending(database, since)),
    async head() {
      await writer.writeIfPossible();
      return readHead(database);
    },
    async verifyChain(knownHeads) {
      await writer.writeIfPossible();
      return database.transaction((queries) => verifyChain(queries, knownHeads));
    },
    close: () => writer.close(),
  };
}

async function commit(
  activity: Activity,
  within: Queries | undefined,
  { writer, ...options }: JournalOptions & { readonly writer: JournalWriter },
): Promise<ActivityRecord> {
  const entry = toEntry(activity, options);
  const decides = isDecision(activity);
  if (decides) await options.deciding?.(activity, within ?? null);
  if (within !== undefined) {
    await appendEntries(within, [entry]);
    return toRecord(entry);
  }
  await writer.write(entry);
  if (decides) await options.decided?.([activity]);
  return toRecord(entry);
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
