import { describe, expect, it } from "vitest";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { TestRunOptions } from "../../domain/ports/testing.ts";
import { type Examination, startExamination } from "./examination.ts";
import { type ExamineInput, type ExaminePorts, examine } from "./examine.ts";

const FILE = "test_a.py";

function result(passed: readonly string[], failed: readonly string[]): TestResult {
  const tests = [
    ...passed.map((id) => ({ id, file: FILE, status: "passed" })),
    ...failed.map((id) => ({ id, file: FILE, status: "failed" })),
  ];
  const failures = failed.map((id) => ({ test_id: id, error_message: "", stack_trace: "" }));
  const status = failed.length > 0 ? "failed" : "passed";
  return { status, tests, failures, duration_seconds: 1 } as unknown as TestResult;
}

/** A suite with the tests `a` and `b`; the run with altered expectations returns `canary`. */
function setUp(canary: "passed" | "failed", forges = false) {
  const runs: string[] = [];
  const ports = {
    countNewTokens: () => 1,
    elapsed: () => 0,
    findConditions: () => [],
    findVariations: () => [],
    isSource: () => true,
    newConfirmation: () => ({}),
    newWord: () => "word",
    probe: async () => ({ status: "probed", doubts: [] }),
    readDoubts: () => (forges ? [{ text: "changes what is equal", forges }] : []),
    settings: { testTimeoutSeconds: 300 },
    telemetry: { span: (_name: string, _about: object, work: (span: object) => unknown) => work(span) },
    testRules: { merge: ([first]: readonly TestResult[]) => first },
    tests: {
      canaryOf: () => "changed",
      failingTest: () => null,
      async run(_tree: object, _suite: object, { selection }: TestRunOptions) {
        const isAll = selection?.kind === "all";
        runs.push(isAll ? "all" : "canaries");
        const ids = selection?.kind === "tests" ? selection.ids : ["a", "b"];
        const isGreen = isAll || canary === "passed";
        return { result: isGreen ? result(ids, []) : result([], ids), coverage: null };
      },
    },
  } as unknown as ExaminePorts;
  const span = { note() {}, fail() {} };
  const input = {
    tree: { path: "/tree", lent: [], files: async () => [FILE], readText: async () => "" },
    change: { diff: "the change", files: [] },
    suites: [{ framework: "pytest", root: ".", why: "" }],
    judging: { has: () => true },
    before: result(["b"], ["a"]),
    after: result(["a", "b"], []),
    targets: ["a"],
    flaky: [],
    signal: new AbortController().signal,
  } as unknown as ExamineInput;
  const start = (about: Partial<Examination & ExamineInput> = {}) =>
    startExamination(ports, {
      ...input,
      ...about,
      fixed: about.fixed ?? ["a"],
      witnesses: input.before.tests.filter(({ id }) => id === "a"),
      hasTests: true,
    });
  return { ports, input, start, runs };
}

describe("a confirming run without any test", () => {
  const none = { ...result([], []), status: "could_not_run" } as TestResult;
  const usage = "error: unrecognized arguments: --no-cov";

  function silent(onOriginal: TestResult) {
    const { ports, input } = setUp("failed");
    const original = { path: "a.py", before: { content_base64: "" }, after: null };
    const tests = {
      ...ports.tests,
      run: async (_tree: object, _suite: object, { files }: TestRunOptions) => ({
        result: files?.some(({ path }) => path === "a.py") ? onOriginal : none,
        coverage: null,
      }),
    };
    const testRules = { ...ports.testRules, whyNotStarted: () => usage };
    const change = { diff: "the change", files: [original] };
    return examine(
      { ...ports, tests, testRules } as unknown as ExaminePorts,
      { ...input, change } as unknown as ExamineInput,
    );
  }

  it("proves nothing when it does not run on the code before the change either", async () => {
    expect(await silent(none)).toMatchObject({
      status: "examined",
      doubts: [`not confirmed by a second run: ${usage}`],
    });
  });

  it("is forged evidence when the code before the change runs there", async () => {
    expect(await silent(result(["b"], ["a"]))).toEqual({
      status: "forged",
      reasons: ["a, b pass in one run and not in another that differs only in user, folder and machine"],
    });
  });
});

describe("examine", () => {
  it("uses the runs that were started while the tests ran", async () => {
    const { ports, input, start, runs } = setUp("failed");
    const examined = await examine(ports, { ...input, started: await start() });
    expect(examined).toMatchObject({ status: "examined", doubts: [], confirmation: { canaries: 1 } });
    expect(runs.toSorted()).toEqual(["all", "canaries"]);
  });

  it("finds a forgery in the runs that were started earlier", async () => {
    const { ports, input, start } = setUp("passed");
    expect(await examine(ports, { ...input, started: await start() })).toEqual({
      status: "forged",
      reasons: ["a passes although its expectation was changed"],
    });
  });

  it.each([
    ["of another change", { change: { diff: "another change", files: [] } }],
    ["for other tests than those it fixed", { fixed: ["a", "b"] }],
  ] as const)("starts the runs again when the ones already started are %s", async (_name, about) => {
    const { ports, input, start, runs } = setUp("failed");
    const started = await start(about as Parameters<typeof start>[0]);
    await started.runs;
    runs.length = 0;
    expect(await examine(ports, { ...input, started })).toMatchObject({ status: "examined" });
    expect(runs.toSorted()).toEqual(["all", "canaries"]);
  });

  it("runs nothing when the text of the change already shows a forgery", async () => {
    const { ports, input, start, runs } = setUp("failed", true);
    expect(await examine(ports, { ...input, started: await start() })).toEqual({
      status: "forged",
      reasons: ["changes what is equal"],
    });
    expect(runs).toEqual([]);
  });
});
