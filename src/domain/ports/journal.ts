import type { ActivityRecord, Actor } from "../entities/activity.ts";
import type { Metadata } from "../entities/common.ts";
import type { Queries } from "./database.ts";

export interface Activity {
  readonly traceId: string | null;
  readonly actor: Actor;
  readonly agentId?: string;
  readonly actionType: string;
  readonly entityId?: string;
  readonly metadata?: Metadata;
}

export interface ActivityFilter {
  readonly traceId?: string;
  readonly actor?: Actor;
  /** One of these, if it is a list. */
  readonly actionType?: string | readonly [string, ...string[]];
  readonly entityId?: string;
  readonly since?: string;
  /** Up to and including this moment. */
  readonly until?: string;
  /** Only what was written after the record with this id. */
  readonly after?: string;
  /** Only what was written before the record with this id. */
  readonly before?: string;
  readonly limit?: number;
}

/** What models used and cost for one trace on one day. */
export interface ModelSpending {
  readonly traceId: string | null;
  /** `2026-01-31`, in UTC. */
  readonly day: string;
  readonly tokens: number;
  /** Null if a call with an unknown price was made. */
  readonly usd: number | null;
}

export interface Journal {
  /** Machine actions: batched, never blocks, never throws; written in order at the next flush. */
  record(activity: Activity): void;
  /**
   * Human decisions and landings: durable, with everything recorded before it, when the promise resolves.
   * With `within`, the row joins that transaction and is as durable as it; `flush` before starting one.
   */
  commit(activity: Activity, within?: Queries): Promise<ActivityRecord>;
  flush(): Promise<void>;
  /** The newest that match, newest last. */
  query(filter: ActivityFilter): Promise<readonly ActivityRecord[]>;
  /** All that match, oldest first, page by page: a long journal does not fit into memory. */
  pages(filter: Omit<ActivityFilter, "limit">): AsyncIterable<readonly ActivityRecord[]>;
  /** Summed by the database, without checking the hash of each row: for figures, however long the journal is. */
  modelSpending(since?: string): Promise<readonly ModelSpending[]>;
}

/** The last row of the journal at some point in time, to be stored where the journal's owner cannot rewrite it. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export type ChainVerdict =
  | { readonly status: "ok"; readonly records: number; readonly head: Head | null }
  | { readonly status: "broken"; readonly seq: number; readonly id: string | null; readonly why: string };
