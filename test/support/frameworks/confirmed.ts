import type { TestResult } from "../../../src/domain/entities/test-result.ts";
import { isFailing } from "../../../src/domain/rules/proof/failing.ts";
import type { ExpectedTest, Situation } from "./situation.ts";

type Statuses = Readonly<Record<string, ExpectedTest["status"]>>;

/** How a confirming run differs from the usual one, by framework and situation. */
interface Difference {
  readonly why: string;
  readonly status?: TestResult["status"];
  /** Ids that only the usual run has. */
  readonly without?: readonly string[];
  readonly with?: Statuses;
}

const NO_REPORT = "the framework writes its report at the end, and prints nothing that identifies the test";

const confirmedOtherwise: Readonly<Record<string, Readonly<Record<string, Difference>>>> = {
  "node:test": {
    "time-out": { why: NO_REPORT, without: ["a.test.js > slow"] },
    crash: {
      why: "Node's reports name the file of a process that died, not its test",
      without: ["a.test.js > dies"],
      with: { "a.test.js": "error" },
    },
    "exit in the middle": {
      why: "in Node's reports, a process that exits with 0 has passed without tests",
      status: "no_tests",
      without: ["a.test.js > one"],
    },
  },
  vitest: {
    "expected failure": {
      why: "the JSON report lists an expected failure as passed",
      with: { "a.test.js > known": "passed" },
    },
    "time-out": { why: NO_REPORT, without: ["a.test.js > slow"] },
    crash: {
      why: "the JSON report lists a test without a result as skipped",
      with: { "a.test.js > dies": "skipped" },
    },
  },
  jest: {
    "time-out": { why: NO_REPORT, without: ["a.test.js > slow"] },
    crash: { why: NO_REPORT, status: "could_not_run", without: ["a.test.js > dies"] },
    "exit in the middle": { why: NO_REPORT, status: "could_not_run", without: ["a.test.js > leaves"] },
  },
  mocha: {
    "time-out": { why: NO_REPORT, without: ["test/a.js > slow", "test/a.js > quick"] },
    crash: { why: NO_REPORT, status: "could_not_run", without: ["test/a.js > dies", "test/a.js > fine"] },
    "exit in the middle": {
      why: NO_REPORT,
      status: "could_not_run",
      without: ["test/a.js > leaves", "test/a.js > fine"],
    },
  },
};

/** All differences between a confirming run and what it should report; empty if there are none. */
export function confirmedDifferences(framework: string, situation: Situation, result: TestResult): string[] {
  const known = confirmedOtherwise[framework]?.[situation.name];
  const wanted: Record<string, string> = Object.fromEntries(
    situation.tests.map(({ id, status }) => [id, status]),
  );
  for (const id of known?.without ?? []) delete wanted[id];
  Object.assign(wanted, known?.with);
  const files = new Map(situation.tests.map((test) => [test.id, test.file]));
  const found = lines(result.tests.map(({ id, status }) => [id, status]));
  const missing = lines(Object.entries(wanted));
  const problems: string[] = [];
  const status = known?.status ?? situation.status;
  if (result.status !== status) problems.push(`status is ${result.status} instead of ${status}`);
  for (const line of found) if (!missing.includes(line)) problems.push(`unexpected: ${line}`);
  for (const line of missing) if (!found.includes(line)) problems.push(`missing: ${line}`);
  if (result.tests.length !== Object.keys(wanted).length) problems.push(`${result.tests.length} tests`);
  for (const { id, file } of result.tests) {
    const expected = files.get(id) === undefined ? id.split(/::| > /)[0] : files.get(id);
    if (files.has(id) && file !== expected) problems.push(`file of ${id} is ${file} instead of ${expected}`);
  }
  const bad = result.tests.filter(isFailing).length;
  if (result.failures.length !== bad) problems.push(`${result.failures.length} failures of ${bad}`);
  return problems;
}

function lines(tests: readonly (readonly [string, string])[]): string[] {
  return tests.map(([id, status]) => `${status} ${id}`).sort();
}
