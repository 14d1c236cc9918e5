import { z } from "zod";
import { RepositoryPath, Severity, Sha256, Timestamp } from "./common.ts";

const ViolationStatus = z.enum(["open", "resolved", "reopened", "suppressed"]);

export const Violation = z.object({
  violation_id: z.string().regex(/^V-[0-9a-f]{12}$/),
  fingerprint: Sha256,
  contract_id: z.string(),
  check_id: z.string(),
  severity: Severity,
  file_path: RepositoryPath,
  line: z.int().positive().nullable().default(null),
  column: z.int().positive().nullable().default(null),
  snippet: z.string().nullable().default(null),
  message: z.string(),
  fix_hint: z.string().nullable().default(null),
  status: ViolationStatus,
  detected_at: Timestamp,
  resolved_at: Timestamp.nullable().default(null),
  suppression: z
    .object({ reason: z.string().min(1), expires_at: Timestamp.nullable() })
    .nullable()
    .default(null),
  history: z
    .array(z.object({ status: ViolationStatus, at: Timestamp, note: z.string().nullable().default(null) }))
    .default([]),
});
export type Violation = z.infer<typeof Violation>;
