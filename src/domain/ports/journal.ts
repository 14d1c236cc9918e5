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
  /** A list matches any of its values. */
  readonly actionType?: string | readonly [string, ...string[]];
  readonly entityId?: string;
  readonly since?: string;
  /** Up to and including this moment. */
  readonly until?: string;
  /** Only records written after the one with this id. */
  readonly after?: string;
  /** Only records written before the one with this id. */
  readonly before?: string;
  readonly limit?: number;
}

/** Model usage and cost of one trace on one day. */
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
   * With `within`, the row joins that transaction and is durable when it commits; `flush` before starting
   * one.
   */
  commit(activity: Activity, within?: Queries): Promise<ActivityRecord>;
  flush(): Promise<void>;
  /** The newest matching records, newest last. */
  query(filter: ActivityFilter): Promise<readonly ActivityRecord[]>;
  /** All matching records, oldest first, page by page: a long journal does not fit into memory. */
  pages(filter: Omit<ActivityFilter, "limit">): AsyncIterable<readonly ActivityRecord[]>;
  /** Summed by the database, without checking each row's hash: fast statistics, however long the journal is. */
  modelSpending(since?: string): Promise<readonly ModelSpending[]>;
}

/** The last row of the journal at some point in time, for storage where the journal's owner cannot rewrite it. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export type ChainVerdict =
  | { readonly status: "ok"; readonly records: number; readonly head: Head | null }
  | { readonly status: "broken"; readonly seq: number; readonly id: string | null; readonly why: string };
