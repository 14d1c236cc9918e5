export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  /** Whether the output says that no test was found, or that all were skipped. */
  readonly empty: boolean;
}

/**
 * Final lines of test runners. Each yields counts; several runs in one output add up. Every match contains `needle` in
 * lowercase: looking for it costs a fraction of what compiling and running the expression does.
 */
export const SUMMARIES: readonly (readonly [
  needle: string,
  expression: RegExp,
  counts: (match: RegExpExecArray) => readonly [passed: number, failed: number],
])[] = [
  // pytest: "=== 3 failed, 5 passed, 1 skipped in 0.12s ===", also with -q
  [
    "in ",
    /^(?:=+ )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun),? ?)+)in [\d.:]+ ?s?/gm,
    (match) => [count(match[1], "passed"), count(match[1], "failed") + count(match[1], "errors?")],
  ],
  // jest: "Tests:       1 failed, 2 passed, 3 total"
  ["tests:", /^Tests:\s+(.*\d+ total)/gm, (match) => [count(match[1], "passed"), count(match[1], "failed")]],
  // vitest: "      Tests  1 failed | 2 passed (3)"
  ["tests", /^\s*Tests\s{2,}(.*)$/gm, (match) => [count(match[1], "passed"), count(match[1], "failed")]],
  // go test: "ok  \tpkg\t0.1s" and "FAIL\tpkg"
  ["ok", /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no tests to run\])/gm, () => [1, 0]],
  ["fail", /^FAIL\t\S+|^--- FAIL: /gm, () => [0, 1]],
  // cargo test: "test result: ok. 3 passed; 0 failed;"
  [
    "test result: ",
    /^test result: \S+ (\d+) passed; (\d+) failed/gm,
    (match) => [number(match[1]), number(match[2])],
  ],
  // cargo nextest: "Summary [ 0.1s] 3 tests run: 3 passed"
  [
    "summary [",
    /^\s*Summary \[.*\] \d+ tests? run: (.*)$/gm,
    (match) => [count(match[1], "passed"), count(match[1], "failed")],
  ],
  // unittest: "Ran 3 tests in 0.001s\n\nOK"
  [
    "ran ",
    /^Ran (\d+) tests? in [\d.]+s\s+(OK|FAILED)(.*)/gm,
    (match) =>
      match[2] === "OK"
        ? [number(match[1]) - sum(match[3], /(?:skipped|expected failures)=(\d+)/g), 0]
        : [0, Math.max(1, number(match[1]))],
  ],
  // mocha: "  3 passing (4ms)" and "  1 failing"
  [" passing", /^\s*(\d+) passing\b/gm, (match) => [number(match[1]), 0]],
  [" failing", /^\s*(\d+) failing\b/gm, (match) => [0, number(match[1])]],
  // node:test and TAP: "# pass 3", "ℹ fail 1"
  [" pass ", /^(?:#|ℹ) pass (\d+)/gm, (match) => [number(match[1]), 0]],
  [" fail ", /^(?:#|ℹ) fail (\d+)/gm, (match) => [0, number(match[1])]],
  // maven: "Tests run: 3, Failures: 0, Errors: 0"
  [
    "tests run: ",
    /Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?/g,
    (match) => [
      number(match[1]) - number(match[2]) - number(match[3]) - number(match[4]),
      number(match[2]) + number(match[3]),
    ],
  ],
  // rspec: "3 examples, 0 failures"
  [
    " example",
    /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?/gm,
    (match) => [number(match[1]) - number(match[2]) - number(match[3]), number(match[2])],
  ],
  // phpunit: "OK (3 tests, 3 assertions)" and "Tests: 3, Assertions: 3, Failures: 1."
  ["ok (", /^OK \((\d+) tests?,/gm, (match) => [number(match[1]), 0]],
  [
    " assertions: ",
    /^Tests: \d+, Assertions: .*(?:Failures|Errors): (\d+)/gm,
    (match) => [0, number(match[1])],
  ],
  // dotnet: "Passed!  - Failed:     0, Passed:     3"
  [
    "- failed:",
    /(?:Passed|Failed)!\s+- Failed:\s+(\d+), Passed:\s+(\d+)/g,
    (match) => [number(match[2]), number(match[1])],
  ],
  // ctest: "100% tests passed, 0 tests failed out of 3"
  [
    " tests failed out of ",
    /tests passed, (\d+) tests failed out of (\d+)/g,
    (match) => [number(match[2]) - number(match[1]), number(match[1])],
  ],
  // bun: " 3 pass\n 0 fail"
  [" pass", /^ (\d+) pass$/gm, (match) => [number(match[1]), 0]],
  [" fail", /^ (\d+) fail$/gm, (match) => [0, number(match[1])]],
  // deno: "ok | 3 passed | 0 failed"
  [" passed ", /\| (\d+) passed .*\| (\d+) failed/g, (match) => [number(match[1]), number(match[2])]],
  // bats and TAP: "ok 1 name", "not ok 2 name"
  ["ok ", /^ok \d+ (?!.*# skip)/gim, () => [1, 0]],
  ["not ok ", /^not ok \d+ (?!.*# (?:TODO|SKIP))/gm, () => [0, 1]],
  // gradle
  ["> task ", /^> Task .*[tT]est FAILED/gm, () => [0, 1]],
  [
    " completed, ",
    /^(\d+) tests? completed, (\d+) failed/gm,
    (match) => [number(match[1]) - number(match[2]), number(match[2])],
  ],
  ["> task ", /^> Task \S*:test\s*$(?=[\s\S]*^BUILD SUCCESSFUL)/gm, () => [1, 0]],
  // swift: "Executed 3 tests, with 0 failures", "Test run with 3 tests passed"; the same suite is reported several
  // times
  [
    "executed ",
    /^\s*Executed (\d+) tests?, with (?:\d+ tests? skipped and )?(\d+) failures?/gm,
    (match) => [number(match[1]) - number(match[2]), number(match[2])],
  ],
  [
    "test run with ",
    /Test run with (\d+) tests?(?: in \d+ suites?)? passed/g,
    (match) => [number(match[1]), 0],
  ],
  [
    "test run with ",
    /Test run with \d+ tests?(?: in \d+ suites?)? failed .*?with (\d+) issues?/g,
    (match) => [0, number(match[1])],
  ],
  // playwright: "  3 passed (4.5s)", "  1 failed"
  [" passed (", /^\s+(\d+) passed \([\d.]+m?s?(?:in)?\)/gm, (match) => [number(match[1]), 0]],
  [" ", /^\s+(\d+) (?:failed|flaky|interrupted)$/gm, (match) => [0, number(match[1])]],
  // minitest and test-unit: "3 runs, 5 assertions, 0 failures, 0 errors"
  [
    " assertions, ",
    /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors(?:, (\d+) (?:skips|pendings))?/gm,
    (match) => [
      number(match[1]) - number(match[2]) - number(match[3]) - number(match[4]),
      number(match[2]) + number(match[3]),
    ],
  ],
  // flutter and dart: "00:02 +3: All tests passed!", "00:02 +2 -1: Some tests failed."
  [": all tests passed!", /\+(\d+)(?: ~\d+)?: All tests passed!/g, (match) => [number(match[1]), 0]],
  [
    ": some tests failed",
    /\+(\d+)(?: ~\d+)? -(\d+): Some tests failed/g,
    (match) => [number(match[1]), number(match[2])],
  ],
  // sbt: "Passed: Total 3, Failed 0, Errors 0, Passed 3"
  [
    ": total ",
    /(?:Passed|Failed): Total \d+, Failed (\d+), Errors (\d+), Passed (\d+)/g,
    (match) => [number(match[3]), number(match[1]) + number(match[2])],
  ],
  // pest and artisan: "  Tests:    1 failed, 2 passed (5 assertions)"
  [
    " assertion",
    /^\s*Tests:\s+(.*\(\d+ assertions?\))/gm,
    (match) => [count(match[1], "passed"), count(match[1], "failed")],
  ],
  // bazel: "//pkg:test  PASSED in 0.1s"
  ["passed in ", /^\/\/\S+\s+(?:\(cached\) )?PASSED in /gm, () => [1, 0]],
  ["//", /^\/\/\S+\s+(?:FAILED|TIMEOUT|FAILED TO BUILD|NO STATUS)\b/gm, () => [0, 1]],
  // zig: "2/2 tests passed", "All 2 tests passed.", "1 passed; 0 skipped; 1 failed."
  [
    " tests passed",
    /\b(\d+)\/(\d+) tests passed/g,
    (match) => [number(match[1]), number(match[2]) - number(match[1])],
  ],
  [" tests passed.", /^All (\d+) tests passed\./gm, (match) => [number(match[1]), 0]],
  [
    " passed; ",
    /^(\d+) passed; \d+ skipped; (\d+) failed/gm,
    (match) => [number(match[1]), number(match[2])],
  ],
  // ginkgo: "SUCCESS! -- 3 Passed | 0 Failed", jasmine: "3 specs, 0 failures", karma: "Executed 3 of 3 SUCCESS"
  [
    "! -- ",
    /^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed/gm,
    (match) => [number(match[1]), number(match[2])],
  ],
  [
    " spec",
    /^(\d+) specs?, (\d+) failures?/gm,
    (match) => [number(match[1]) - number(match[2]), number(match[2])],
  ],
  [" success", /Executed (\d+) of \d+ SUCCESS/g, (match) => [number(match[1]), 0]],
  // dotnet 9: "Test summary: total: 3, failed: 0, succeeded: 3"
  [
    "test summary: total: ",
    /Test summary: total: \d+, failed: (\d+), succeeded: (\d+)/g,
    (match) => [number(match[2]), number(match[1])],
  ],
  // ava: "3 tests passed"; behave and cucumber: "3 scenarios passed, 0 failed", "3 scenarios (3 passed)"
  [" passed", /^\s*(\d+) tests? passed$/gm, (match) => [number(match[1]), 0]],
  [" scenario", /^(\d+) scenarios? passed, (\d+) failed/gm, (match) => [number(match[1]), number(match[2])]],
  [
    " scenario",
    /^\d+ scenarios? \((.*)\)/gm,
    (match) => [count(match[1], "passed"), count(match[1], "failed")],
  ],
  // prove: "All tests successful.\nFiles=1, Tests=3"; testthat: "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 3 ]"
  [
    "all tests successful.",
    /^All tests successful\.\s+Files=\d+, Tests=(\d+)/gm,
    (match) => [number(match[1]), 0],
  ],
  [
    "[ fail ",
    /\[ FAIL (\d+) \| WARN \d+ \| SKIP \d+ \| PASS (\d+) \]/g,
    (match) => [number(match[2]), number(match[1])],
  ],
  // cabal: "1 of 1 test suites (1 of 1 test cases) passed."; clojure: "Ran 3 tests containing 5 assertions.\n0 failures"
  [
    " test suites (",
    /^(\d+) of (\d+) test suites \(/gm,
    (match) => [number(match[1]), number(match[2]) - number(match[1])],
  ],
  [
    " tests containing ",
    /^Ran (\d+) tests containing \d+ assertions\.\s+(\d+) failures, (\d+) errors/gm,
    (match) => [number(match[1]), number(match[2]) + number(match[3])],
  ],
  // exunit: "3 tests, 0 failures"
  [
    " failure",
    /^(\d+) tests?, (\d+) failures?(.*)/gm,
    (match) => [
      number(match[1]) - number(match[2]) - sum(match[3], /(\d+) (?:skipped|excluded)/g),
      number(match[2]),
    ],
  ],
];

const EMPTY =
  /no tests? (?:ran|found|files|collected|to run|were|suites? found)|collected 0 items|^Ran 0 tests|# tests 0|0 passing|\[no test files\]|No test files found|test result: ok\. 0 passed|^1\.\.0\b/im;

/** Extracts counts from the output of a test runner, after stripping colors. */
export function readTestSummary(output: string): TestSummary {
  const text = withoutColors(output.slice(-200_000)).replace(/\r\n?/g, "\n");
  const lowercase = text.toLowerCase();
  let passed = 0;
  let failed = 0;
  let summaries = 0;
  for (const [needle, expression, counts] of SUMMARIES) {
    if (!lowercase.includes(needle)) continue;
    for (const match of text.matchAll(expression)) {
      const [good, bad] = counts(match);
      summaries += 1;
      passed += Math.max(0, good);
      failed += bad;
    }
  }
  return { passed, failed, empty: passed === 0 && (summaries > 0 || EMPTY.test(text)) };
}

function withoutColors(text: string): string {
  if (!text.includes("\u001b") && !text.includes("\u009b")) return text;
  return process.getBuiltinModule("node:util").stripVTControlCharacters(text);
}

function count(text: string | undefined, word: string): number {
  return number(new RegExp(`(\\d+) ${word}\\b`).exec(text ?? "")?.[1]);
}

function sum(text: string | undefined, expression: RegExp): number {
  return [...(text ?? "").matchAll(expression)].reduce((total, match) => total + number(match[1]), 0);
}

function number(text: string | undefined): number {
  return Number.parseInt(text ?? "0", 10) || 0;
}
