import { z } from "zod";
import { Sha256, Timestamp } from "../../../domain/entities/common.ts";
import { WAITING_KINDS } from "../../../workflows/inbox/inbox.ts";
import { PageQuery, Risk } from "./common.ts";

export const WaitingKind = z.enum(WAITING_KINDS);
export type WaitingKind = z.infer<typeof WaitingKind>;

export const InboxItem = z.object({
  kind: WaitingKind,
  id: z.string(),
  title: z.string(),
  since: z.string(),
  risk: Risk,
  risk_reasons: z.array(z.string()),
  confidence: z.number().nullable(),
  files: z.array(z.string()),
  /** The diff of the waiting change, for `approve-many`; null for everything else. */
  diff_hash: Sha256.nullable(),
  /** The violation that the change fixes; null for a repair of tests and for everything else. */
  violation_id: z.string().nullable(),
  /** Commands that answer it, without `agentforge`. */
  next: z.array(z.string()),
});
export type InboxItem = z.infer<typeof InboxItem>;

export const InboxQuery = PageQuery.extend({
  kind: WaitingKind.optional(),
  risk: Risk.optional(),
  /** Only changes up to this risk. */
  at_most: Risk.optional(),
  /** Only changes that repair tests, or that fix violations. */
  change: z.enum(["repair", "fix"]).optional(),
  /** Only changes that fix violations of this check. */
  rule: z.string().max(500).optional(),
});

export const InboxAnswer = z.object({
  /** Highest risk first, then oldest first. */
  items: z.array(InboxItem),
  total: z.int(),
  by_kind: z.partialRecord(WaitingKind, z.int()),
  /** What could not be read, one sentence each. */
  troubles: z.array(z.string()),
  at: Timestamp,
});
export type InboxAnswer = z.infer<typeof InboxAnswer>;
