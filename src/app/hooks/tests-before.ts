import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { GuardEvent } from "../../domain/entities/guard-event.ts";
import { isObject } from "../../domain/rules/settings/is-object.ts";
import { type FileView, fingerprint, inspectCommand, writtenPaths } from "../../services/guardrails/index.ts";
import { weakenedTests } from "../../services/testing/guard/weakened-tests.ts";
import { roleByName } from "../../services/testing/test-name.ts";

interface KeptTest {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const FOLDER = "tests-before";
const MOST_FILES = 200;
const MOST_BYTES = 256 * 1024;
const TESTS_WITHIN = /#\[cfg\(test\)\]|import\.meta\.vitest/;

/** Stores the current version of the tests that a call is about to change, each once per session. */
export function keepTestsBefore(folder: string, event: GuardEvent, files: FileView): void {
  if (event.event !== "before_tool" || event.tool.kind === "read" || event.tool.kind === "other") return;
  const paths = writtenPaths(event.tool, inspectCommand(event.tool, event, files), event);
  for (const { path, text } of paths.flatMap((path) => testsAt(event.root, path)).slice(0, MOST_FILES)) {
    mkdirSync(join(folder, FOLDER), { recursive: true, mode: 0o700 });
    try {
      const file = join(folder, FOLDER, `${fingerprint(path)}.json`);
      writeFileSync(file, JSON.stringify({ path, text } satisfies KeptTest), { flag: "wx", mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** The session's later changes to them, as the test guard describes them. A moved test is unchanged. */
export function weakenedSince(
  folder: string,
  root: string,
  edited: () => readonly string[],
): readonly string[] {
  const kept = namesIn(join(folder, FOLDER)).flatMap((name) => readKept(join(folder, FOLDER, name)));
  if (kept.length === 0) return [];
  const now = kept.flatMap(({ path }) => textAt(root, path) ?? []);
  const gone = kept.filter(({ path }) => !now.some((file) => file.path === path));
  const others = gone.length === 0 ? [] : edited().filter((path) => roleByName(path) !== null);
  const texts = others.flatMap((path) => textAt(root, path) ?? []);
  const moved = gone.filter(({ text }) => texts.some((other) => isMostly(text, other.text)));
  return weakenedTests({
    before: { files: kept, result: null },
    after: { files: now, result: null },
    changedPaths: kept.filter((test) => !moved.includes(test)).map(({ path }) => path),
    isTestFile: (path) => roleByName(path) !== null,
  });
}

function testsAt(root: string, path: string): KeptTest[] {
  const found = lstatSync(resolve(root, path), { throwIfNoEntry: false });
  if (path === "." || path.startsWith("/") || !found) return [];
  if (found.isDirectory())
    return readdirSync(resolve(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((file) => roleByName(file) !== null)
      .slice(0, MOST_FILES)
      .flatMap((file) => textAt(root, file) ?? []);
  const file = textAt(root, path);
  return file && (roleByName(path) !== null || TESTS_WITHIN.test(file.text)) ? [file] : [];
}

function textAt(root: string, path: string): KeptTest | null {
  const file = resolve(root, path);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || found.size > MOST_BYTES) return null;
  return { path, text: readFileSync(file, "utf8") };
}

/** Four fifths of the meaningful lines are in the other text. */
function isMostly(text: string, other: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const there = new Set(other.split("\n"));
  return lines.length > 0 && lines.filter((line) => there.has(line)).length >= lines.length * 0.8;
}

function readKept(file: string): KeptTest[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isObject(value) && typeof value.path === "string" && typeof value.text === "string"
      ? [{ path: value.path, text: value.text }]
      : [];
  } catch (error) {
    // A killed process leaves a partial file: only its own entry is lost.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function namesIn(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}
