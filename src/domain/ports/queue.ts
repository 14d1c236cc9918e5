import type { Queries } from "./database.ts";

export interface ClaimRules {
  /** Not claimed again after this many failures; an abandoned claim counts as one. Null for no limit. */
  readonly attemptLimit: number | null;
  /** Ignore a remaining cooldown, because a person asked for the work. */
  readonly evenIfCooling?: boolean;
  /** A holder known to be dead, whose claim need not expire first. */
  readonly insteadOf?: string;
}

/**
 * Exclusive claim on one piece of work. It is renewed automatically until it is released; a holder that dies
 * or stalls loses it when it expires, and everything it does afterwards is discarded.
 */
export interface Claim {
  readonly key: string;
  /** Increases with every claim of the key: only the newest claim is valid. */
  readonly token: number;
  /** Aborted when the claim is lost. */
  readonly lost: AbortSignal;
  /** Call it inside the transaction that records an effect: throws `stale` if the claim was lost, which rolls it back. */
  readonly fence: Fence;
  /** The three ways to end a claim. False if it was already lost; nothing was recorded in that case. */
  succeed(): Promise<boolean>;
  fail(why: string, cooldownSeconds: number): Promise<boolean>;
  release(): Promise<boolean>;
}

export type Fence = (queries: Queries) => Promise<void>;

/** The record of one piece of work. */
export interface Standing {
  readonly key: string;
  readonly failures: number;
  readonly why: string | null;
  /** Seconds until it may be tried again; 0 if it may be tried now. */
  readonly coolsFor: number;
  readonly claimed: boolean;
}

/** Claims of all processes that share the database, timed by the database's clock. */
export interface Queue {
  /** Null if another process has claimed it, it is cooling down, or its attempts are used up. */
  claim(key: string, rules: ClaimRules): Promise<Claim | null>;
  /** Waits until the key is free, then does the work under a claim on it. */
  alone<T>(key: string, signal: AbortSignal, work: (claim: Claim) => Promise<T>): Promise<T>;
  /** Clears failures and cooldown of unclaimed work, inside the given transaction. */
  forgive(key: string, queries: Queries): Promise<void>;
  /** The records of all work whose key has this prefix. */
  standings(prefix: string): Promise<readonly Standing[]>;
}
