import { z } from "zod";
import { CodeChange } from "./code-change.ts";
import { DiagnosticReport } from "./diagnostic.ts";
import { TestResult } from "./test-result.ts";

export const RepairAttempt = z.object({
  attempt_number: z.int().positive(),
  changes_made: z.array(CodeChange),
  /** The result of the tests after these changes. */
  test_result: TestResult,
  why_failed: z.string().nullable().default(null),
});
export type RepairAttempt = z.infer<typeof RepairAttempt>;

export const RepairResult = z.object({
  task_id: z.string(),
  success: z.boolean(),
  iterations_used: z.int().nonnegative(),
  final_test_result: TestResult,
  changes_made: z.array(CodeChange),
  diagnostic_reports: z.array(DiagnosticReport),
  repair_attempts: z.array(RepairAttempt),
});
export type RepairResult = z.infer<typeof RepairResult>;
