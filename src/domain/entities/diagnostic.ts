import { z } from "zod";
import { CodeChange } from "./code-change.ts";
import { RepositoryPath, Score, Severity } from "./common.ts";

export const IssueType = z.enum([
  "test_failure",
  "build_error",
  "runtime_error",
  "security_vulnerability",
  "performance_issue",
  "type_error",
]);
export type IssueType = z.infer<typeof IssueType>;

export const AffectedFile = z.object({
  path: RepositoryPath,
  line_start: z.int().positive(),
  line_end: z.int().positive(),
  code_snippet: z.string(),
  issue_description: z.string(),
});
export type AffectedFile = z.infer<typeof AffectedFile>;

const SuggestedFix = z.object({
  fix_id: z.string(),
  description: z.string(),
  confidence: Score,
  changes: z.array(CodeChange),
});

export const DiagnosticReport = z.object({
  task_id: z.string(),
  issue_type: IssueType,
  severity: Severity,
  root_cause: z.string(),
  affected_files: z.array(AffectedFile),
  suggested_fixes: z.array(SuggestedFix),
  confidence: Score,
});
export type DiagnosticReport = z.infer<typeof DiagnosticReport>;
