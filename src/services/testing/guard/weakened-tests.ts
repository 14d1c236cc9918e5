import type { GuardInput } from "../../../domain/ports/testing.ts";
import { weakened } from "./weakened-text.ts";

/**
 * The findings of `guardTests` that make tests check less: deleted, skipped or weakened tests. For people who
 * may edit tests, such as developers: they are asked only about these.
 */
export function weakenedTests(input: GuardInput): string[] {
  return input.changedPaths.flatMap((path) => {
    const [old, now] = textsOf(path, input);
    if (old === null || old === now) return [];
    return input.isTestFile(path) ? ofTestFile(path, old, now, true) : ofTestsWithin(path, old, now, true);
  });
}

export function textsOf(
  path: string,
  { before, after }: GuardInput,
): [old: string | null, now: string | null] {
  const textIn = (files: GuardInput["before"]["files"]) =>
    files.find((file) => file.path === path)?.text ?? null;
  return [textIn(before.files), textIn(after.files)];
}

export function ofTestFile(path: string, old: string, now: string | null, onlyWeaker: boolean): string[] {
  if (now === null) return [`${path}, which judges this change, was deleted`];
  const how = weakened(old, now);
  if (how.length === 0) return onlyWeaker ? [] : [`${path}, which judges this change, was edited`];
  return [`${path}, which judges this change, was edited: ${how.join("; ")}`];
}

/** Tests inside the source file they test: Rust's `#[cfg(test)]`, Vitest's `import.meta.vitest`. */
export function ofTestsWithin(
  path: string,
  old: string | null,
  now: string | null,
  onlyWeaker: boolean,
): string[] {
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
