import type { TestResult } from "../../../src/domain/entities/test-result.ts";
import type { ExpectedTest, Situation } from "./situation.ts";

/** All differences between a result and what the situation requires; empty if there are none. */
export function differences(situation: Situation, result: TestResult): string[] {
  const found: string[] = [];
  const expect = (what: string, actual: unknown, wanted: unknown) => {
    const matches = wanted instanceof RegExp ? wanted.test(String(actual)) : actual === wanted;
    if (!matches) found.push(`${what} is ${shown(actual)} instead of ${shown(wanted)}`);
  };
  const having = (...statuses: string[]) =>
    situation.tests.filter((test) => statuses.includes(test.status)).length;

  expect("status", result.status, situation.status);
  expect("total_tests", result.total_tests, situation.tests.length);
  expect("passed", result.passed, having("passed"));
  expect("failed", result.failed, having("failed"));
  expect("errors", result.errors, having("error"));
  expect("skipped", result.skipped, having("skipped", "expected_failure"));
  expect(
    "ids",
    result.tests
      .map(({ id }) => id)
      .sort()
      .join("\n"),
    situation.tests
      .map(({ id }) => id)
      .sort()
      .join("\n"),
  );
  expect("failures", result.failures.length, having("failed", "error"));
  for (const test of situation.tests) {
    const actual = result.tests.find(({ id }) => id === test.id);
    expect(`status of ${test.id}`, actual?.status, test.status);
    expect(`file of ${test.id}`, actual?.file, test.file === undefined ? fileIn(test) : test.file);
    const failure = result.failures.find(({ test_id }) => test_id === test.id);
    expect(`failure of ${test.id}`, failure !== undefined, test.failure !== undefined);
    if (!test.failure || !failure) continue;
    expect(`line of ${test.id}`, failure.line_number, test.failure.line);
    expect(`type of ${test.id}`, failure.error_type, test.failure.type);
    expect(`message of ${test.id}`, failure.error_message, test.failure.message);
    expect(`name of ${test.id}`, failure.test_name, actual?.name);
    expect(`file of the failure of ${test.id}`, failure.test_file, actual?.file);
  }
  return found;
}

function shown(value: unknown): string {
  return (value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? "undefined")).slice(0, 300);
}

function fileIn({ id }: ExpectedTest): string {
  return id.split(/::| > /)[0] ?? id;
}
