import { posix } from "node:path";
import type { Suite } from "../../../domain/ports/testing.ts";
import { folderOf, isInside, nameOf, upwards } from "../paths.ts";
import type { Code } from "./code.ts";
import { CODE } from "./imports.ts";

export interface TerritoryInput {
  readonly code: Code;
  readonly suites: readonly Suite[];
  readonly collected: ReadonlySet<string>;
  /** Whether a file judges on its own: it is collected, configured, or recognized by name. */
  readonly isJudging: (path: string) => boolean;
}

/**
 * Folders that contain tests and nothing that the code needs: no source outside loads a file in them, and their tests
 * load code from outside, or their name indicates tests. Everything in them belongs to the tests. A folder with tests
 * next to the code they test is excluded, and so is the root of a suite.
 */
export async function testFolders(input: TerritoryInput): Promise<string[]> {
  const found: string[] = [];
  for (const folder of candidates(input)) {
    if (found.some((outer) => isInside(outer, folder))) continue;
    if (await isTestFolder(folder, input)) found.push(folder);
  }
  return found;
}

/** The word stands alone or at the end of a compound: `checks`, `unit-checks`, but not `checksum`. */
const TEST_WORD = /(?:^|[-_.])(?:tests?|testing|specs?|checks?|e2e|qa|verification|fixtures?|testdata)$/i;

/**
 * Shallow first. Above a test's folder, only names distinguish tests from a package that contains both. A Go test is in
 * the folder of the package it tests.
 */
function candidates({ collected, suites }: TerritoryInput): string[] {
  const roots = new Set([".", ...suites.map((suite) => suite.root)]);
  const found = new Set<string>();
  for (const file of collected) {
    if (file.endsWith(".go")) continue;
    const own = folderOf(file);
    for (const folder of upwards(own)) {
      if (roots.has(folder)) break;
      if (folder === own || TEST_WORD.test(nameOf(folder))) found.add(folder);
    }
  }
  return [...found].sort((a, b) => a.split("/").length - b.split("/").length || a.localeCompare(b));
}

async function isTestFolder(folder: string, input: TerritoryInput): Promise<boolean> {
  const { code, collected, isJudging } = input;
  const files = [...code.layout.files].filter((file) => isInside(folder, file));
  if (files.every(isJudging)) return false;
  const tests = files.filter((file) => collected.has(file));
  if (await isNextToItsCode(tests, input)) return false;
  if (!TEST_WORD.test(nameOf(folder)) && !(await loadsFromOutside(folder, tests, input))) return false;
  const importers = await code.importers();
  return !files.some((file) =>
    [...(importers.get(file) ?? [])].some((other) => !isInside(folder, other) && !isJudging(other)),
  );
}

/** A test that loads a file in its own folder and is named after it: `calc.checks.js` and `calc.js`. */
async function isNextToItsCode(
  tests: readonly string[],
  { code, isJudging }: TerritoryInput,
): Promise<boolean> {
  for (const test of tests) {
    for (const file of await code.imports(test)) {
      if (folderOf(file) !== folderOf(test) || isJudging(file) || isHelperName(file)) continue;
      if (isNamedAfter(test, file)) return true;
    }
  }
  return false;
}

async function loadsFromOutside(
  folder: string,
  tests: readonly string[],
  { code, isJudging }: TerritoryInput,
): Promise<boolean> {
  const seen = new Set(tests);
  for (const file of seen) {
    for (const target of await code.imports(file)) {
      if (!isInside(folder, target) && CODE.test(target) && !isJudging(target)) return true;
      if (isInside(folder, target) && isHelperName(target)) seen.add(target);
    }
  }
  return false;
}

const HELPER =
  /^(?:helpers?|support|setup|fixtures?|mocks?|stubs?|fakes?|factor(?:y|ies)|expected|testkit|harness)$/i;

function isHelperName(path: string): boolean {
  return wordsOf(path).some((word) => HELPER.test(word));
}

function isNamedAfter(test: string, file: string): boolean {
  const [long, short] = [wordsOf(test), wordsOf(file)];
  if (short.length === 0 || short.length >= long.length) return false;
  const matches = (from: number) => short.every((word, at) => word === long[from + at]);
  return matches(0) || matches(long.length - short.length);
}

function wordsOf(path: string): string[] {
  return posix
    .basename(path)
    .replace(/\.\w+$/, "")
    .split(/[-_.]|(?<=[a-z\d])(?=[A-Z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/**
 * Outside such folders, only names distinguish a helper from the code under test: files that tests load and no source
 * does, and that are called `test_helpers.py` or `expected.js`. A file that only its own tests load is what they test:
 * `checks.py` and `test_checks.py`.
 */
export async function namedHelpers(
  { code, isJudging }: Pick<TerritoryInput, "code" | "isJudging">,
  from: Iterable<string>,
): Promise<Set<string>> {
  const found = new Set<string>();
  const reached = new Set(from);
  for (const file of reached) {
    for (const target of await code.imports(file)) {
      if (isJudging(target) || found.has(target) || !isForTests(target)) continue;
      const importers = [...((await code.importers()).get(target) ?? [])];
      if (importers.some((other) => !isJudging(other) && !found.has(other))) continue;
      if (importers.every((other) => isJudging(other) && isNamedAfter(other, target))) continue;
      found.add(target);
      reached.add(target);
    }
  }
  return found;
}

const FOR_TESTS =
  /^(?:tests?|testing|specs?|checks?|testutils?|testhelpers?|testkit|fixtures?|expected|mocks?|stubs?)$/;

function isForTests(path: string): boolean {
  // Rust has no path imports between crates: a module of a test crate belongs to it.
  if (path.endsWith(".rs")) return true;
  if (path.endsWith(".go")) return /test|mock|fixture/.test(nameOf(folderOf(path)));
  return wordsOf(path).some((word) => FOR_TESTS.test(word));
}
