import { describe, expect, it } from "vitest";
import type { Pinning, SearchEvidence } from "../../domain/entities/evidence.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import { bandOf } from "../../domain/rules/proof/confidence.ts";
import { type EvidenceInput, gatherEvidence } from "./evidence.ts";

const diff = "--- a/c.js\n+++ b/c.js\n@@ -1,3 +1,3 @@\n f\n-a - b\n+a + b\n }\n";

describe("gatherEvidence", () => {
  it("gives high confidence to a small, covered fix without rivals at the top suspect", () => {
    const evidence = gatherEvidence(input({}));
    expect(evidence.changed_lines).toEqual({ total: 1, covered: 1 });
    expect(evidence.confidence.overall).toBeGreaterThanOrEqual(0.9);
  });

  it.each<[string, Partial<EvidenceInput>]>([
    ["no test runs the changed line", { coverage: { "c.js": { executed: [1], executable: [1, 2] } } }],
    ["coverage is unknown", { coverage: null }],
    ["rivals pass too", { alternatives: [rival(), rival(), rival()] }],
    [
      "the tests notice few small changes to the place",
      { searchEvidence: found({ killed: 10, survived: 10 }) },
    ],
    ["small changes to the place could not be tried", { searchEvidence: null }],
    ["the edit is unusual", { searchEvidence: { ...found({}), cost: 4 } }],
    ["many candidates failed before it", { searchEvidence: { ...found({}), before: 9000 } }],
    ["many other functions were more suspicious", { searchEvidence: { ...found({}), place: 20 } }],
    ["nobody suspected the place", { searchEvidence: { ...found({}), place: null }, suspects: [elsewhere] }],
  ])("is less sure when %s", (_name, part) => {
    const sure = gatherEvidence(input({})).confidence.overall;
    expect(gatherEvidence(input(part)).confidence.overall).toBeLessThan(sure);
  });

  it("does not claim coverage it has not seen", () => {
    expect(gatherEvidence(input({ coverage: null })).changed_lines.covered).toBeNull();
    expect(gatherEvidence(input({ coverage: {} })).changed_lines.covered).toBeNull();
  });

  it("counts a changed line that cannot be executed, such as a comment, as exercised", () => {
    const coverage = { "c.js": { executed: [1], executable: [1] } };
    expect(gatherEvidence(input({ coverage })).changed_lines.covered).toBe(1);
  });

  it("does not count a line inside a statement that no test runs", () => {
    const coverage = { "c.js": { executed: [], executable: [1] } };
    expect(gatherEvidence(input({ coverage })).changed_lines.covered).toBe(0);
  });

  it("names the tests known to run a changed line, those that were fixed first", () => {
    const measured = { executed: [1, 2], executable: [1, 2] };
    const runsWith = (tests?: Record<string, string[]>) =>
      gatherEvidence(input({ coverage: { "c.js": { ...measured, ...(tests && { tests }) } } })).line_runs;
    const line = { path: "c.js", line: 2, run: true };
    expect(runsWith({ "2": ["other", "add"] })).toEqual([
      { ...line, tests: ["add", "other"], test_count: 2 },
    ]);
    expect(runsWith({ "1": ["add"] })).toEqual([{ ...line, tests: [], test_count: 0 }]);
    expect(runsWith()).toEqual([{ ...line, tests: null, test_count: 0 }]);
    const many = Array.from({ length: 500 }, (_, index) => `test ${index}`);
    const [run] = runsWith({ "2": [...many, "add"] });
    expect(run).toMatchObject({ test_count: 501 });
    expect(run?.tests).toHaveLength(20);
    expect(run?.tests?.[0]).toBe("add");
  });

  it("asks if only checks support a change", () => {
    const none = { ...result("passed"), status: "no_tests" as const, tests: [], passed: 0 };
    const evidence = gatherEvidence(
      input({
        before: none,
        after: none,
        targets: [],
        checks: { reasons: [], before: 3, after: 2, gone: ["V-1"], come: [] },
      }),
    );
    expect(evidence).toMatchObject({ checks_before: 3, checks_after: 2 });
    expect(bandOf(evidence.confidence.overall)).toBe("consider_asking");
  });

  it("omits mutants for a change that the search did not make", () => {
    const { confidence } = gatherEvidence(input({ madeBy: ["llm"], searchEvidence: null }));
    expect(confidence.signals.test_coverage).toHaveLength(1);
    expect(confidence.overall).toBeGreaterThanOrEqual(0.9);
  });

  it("counts only coverage of the changed lines", () => {
    const coverage = { "c.js": { executed: [1], executable: [1, 2] } };
    const { confidence } = gatherEvidence(input({ coverage }));
    expect(confidence.test_coverage_confidence).toBe(0);
    expect(confidence.overall).toBeLessThan(0.7);
    expect(gatherEvidence(input({})).confidence.test_coverage_confidence).toBeGreaterThan(0.8);
  });

  it("names what still fails", () => {
    const evidence = gatherEvidence(input({ targets: ["add", "other"] }));
    expect(evidence.fixed).toEqual(["add"]);
    expect(evidence.still_failing).toEqual(["other"]);
  });
});

const elsewhere = { path: "d.js", line: 9, score: 1, why: "" };

function input(part: Partial<EvidenceInput>): EvidenceInput {
  return {
    before: result("failed"),
    after: result("passed"),
    targets: ["add"],
    flaky: [],
    change: { files: [], diff, diff_hash: "0".repeat(64) },
    coverage: { "c.js": { executed: [1, 2], executable: [1, 2] } },
    suspects: [{ path: "c.js", line: 2, score: 1, why: "in the stack trace" }],
    alternatives: [],
    searchEvidence: found({}),
    checks: null,
    doubts: [],
    unnoticed: [],
    newTokens: 1,
    confirmation: null,
    excludedSuites: [],
    addedTests: [],
    notes: [],
    uncommitted: [],
    madeBy: ["search"],
    sandbox: "bubblewrap",
    tools: {},
    ...part,
  };
}

function found(part: Partial<Pinning>): SearchEvidence {
  const pinning = {
    killed: 40,
    survived: 0,
    equal: 0,
    unknown: 0,
    killed_near: 20,
    survived_near: 0,
    survivors: [],
  };
  return { place: 0, cost: 1, before: 3, alike: 2, passing: 1, tests: 5, pinning: { ...pinning, ...part } };
}

function rival() {
  return { description: "another way", diff: "", differs: null, split: null };
}

function result(status: "passed" | "failed"): TestResult {
  const tests = ["add", "b", "c", "d", "e"].map((id) => ({
    id,
    name: id,
    file: null,
    status: id === "add" ? status : ("passed" as const),
    duration_seconds: 0,
  }));
  return {
    status,
    framework: "node:test",
    command: [],
    total_tests: tests.length,
    passed: tests.filter((test) => test.status === "passed").length,
    failed: tests.filter((test) => test.status === "failed").length,
    skipped: 0,
    errors: 0,
    duration_seconds: 0,
    coverage_percent: null,
    tests,
    failures: [],
    parsing_failed: false,
    exit_code: 0,
    raw_output: "",
    suites: [],
  };
}
