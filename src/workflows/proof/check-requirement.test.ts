import { describe, expect, it } from "vitest";
import type { Violation } from "../../domain/entities/violation.ts";
import type { CheckProblem, CheckRun } from "../../domain/ports/conformance.ts";
import { compareRuns } from "./check-requirement.ts";

const target = violation("V-1");

describe("compareRuns", () => {
  it.each<[string, Violation[], RegExp | null]>([
    ["it is gone", [violation("V-2")], null],
    ["it is gone, together with others", [], null],
    ["it still exists", [target, violation("V-2")], /still exists/],
    ["a neighbor's text changed, and with it its identity", [violation("V-9")], null],
    [
      "it was replaced by another of the same check",
      [violation("V-2"), violation("V-9")],
      /new violation: no-print/,
    ],
    [
      "another check is broken instead",
      [violation("V-2"), violation("V-9", "no-todo")],
      /no-todo in a\.py:3/,
    ],
    ["another file has one now", [violation("V-2"), violation("V-9", "no-print", "b.py")], /b\.py:3/],
    [
      "an exempt one appeared",
      [violation("V-2"), { ...violation("V-9", "no-todo"), status: "suppressed" }],
      null,
    ],
    [
      "it is only suppressed",
      [violation("V-2"), { ...target, status: "suppressed" as const }],
      /^the violation is suppressed, not fixed$/,
    ],
  ])("%s", (_name, after, expected) => {
    const judged = compareRuns({ violation: target, before: run([target, violation("V-2")]) }, run(after));
    if (expected === null) expect(judged.reasons).toEqual([]);
    else expect(judged.reasons.join("; ")).toMatch(expected);
  });

  it("does not treat silence as success if a check can no longer run", () => {
    const requirement = { violation: target, before: run([target]) };
    const problem = { contract: "c", check: "lint", why: "it crashed" };
    expect(compareRuns(requirement, run([], [problem])).reasons).toEqual([
      "c/lint can no longer run: it crashed",
    ]);
    const before = run([target], [problem]);
    expect(compareRuns({ violation: target, before }, run([], [problem])).reasons).toEqual([]);
  });

  it("considers only new violations if none has to disappear", () => {
    const requirement = { violation: null, before: run([target]) };
    expect(compareRuns(requirement, run([target])).reasons).toEqual([]);
    expect(compareRuns(requirement, run([target, violation("V-9")])).reasons.join()).toMatch(/new violation/);
  });

  it("counts the violations before and after", () => {
    const requirement = { violation: target, before: run([target, violation("V-2")]) };
    expect(compareRuns(requirement, run([violation("V-2")]))).toMatchObject({ before: 2, after: 1 });
  });
});

function violation(id: string, check = "no-print", file = "a.py"): Violation {
  return {
    violation_id: id,
    fingerprint: "",
    contract_id: "c",
    check_id: check,
    severity: "major",
    file_path: file,
    line: 3,
    column: 1,
    snippet: null,
    message: "",
    fix_hint: null,
    status: "open",
    detected_at: "",
    resolved_at: null,
    suppression: null,
    history: [],
  };
}

function run(violations: readonly Violation[], problems: readonly CheckProblem[] = []): CheckRun {
  return {
    violations,
    inBaseline: 0,
    problems,
    missing: [],
    idle: [],
    unusedExemptions: [],
    looked: 1,
    filesChecked: 0,
    durationMs: 0,
    covers: () => true,
    file: () => Promise.reject(new Error("not filed here")),
    format: () => Promise.reject(new Error("not shown here")),
  };
}
