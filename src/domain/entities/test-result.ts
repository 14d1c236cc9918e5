import { z } from "zod";

/** One test as the framework names it. `id` is stable between runs and can be used to select the test. */
export const TestCase = z.object({
  id: z.string(),
  file: z.string().nullable().default(null),
  name: z.string(),
  status: z.enum(["passed", "failed", "error", "skipped", "expected_failure"]),
  duration_seconds: z.number().nonnegative().default(0),
});
export type TestCase = z.infer<typeof TestCase>;

export const TestFailure = z.object({
  test_id: z.string(),
  test_name: z.string(),
  test_file: z.string().nullable().default(null),
  line_number: z.int().positive().nullable().default(null),
  error_type: z.string(),
  error_message: z.string(),
  stack_trace: z.string(),
});
export type TestFailure = z.infer<typeof TestFailure>;

/**
 * `passed` needs at least one executed test. `no_tests`: the tool ran and found none. `could_not_run`: it did
 * not start, crashed, or its output was unreadable and its exit code not zero.
 */
export const TestStatus = z.enum(["passed", "failed", "no_tests", "timed_out", "could_not_run"]);
export type TestStatus = z.infer<typeof TestStatus>;

/** The outcome of one suite's run. */
export const SuiteResult = z.object({
  /** `framework@folder`. */
  name: z.string(),
  status: TestStatus,
  /** Tests that passed or failed; skipped ones do not count. */
  executed: z.int().nonnegative(),
  /** Why there is no verdict and what to do about it; null if there is one. */
  why: z.string().nullable().default(null),
});
export type SuiteResult = z.infer<typeof SuiteResult>;

export const TestResult = z.object({
  status: TestStatus,
  framework: z.string(),
  command: z.array(z.string()),
  total_tests: z.int().nonnegative(),
  passed: z.int().nonnegative(),
  failed: z.int().nonnegative(),
  skipped: z.int().nonnegative(),
  errors: z.int().nonnegative(),
  duration_seconds: z.number().nonnegative(),
  coverage_percent: z.number().min(0).max(100).nullable().default(null),
  tests: z.array(TestCase),
  failures: z.array(TestFailure),
  parsing_failed: z.boolean().default(false),
  exit_code: z.int().nullable(),
  raw_output: z.string(),
  /** One entry per suite that ran. */
  suites: z.array(SuiteResult).default([]),
});
export type TestResult = z.infer<typeof TestResult>;

export const NO_TESTS: TestResult = {
  status: "no_tests",
  framework: "none",
  command: [],
  total_tests: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  errors: 0,
  duration_seconds: 0,
  coverage_percent: null,
  tests: [],
  failures: [],
  parsing_failed: false,
  exit_code: null,
  raw_output: "",
  suites: [],
};

/** Executed lines by repository path; a file that is absent was not measured. */
export const LineCoverage = z.record(
  z.string(),
  z.object({
    executed: z.array(z.int().positive()),
    executable: z.array(z.int().positive()),
    /** The ids of tests known to run a line, by line; absent if the run was not measured test by test. */
    tests: z.record(z.string(), z.array(z.string())).optional(),
  }),
);
export type LineCoverage = z.infer<typeof LineCoverage>;
