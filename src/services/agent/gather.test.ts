import { describe, expect, it } from "vitest";
import { TestFailure, TestResult } from "../../domain/entities/test-result.ts";
import type { Briefing, RepairTarget } from "../../domain/ports/repair.ts";
import { gatherFailure } from "./gather.ts";

const numbers = Array.from({ length: 100 }, (_, index) => `line${index + 1}`).join("\n");
const target = (stack_trace: string): RepairTarget => ({
  failing: TestResult.parse({
    status: "failed",
    framework: "x",
    command: [],
    ...{ total_tests: 1, passed: 0, failed: 1, skipped: 0, errors: 0, duration_seconds: 0 },
    tests: [],
    failures: [
      TestFailure.parse({
        test_id: "adds",
        test_name: "adds",
        test_file: "lib/sum.test.js",
        line_number: 3,
        error_type: "AssertionError",
        error_message: "-1 is not 5",
        stack_trace,
      }),
    ],
    exit_code: 1,
    raw_output: "",
  }),
  sources: [
    { path: "lib/sum.js", text: `import { x } from "./x.js";\n${numbers}` },
    { path: "lib/other.js", text: "nothing" },
  ],
  tests: [{ path: "lib/sum.test.js", text: "the test\n2\n3\n" }],
  coverage: null,
});
const briefing: Briefing = {
  traceId: "t",
  attemptId: "a",
  subject: { violationId: null, tests: [] },
  guidance: [],
  say: () => undefined,
  issue: "sums are wrong",
  suspects: [{ path: "lib/sum.js", line: 50, score: 1, why: "ran only in failing tests" }],
  partly: [],
  tried: 321,
  files: [],
  gone: [],
};

describe("gatherFailure", () => {
  it.each([
    ["Node", "at sum (file:///tmp/copy/lib/sum.js:50:3)"],
    ["Python", '  File "/tmp/copy/lib/sum.js", line 50, in sum'],
    ["Go", "\tlib/sum.js:50: wrong"],
    ["TypeScript", "lib/sum.js(50,3): error"],
  ])("shows twenty lines around each place of a trace as %s writes it", (_language, trace) => {
    const text = gatherFailure(target(trace), null);
    expect(text).toContain("   50  line49");
    expect(text).toContain("   30  line29");
    expect(text).toContain("   70  line69");
    expect(text).not.toContain("line71");
    expect(text).not.toContain("line25\n");
    expect(text).toContain('import { x } from "./x.js"');
  });

  it("tells what failed, the test, the files, the person's words and what search learned", () => {
    const text = gatherFailure(target(""), briefing);
    for (const part of [
      "-1 is not 5",
      "the test",
      "lib/other.js",
      "sums are wrong",
      "321 small edits",
      "lib/sum.js:50",
    ])
      expect(text).toContain(part);
  });
});
