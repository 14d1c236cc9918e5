import { z } from "zod";
import { ActivityRecord, Actor } from "../../../domain/entities/activity.ts";
import { Certificate } from "../../../domain/entities/certificate.ts";

export const JournalQuery = z.object({
  trace: z.string().max(200).optional(),
  actor: Actor.optional(),
  /** An action type, such as `review.approved`. */
  kind: z.string().max(200).optional(),
  /** The id of the entity it is about, such as a review. */
  entity: z.string().max(500).optional(),
  since: z.string().max(40).optional(),
  until: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** The id of a record: only records older than it. */
  before: z.string().max(200).optional(),
});

export const JournalAnswer = z.object({
  /** Newest first. */
  records: z.array(ActivityRecord),
  /** Pass this as `before` to get older records; null at the end. */
  next: z.string().nullable(),
});
export type JournalAnswer = z.infer<typeof JournalAnswer>;

export const IntegrityAnswer = z.object({
  status: z.enum(["intact", "incomplete", "tampered"]),
  records: z.int(),
  checkpoints: z.int(),
  covered: z.int(),
  findings: z.array(z.object({ kind: z.string(), where: z.string().nullable(), what: z.string() })),
  unfinished: z.array(z.string()),
  notes: z.array(z.string()),
  checked_at: z.string(),
});
export type IntegrityAnswer = z.infer<typeof IntegrityAnswer>;

export const CertificateAnswer = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("found"),
    commit: z.string(),
    from: z.enum(["state", "reference"]),
    certificate: Certificate,
  }),
  z.object({
    status: z.literal("missing"),
    commit: z.string(),
    why: z.string(),
    hint: z.string(),
  }),
]);
export type CertificateAnswer = z.infer<typeof CertificateAnswer>;
