import { expect, test } from "vitest";
import type { TestResult } from "../../../domain/entities/test-result.ts";
import { diagnoseEnvironment, whyNotStarted } from "./environment.ts";

function result(passed: number, failing: readonly (readonly [type: string, message: string])[]): TestResult {
  return {
    status: "failed",
    framework: "pytest",
    command: [],
    total_tests: passed + failing.length,
    passed,
    failed: failing.length,
    skipped: 0,
    errors: 0,
    duration_seconds: 1,
    coverage_percent: null,
    tests: [],
    failures: failing.map(([error_type, error_message], index) => ({
      test_id: `t${index}`,
      test_name: `t${index}`,
      test_file: null,
      line_number: null,
      error_type,
      error_message,
      stack_trace: "",
    })),
    parsing_failed: false,
    exit_code: 1,
    raw_output: "",
    suites: [],
  };
}

const times = (count: number, type: string, message: string) =>
  Array.from({ length: count }, () => [type, message] as const);

test.each([
  [
    "all of many tests, because a package is missing",
    result(0, times(10, "ModuleNotFoundError", "No module named 'requests'")),
    true,
  ],
  [
    "the only test, because a package is missing",
    result(0, times(1, "ModuleNotFoundError", "No module named 'requests'")),
    true,
  ],
  [
    "a file created by a build",
    result(0, times(3, "Error", "Cannot find module '/x/tree/dist/index.js' imported from /x/tree/a.js")),
    true,
  ],
  [
    "a package by its path",
    result(0, times(3, "Error", "Cannot find module '/x/tree/node_modules/left/pad.js'")),
    true,
  ],
  ["no connection", result(1, times(9, "Error", "connect ECONNREFUSED 127.0.0.1:5432")), true],
  [
    "most of many tests, for an unclear reason",
    result(1, times(9, "TypeError", "x is not a function")),
    false,
  ],
])("%s: a problem, certain: %s", (_, given, certain) => {
  expect(diagnoseEnvironment(given)).toMatchObject({ certain });
});

test.each([
  ["assertions", result(0, times(10, "AssertionError", "1 != 2"))],
  ["exactly four fifths", result(2, times(8, "Error", "EACCES"))],
  ["three tests of one function", result(0, times(3, "TypeError", "x is not a function"))],
  ["code that does not parse", result(0, times(10, "SyntaxError", "invalid syntax"))],
  ["code that does not compile", result(0, times(10, "BuildError", "mismatched types"))],
  [
    "a misspelled file",
    result(0, times(3, "Error", "Cannot find module '/x/tree/src/utls.js' imported from a")),
  ],
  ["a misspelled relative file", result(0, times(3, "Error", "Cannot find module './utls' from 'a.js'"))],
  ["nothing ran", result(0, [])],
  ["all is well", result(10, [])],
])("%s: no problem", (_, given) => {
  expect(diagnoseEnvironment(given)).toBeNull();
});

test("names the most common problem", () => {
  const failing = [
    ...times(6, "Error", "connect ECONNREFUSED\nstack"),
    ...times(3, "Error", "EACCES: denied"),
  ];
  expect(diagnoseEnvironment(result(1, failing))).toEqual({
    share: 0.9,
    failing: 9,
    executed: 10,
    certain: true,
    commonest: { error_type: "Error", error_message: "connect ECONNREFUSED\nstack" },
    why: "9 of 10 tests failed with errors that are not assertions, most often Error: connect ECONNREFUSED",
  });
});

const STEP =
  'src/a.ts(1,7): error TS2322: wrong type\nThe step "tsc -p ." before the tests failed: exit code 2.\n';
const REFUSED =
  "psycopg2.OperationalError: connection to server at localhost, port 5432 failed: Connection refused";

