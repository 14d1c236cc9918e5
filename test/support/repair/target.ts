import type { RepairTarget } from "../../../src/domain/ports/repair.ts";

/** A target for tests: files by path, and a failure as a framework would report it. */
export function makeTarget(
  sources: Readonly<Record<string, string>>,
  tests: Readonly<Record<string, string>>,
  stack = "",
  error: { readonly type: string; readonly message: string } = { type: "AssertionError", message: "" },
): RepairTarget {
  const [testFile] = Object.keys(tests);
  return {
    failing: {
      status: "failed",
      framework: "test",
      command: [],
      total_tests: 1,
      passed: 0,
      failed: 1,
      skipped: 0,
      errors: 0,
      duration_seconds: 0,
      coverage_percent: null,
      tests: [{ id: "t", file: testFile ?? null, name: "t", status: "failed", duration_seconds: 0 }],
      failures: [
        {
          test_id: "t",
          test_name: "t",
          test_file: testFile ?? null,
          line_number: null,
          error_type: error.type,
          error_message: error.message,
          stack_trace: stack,
        },
      ],
      parsing_failed: false,
      exit_code: 1,
      raw_output: "",
      suites: [],
    },
    sources: Object.entries(sources).map(([path, text]) => ({ path, text })),
    tests: Object.entries(tests).map(([path, text]) => ({ path, text })),
    coverage: null,
  };
}
