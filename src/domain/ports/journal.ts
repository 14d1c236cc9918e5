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
  readonly actionType?: string;
  readonly entityId?: string;
  readonly since?: string;
  /** Only what was written after the record with this id. */
  readonly after?: string;
  readonly limit?: number;
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
}

/** The last row of the journal at some moment, to be kept where the journal's owner cannot rewrite it. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export type ChainVerdict =
  | { readonly status: "ok"; readonly records: number; readonly head: Head | null }
  | { readonly status: "broken"; readonly seq: number; readonly id: string | null; readonly why: string };
