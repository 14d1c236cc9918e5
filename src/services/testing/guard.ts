import type { TestResult } from "../../domain/entities/test-result.ts";
import type { GuardInput } from "../../domain/ports/testing.ts";
import { changedExamples } from "./guard-examples.ts";
import { changedSettings } from "./guard-settings.ts";
import { weakened } from "./guard-text.ts";

/**
 * What a change did to the tests that judge it: edited, deleted, skipped or weakened them, in sentences for
 * people. Empty means nothing. A test file that did not exist before judges nobody and may be added.
 */
export function guardTests(input: GuardInput): string[] {
  return [...input.changedPaths.flatMap((path) => ofFile(path, input)), ...ofIdentities(input)];
}

/**
 * The part of it that makes tests say less: deleted, skipped or weakened ones. For whoever may edit tests, as a
 * developer does all day, and is asked only about these.
 */
export function weakenedTests(input: GuardInput): string[] {
  return input.changedPaths.flatMap((path) => {
    const [old, now] = textsOf(path, input);
    if (old === null || old === now) return [];
    return input.isTestFile(path) ? ofTestFile(path, old, now, true) : ofTestsWithin(path, old, now, true);
  });
}

function textsOf(path: string, { before, after }: GuardInput): [old: string | null, now: string | null] {
  const textIn = (files: GuardInput["before"]["files"]) =>
    files.find((file) => file.path === path)?.text ?? null;
  return [textIn(before.files), textIn(after.files)];
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
  if (old === null) return steersTests(path) ? [`${path} was added and steers the judging tests`] : [];
  return ofTestFile(path, old, now, false);
}

function ofTestFile(path: string, old: string, now: string | null, onlyWeaker: boolean): string[] {
  if (now === null) return [`${path}, which judges this change, was deleted`];
  const how = weakened(old, now);
  if (how.length === 0) return onlyWeaker ? [] : [`${path}, which judges this change, was edited`];
  return [`${path}, which judges this change, was edited: ${how.join("; ")}`];
}

/** Tests that live in the source file they test: Rust's `#[cfg(test)]`, Vitest's `import.meta.vitest`. */
function ofTestsWithin(path: string, old: string | null, now: string | null, onlyWeaker: boolean): string[] {
  if (old === null) return [];
  const marker = /#\[cfg\(test\)\]|import\.meta\.vitest/;
  const start = old.search(marker);
  if (start === -1) return [];
  const oldTests = old.slice(start);
  const nowStart = (now ?? "").search(marker);
  if (nowStart === -1) return [`the tests inside ${path} were deleted`];
  const nowTests = (now ?? "").slice(nowStart);
  if (oldTests.trim() === nowTests.trim()) return [];
  const how = weakened(oldTests, nowTests);
  if (how.length === 0) return onlyWeaker ? [] : [`the tests inside ${path} were edited`];
  return [`the tests inside ${path} were edited: ${how.join("; ")}`];
}

const NOTICES =
  /PYTEST_CURRENT_TEST|NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST_(?:POOL|WORKER)_ID|AGENTFORGE_\w+|["'](?:pytest|unittest)["'] in sys\.modules|testing\.Testing\(\)/g;

/** Code that asks whether it is being tested can give the tests what they want and nobody else. */
function noticesTests(path: string, old: string | null, now: string | null): string[] {
  const asks = (text: string | null) => text?.match(NOTICES)?.length ?? 0;
  return asks(now) > asks(old) ? [`${path} looks whether it is being tested`] : [];
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
  return status === "passed" || status === "failed" || status === "error";
}

/** A file that could not be loaded is listed under its own name until it can be. */
function isLoadError(test: TestResult["tests"][number]): boolean {
  return test.status === "error" && (test.file === null || test.id === test.file || test.name === test.id);
}

const STEERS =
  /(^|\/)(conftest\.py|\.?pytest\.(ini|toml)|tox\.ini|\.mocharc\.[\w.]+|(jest|vitest|vite)\.(config|setup|workspace)\.[cm]?[jt]s(on)?|(jest|vitest)[-.]?setup\.[cm]?[jt]s|global-?setup\.[cm]?[jt]s)$|(^|\/)(__snapshots__|__mocks__)\//i;

function steersTests(path: string): boolean {
  return STEERS.test(path);
}

/** A module of this name would be imported by the test tool, or by the tests, instead of the real one. */
function shadowsTool(path: string): boolean {
  return /(^|\/)(sitecustomize|usercustomize|pytest|unittest|_pytest)(\.py|\/__init__\.py)$|(^|\/)node_modules\//.test(
    path,
  );
}
