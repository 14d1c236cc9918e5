/** What a program gets from `import { … } from "agentforge"`; docs/library.md describes it. */
export type { ActivityRecord } from "../../domain/entities/activity.ts";
export type { Certificate } from "../../domain/entities/certificate.ts";
export type { ChangeSet } from "../../domain/entities/code-change.ts";
export type { ConfidenceBreakdown } from "../../domain/entities/confidence.ts";
export type { Evidence } from "../../domain/entities/evidence.ts";
export type { LandingPlace, Review } from "../../domain/entities/review.ts";
export type { TestResult } from "../../domain/entities/test-result.ts";
export type { Violation } from "../../domain/entities/violation.ts";
export { AgentForgeError, type ErrorCode } from "../../domain/errors.ts";
export type { ViolationFilter } from "../../domain/ports/conformance.ts";
export type { ActivityFilter } from "../../domain/ports/journal.ts";
export type { Rollback } from "../../domain/ports/workspace.ts";
export type { Verification } from "../../workflows/certificates/verify-certificate.ts";
export type { JournalReport } from "../../workflows/journal/verify-journal.ts";
export type { TestReport } from "../../workflows/proof/run-tests.ts";
export type { RepairOutcome } from "../../workflows/repair/repair.ts";
export type { RepairEvent } from "../../workflows/repair/repair-request.ts";
export type { LandOutcome } from "../../workflows/reviews/land-review.ts";
export type { FixEvent, FixOutcome } from "../../workflows/violations/fix-request.ts";
export {
  type AgentForge,
  type Approval,
  type CheckOptions,
  type CheckReport,
  type FixOptions,
  type OpenOptions,
  openAgentForge,
  type Rejection,
  type RepairOptions,
  type TestOptions,
  version,
} from "./agentforge.ts";
