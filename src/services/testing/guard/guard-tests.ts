import type { TestResult } from "../../../domain/entities/test-result.ts";
import type { GuardInput } from "../../../domain/ports/testing.ts";
import { isFailing } from "../../../domain/rules/proof/failing.ts";
import { changedExamples } from "./examples.ts";
import { changedSettings } from "./settings.ts";
import { ofTestFile, ofTestsWithin, textsOf } from "./weakened-tests.ts";

/**
 * What a change did to the tests that judge it: edited, deleted, skipped or weakened them, in sentences for
 * people; empty if it did nothing. A test file that did not exist before judges nothing and may be added.
 */
export function guardTests(input: GuardInput): string[] {
  return [...input.changedPaths.flatMap((path) => ofFile(path, input)), ...ofIdentities(input)];
}

function ofFile(path: string, input: GuardInput): string[] {
  const { before, isTestFile } = input;
  const [old, now] = textsOf(path, input);
  if (old !== null && old === now) return [];
  if (old === null && shadowsTool(path))
    return [`${path} was added and would be loaded in place of a test tool`];
  if (!isTestFile(path))
    return [
      ...changedSettings(path, old, now),
      ...ofTestsWithin(path, old, now, false),
      ...changedExamples(path, old, now, before.result),
      ...noticesTests(path, old, now),
    ];
  if (old === null) return steersTests(path) ? [`${path} was added and controls the tests`] : [];
  return ofTestFile(path, old, now, false);
}

const NOTICES =
  /PYTEST_CURRENT_TEST|NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST_(?:POOL|WORKER)_ID|AGENTFORGE_\w+|["'](?:pytest|unittest)["'] in sys\.modules|testing\.Testing\(\)/g;

/** Code that checks whether it is being tested can behave correctly only in tests. */
function noticesTests(path: string, old: string | null, now: string | null): string[] {
  const asks = (text: string | null) => text?.match(NOTICES)?.length ?? 0;
  return asks(now) > asks(old) ? [`${path} checks whether it is being tested`] : [];
}

function ofIdentities({ before, after }: GuardInput): string[] {
  if (before.result === null || after.result === null) return [];
  const now = new Map(after.result.tests.map((test) => [test.id, test]));
  const found: string[] = [];
  for (const test of before.result.tests) {
    if (!isExecuted(test.status)) continue;
    const later = now.get(test.id);
    if (later === undefined) {
      if (!isLoadError(test)) found.push(`${test.id} has disappeared`);
    } else if (later.status === "skipped") found.push(`${test.id} is skipped now`);
    else if (later.status === "expected_failure") found.push(`${test.id} is expected to fail now`);
  }
  return found;
}

function isExecuted(status: TestResult["tests"][number]["status"]): boolean {
  return status === "passed" || isFailing({ status });
}

/** A file that could not be loaded is listed under its own name until it loads. */
function isLoadError(test: TestResult["tests"][number]): boolean {
  return test.status === "error" && (test.file === null || test.id === test.file || test.name === test.id);
}

const STEERS =
  /(^|\/)(conftest\.py|\.?pytest\.(ini|toml)|tox\.ini|\.mocharc\.[\w.]+|(jest|vitest|vite)\.(config|setup|workspace)\.[cm]?[jt]s(on)?|(jest|vitest)[-.]?setup\.[cm]?[jt]s|global-?setup\.[cm]?[jt]s)$|(^|\/)(__snapshots__|__mocks__)\//i;

function steersTests(path: string): boolean {
  return STEERS.test(path);
}

/** A module with this name would be imported by the test tool or the tests instead of the real one. */
function shadowsTool(path: string): boolean {
  return /(^|\/)(sitecustomize|usercustomize|pytest|unittest|_pytest)(\.py|\/__init__\.py)$|(^|\/)node_modules\//.test(
    path,
  );
}
