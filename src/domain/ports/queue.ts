import type { Queries } from "./database.ts";

export interface ClaimRules {
  /** Not claimed again after so many failures; an abandoned claim counts as one. Null for no limit. */
  readonly attemptLimit: number | null;
  /** Ignore a cooldown that has not passed yet: a person asked. */
  readonly evenIfCooling?: boolean;
  /** A holder that is known to be dead, whose hold need not be waited out. */
  readonly insteadOf?: string;
}

/**
 * Sole hold of one piece of work. It is renewed by itself until it is given back; a holder that dies or stalls
 * loses it when its time is up, and from then on nothing it does counts.
 */
export interface Claim {
  readonly key: string;
  /** Grows with every claim of the key: the newest one is right. */
  readonly token: number;
  /** Aborted when the hold was lost. */
  readonly lost: AbortSignal;
  /** To be called inside the transaction that records an effect: throws `stale` where the hold was lost, and so undoes it. */
  readonly fence: Fence;
  /** The three ends. False where the hold was lost before: then nothing was recorded. */
  succeed(): Promise<boolean>;
  fail(why: string, cooldownSeconds: number): Promise<boolean>;
  release(): Promise<boolean>;
}

export type Fence = (queries: Queries) => Promise<void>;

/** What is on record about one piece of work. */
export interface Standing {
  readonly key: string;
  readonly failures: number;
  readonly why: string | null;
  /** Seconds until it may be tried again; 0 where it may now. */
  readonly coolsFor: number;
  readonly claimed: boolean;
}

/** Who works on what, on the database's clock, for all processes that share the database. */
export interface Queue {
  /** Null where somebody has it, it is cooling down, or its attempts are spent. */
  claim(key: string, rules: ClaimRules): Promise<Claim | null>;
  /** Waits until the key is free, then works alone. */
  alone<T>(key: string, signal: AbortSignal, work: (claim: Claim) => Promise<T>): Promise<T>;
  /** Forgets failures and cooldown of work that nobody holds, in the transaction it is given. */
  forgive(key: string, queries: Queries): Promise<void>;
  /** Of all work whose key begins so. */
  standings(prefix: string): Promise<readonly Standing[]>;
}
