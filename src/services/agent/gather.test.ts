import { describe, expect, it } from "vitest";
import { TestFailure, TestResult } from "../../domain/entities/test-result.ts";
import type { Briefing, RepairTarget } from "../../domain/ports/repair.ts";
import { gatherFailure } from "./gather.ts";
import type { Project } from "./project.ts";

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

const project: Project = {
  paths: ["lib/sum.js", "lib/other.js", "lib/sum.test.js", "AGENTS.md"],
  conventions: [{ path: "AGENTS.md", text: "Two spaces." }],
};

describe("gatherFailure", () => {
  it.each([
    ["Node", "at sum (file:///tmp/copy/lib/sum.js:50:3)"],
    ["Python", '  File "/tmp/copy/lib/sum.js", line 50, in sum'],
    ["Go", "\tlib/sum.js:50: wrong"],
    ["TypeScript", "lib/sum.js(50,3): error"],
  ])("shows twenty lines around each location in a trace as %s writes it", (_language, trace) => {
    const text = gatherFailure(target(trace), null, project);
    expect(text).toContain("\n50\tline49\n");
    expect(text).toContain("\n30\tline29\n");
    expect(text).toContain("\n70\tline69\n…");
    expect(text).not.toContain("line71");
    expect(text).not.toContain("line25\n");
    expect(text, "imports are read on request").not.toContain('import { x } from "./x.js"');
  });

  it("includes the failure, the test, the files, the conventions, how tests run and what search learned", () => {
    const text = gatherFailure(target(""), briefing, project);
    for (const part of [
      "-1 is not 5",
      "1\tthe test",
      "lib/ sum.js other.js sum.test.js",
      "Two spaces.",
      "run_single_test",
      "321 small edits",
      "lib/sum.js:50",
      "50\tline49",
    ])
      expect(text).toContain(part);
    expect(text, "a person's words are not evidence").not.toContain("sums are wrong");
  });

  it("shows each file once, no matter how many traces name it", () => {
    const failing = target("at lib/sum.js:50:3\nat lib/sum.test.js:3:1\nat lib/sum.js:52:1");
    const text = gatherFailure(failing, briefing, project);
    expect(text.match(/^# lib\/sum.js$/gm)).toHaveLength(1);
    expect(text.match(/^# lib\/sum.test.js$/gm)).toHaveLength(1);
    expect(text.match(/the test$/gm)).toHaveLength(1);
  });
});
