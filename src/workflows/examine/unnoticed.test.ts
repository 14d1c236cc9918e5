import { describe, expect, it } from "vitest";
import type { TestResult } from "../../domain/entities/test-result.ts";
import type { SourceFile, Variation } from "../../domain/ports/repair.ts";
import { findUnnoticed, type UnnoticedInput, type UnnoticedPorts } from "./unnoticed.ts";

const variation = (line: number): Variation => ({ path: "a.py", line, text: `a.py:${line}`, without: "" });

/** A suite whose runs take a few seconds each; the test decides which texts pass. */
function setUp(options: {
  secondsPerRun: number;
  passes: (run: number) => boolean;
  variations: number;
  parts?: readonly Variation[];
  remarks?: readonly SourceFile[];
}) {
  let now = 0;
  let runs = 0;
  const result = (status: "passed" | "failed") =>
    ({ status, tests: [{ id: "t", status }], failures: [], duration_seconds: 1 }) as unknown as TestResult;
  const ports = {
    elapsed: () => now,
    findConditions: () => [],
    findParts: () => options.parts ?? [],
    withoutRemarks: () => options.remarks ?? [],
    findVariations: () => Array.from({ length: options.variations }, (_, index) => variation(index + 1)),
    findRivals: async () => [],
    gatherNear: async () => ({ sources: [], tests: [] }),
    isSource: () => true,
    settings: { testTimeoutSeconds: 300 },
    testRules: { merge: ([first]: readonly TestResult[]) => first },
    tests: {
      run: async () => {
        now += 1000 * options.secondsPerRun;
        runs += 1;
        return { result: result(options.passes(runs) ? "passed" : "failed"), coverage: null };
      },
    },
  } as unknown as UnnoticedPorts;
  const input = {
    tree: { path: "/tree", lent: [], files: async () => [] },
    suites: [{ framework: "pytest", root: ".", why: "" }],
    after: result("passed"),
    before: result("failed"),
    madeBy: ["llm"],
    signal: new AbortController().signal,
  } as unknown as UnnoticedInput;
  const change = { before: [], after: [], tests: [] };
  return { find: (fixed = ["t"]) => findUnnoticed(ports, input, change, fixed), runs: () => runs };
}

describe("findUnnoticed", () => {
  it("finds nothing if every variation fails", async () => {
    const { find, runs } = setUp({ secondsPerRun: 1, passes: () => false, variations: 12 });
    expect(await find()).toEqual([]);
    expect(runs()).toBe(12);
  });

  it("names the variation that no test notices", async () => {
    const { find } = setUp({ secondsPerRun: 1, passes: (run) => run >= 3, variations: 12 });
    expect(await find()).toEqual(["every test also passes with different code at a.py:3"]);
  });

  it("names a part of the change that the tests pass without", async () => {
    const parts = [variation(4), variation(9)];
    const { find } = setUp({ secondsPerRun: 1, passes: (run) => run >= 2, variations: 12, parts });
    expect(await find()).toEqual(["no test needs the change at a.py:9: a.py:9"]);
  });

  it("names the file if a fixed test fails without the new comments and documentation", async () => {
    const remarks = [{ path: "rules.py", text: "" }];
    const { find } = setUp({ secondsPerRun: 1, passes: () => false, variations: 3, remarks });
    expect(await find()).toEqual(["the tests depend on a comment or documentation in rules.py"]);
    const other = setUp({ secondsPerRun: 1, passes: (run) => run === 1, variations: 3, remarks });
    expect(await other.find()).toEqual([]);
    expect(other.runs()).toBe(4);
  });

  it("does not trust a change in more parts than it can undo", async () => {
    const parts = Array.from({ length: 25 }, (_, at) => variation(at));
    const { find, runs } = setUp({ secondsPerRun: 1, passes: () => false, variations: 0, parts });
    expect(await find()).toEqual([
      "the change has 25 parts, too many to test whether the tests need each of them",
    ]);
    expect(runs()).toBe(0);
  });

  it("does not trust a change in several parts that fixes no test", async () => {
    const parts = [variation(4), variation(9)];
    const { find, runs } = setUp({ secondsPerRun: 1, passes: () => false, variations: 0, parts });
    expect(await find([])).toEqual([
      "no fixed test shows that the parts of the change belong together: a.py:4, a.py:9",
    ]);
    expect(runs()).toBe(0);
  });

  it("stops when the time is up and says so, because an untried variation may have passed", async () => {
    const { find, runs } = setUp({ secondsPerRun: 25, passes: () => false, variations: 12 });
    expect(await find()).toEqual([
      "only 3 of 12 variations of the change were tested: the tests are too slow",
    ]);
    expect(runs()).toBe(3);
  });
});