test.each([
  [
    "a step",
    STEP,
    /^the step "tsc -p \." before the tests failed \(exit code 2\): .*error TS2322: wrong type$/,
  ],
  [
    "a step without its program",
    'x\nThe step "tsc" before the tests failed: its program was not found.',
    /^the step "tsc".*program was not found/,
  ],
  ["memory", "RUN\n\nThe sandbox stopped it: memory.\n", /raise sandbox.memory_mb/],
  [
    "pytest",
    "/usr/bin/python3: No module named pytest",
    /Python package pytest is missing.*pip install pytest/,
  ],
  [
    "a Python package",
    "E   ModuleNotFoundError: No module named 'yaml.reader'",
    /Python package yaml is missing/,
  ],
  [
    "vitest",
    "Error: Cannot find module '/tree/node_modules/vitest/vitest.mjs'",
    /^vitest is not installed: run npm install in the project, or install with pnpm, yarn or bun/,
  ],
  [
    "a package",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package '@scope/thing' imported from /tree/a.js",
    /package @scope\/thing is missing/,
  ],
  [
    "a file of the project",
    "Error: Cannot find module './gone.js'\nRequire stack:\n- /tree/a.js",
    /^Error: Cannot find module '\.\/gone\.js'$/,
  ],
  [
    "a plug-in",
    "ERROR: usage: pytest\npytest: error: unrecognized arguments: --cov=src",
    /install pytest-cov/,
  ],
  [
    "a Go module",
    "a.go:3:8: no required module provides package example.com/x; to add it:",
    /Go module of example.com\/x.*go mod download/,
  ],
  ["a crate", "error: no matching package named `serde` found", /crate serde.*cargo fetch/],
  [
    "an artifact of Maven",
    "[ERROR] Cannot access central (https://repo.example.com) in offline mode and the artifact org.junit:junit:jar:5 has not been downloaded",
    /org\.junit:junit:jar:5 is not on this machine: run the project's own tests once/,
  ],
  [
    "the network",
    "Error: getaddrinfo EAI_AGAIN registry.example.com",
    /needs the network \(registry\.example\.com\)/,
  ],
  ["a database", REFUSED, /needs a PostgreSQL server/],
  [
    "a Python package that the image lacks",
    "/usr/bin/python3: No module named pytest\nagentforge: It ran in the image python:3.13. To use another one, set sandbox.images.python3 in your settings.",
    /^the image python:3\.13 has no Python package pytest: set sandbox\.images\.python3 in your settings/,
  ],
  [
    "a program that the image lacks",
    "cargo: command not found\nagentforge: It ran in the image team/debian:1. To use another one, set sandbox.images.cargo in your settings.",
    /^the image team\/debian:1 has no program cargo: set sandbox\.images\.cargo in your settings/,
  ],
  ["a program", "rolldown: command not found", /program rolldown was not found/],
  ["a program that a test starts", "Error: spawnSync rolldown ENOENT", /program rolldown was not found/],
  [
    "global set-up",
    "Error: Jest: Got error running globalSetup - /tree/setup.js, reason: boom",
    /^its global setup failed: .*boom/,
  ],
  [
    "anything else",
    "collecting\nfatal: bad things\n    at file.js:1:2\n\nNode.js v24.0.0\n",
    /^fatal: bad things$/,
  ],
  ["nothing", "", /^it ended with exit code 1 and printed nothing$/],
])("explains why a suite did not start: %s", (_, raw_output, expected) => {
  expect(whyNotStarted({ ...result(0, []), status: "could_not_run", raw_output })).toMatch(expected);
});

test("reports that time ran out, and that there was nothing to run", () => {
  const slow = {
    ...result(0, []),
    status: "timed_out",
    duration_seconds: 300,
    raw_output: "starting",
  } as const;
  expect(whyNotStarted(slow)).toMatch(/^it did not finish within 300 s: raise tests.timeout_seconds/);
  const empty = { ...result(0, []), status: "no_tests", raw_output: "no tests ran in 0.01s" } as const;
  expect(whyNotStarted(empty)).toBe("it found no test to run: no tests ran in 0.01s");
});
