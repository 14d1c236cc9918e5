import { describe, expect, it } from "vitest";
import type { Patch } from "../../domain/entities/patch.ts";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { TestRunOptions } from "../../domain/ports/testing.ts";
import { type ProveScreenedPorts, proveScreened } from "./prove-screened.ts";

const CODE = "def unique(items):\n    return list(items)\n";

function result(status: "passed" | "failed"): TestResult {
  const tests = [{ id: "t", file: "test_m.py", name: "t", status, duration_seconds: 0 }];
  const failures = status === "failed" ? [{ test_id: "t", error_message: "", stack_trace: "" }] : [];
  return { status, tests, failures, suites: [], duration_seconds: 1, passed: 1 } as unknown as TestResult;
}

/** Replaces the returned expression; the runs after the first return the results in `later`, in order. */
async function prove(expression: string, later: readonly ("passed" | "failed")[], framework = "pytest") {
  let text = CODE;
  const runs: { chosen: string; seed: unknown }[] = [];
  let restored = 0;
  const ports = {
    openSandbox: async () => "subprocess",
    newConfirmation: () => ({ seed: runs.length }),
    settings: { testTimeoutSeconds: 300, allowTestEdits: true },
    telemetry: {
      span: (_name: string, _about: object, work: (span: object) => unknown) => work({ note() {} }),
    },
    testRules: {},
    tests: {
      async run(_tree: object, _suite: object, { selection, confirmation }: TestRunOptions) {
        const outcome = runs.length === 0 ? "passed" : (later[runs.length - 1] ?? "passed");
        runs.push({ chosen: selection?.kind ?? "all", seed: confirmation });
        return { result: result(outcome), coverage: null };
      },
    },
  } as unknown as ProveScreenedPorts;
  const tree = {
    files: async () => ["m.py"],
    readText: async () => text,
    apply: async ([edit]: Patch["edits"]) => {
      text = CODE.slice(0, edit?.start) + edit?.text + CODE.slice(edit?.end);
    },
    changes: async () => ({
      diff: "",
      files: [{ path: "m.py", after: { content_base64: Buffer.from(text).toString("base64") } }],
    }),
    restore: async () => {
      text = CODE;
      restored += 1;
    },
  };
  const start = CODE.indexOf("list(items)");
  const edits = [{ path: "m.py", start, end: start + "list(items)".length, text: expression }];
  const patch = { source: "search", operator: "test", description: "", cost: 1, edits } as const;
  const input = {
    tree,
    suites: [{ framework, root: ".", why: "" }],
    before: result("failed"),
    judging: { collected: new Set(), has: () => false, why: () => null },
    targets: ["t"],
    flaky: [],
    checks: null,
    signal: new AbortController().signal,
  };
  const proven = await proveScreened(ports, input as unknown as Parameters<typeof proveScreened>[1], {
    ...patch,
    edits: [...patch.edits],
  });
  return { isKept: proven !== null, runs, restored, text };
}

describe("proveScreened", () => {
  it.each([
    ["list(set(items))"],
    ["[x for x in frozenset(items)]"],
    ["[*{x for x in items}]"],
    ["sorted(items, key=lambda x: hash(x))"],
  ])("runs the fixed tests of %s three more times, each under another hash seed", async (expression) => {
    const { isKept, runs } = await prove(expression, []);
    expect(isKept).toBe(true);
    expect(runs.map(({ chosen }) => chosen)).toEqual(["all", "tests", "tests", "tests"]);
    expect(new Set(runs.map(({ seed }) => JSON.stringify(seed))).size).toBe(4);
  });

  it.each([1, 2, 3])("rejects a set in place of a list if it fails in additional run %i", async (run) => {
    const later = [1, 2, 3].map((each) => (each === run ? "failed" : "passed"));
    const { isKept, runs, restored, text } = await prove("list(set(items))", later);
    expect(isKept).toBe(false);
    expect(runs).toHaveLength(run + 1);
    expect([restored, text]).toEqual([1, CODE]);
  });

  it.each([
    ["an order that does not depend on hashes", "list(dict.fromkeys(items))", "pytest"],
    ["a language that keeps the order of sets", "[...new Set(items)]; set(items)", "node-test"],
  ])("does not run tests again for %s", async (_, expression, framework) => {
    const { isKept, runs } = await prove(expression, ["failed"], framework);
    expect([isKept, runs.length]).toEqual([true, 1]);
  });
});
