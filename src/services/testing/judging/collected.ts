import { posix } from "node:path";
import type { TestResult } from "../../../domain/entities/test-result.ts";
import type { Suite } from "../../../domain/ports/testing.ts";
import type { Framework } from "../contract.ts";
import { hasFolder, nameOf } from "../paths.ts";
import type { Code } from "./code.ts";
import { CODE } from "./imports.ts";

type JudgedSuite = Suite & Pick<Framework, "meta">;
type Test = TestResult["tests"][number];

/**
 * The files whose tests a run executed or listed. Tests inside the code they test (Rust's `#[cfg(test)]`, Vitest's
 * `import.meta.vitest`, doctests) do not make their file a test file; the guard checks those parts separately.
 */
export async function collectedFiles(
  { tests }: Pick<TestResult, "tests">,
  suites: readonly JudgedSuite[],
  code: Code,
): Promise<Set<string>> {
  const byFile = new Map<string, Test[]>();
  for (const test of tests) {
    const file = fileOf(test, suites, code);
    if (file !== null) byFile.set(file, [...(byFile.get(file) ?? []), test]);
  }
  const found = new Set<string>();
  for (const [file, own] of byFile) {
    if (await isSourceItself(file, own, suites, code)) continue;
    for (const path of writtenAs(file, code)) found.add(path);
  }
  return found;
}

/** In Python, the id names the collected file; `file` can be that of a decorator. */
function fileOf({ id, file }: Test, suites: readonly JudgedSuite[], { layout }: Code): string | null {
  if (file !== null && !file.endsWith(".py")) return file;
  const prefix = suites
    .map(({ framework, root }) => `${framework}@${root} `)
    .find((each) => id.startsWith(each));
  const [path = ""] = id.slice(prefix?.length ?? 0).split("::");
  return layout.files.has(path) ? path : file;
}

async function isSourceItself(
  file: string,
  tests: readonly Test[],
  suites: readonly JudgedSuite[],
  code: Code,
): Promise<boolean> {
  if (file.endsWith(".go")) return !file.endsWith("_test.go");
  if (file.endsWith(".rs"))
    return !hasFolder(file, ["tests", "benches"]) && !(await isTestTarget(file, code));
  const text = await code.text(file);
  if (file.endsWith(".py")) return tests.every((test) => isDoctest(test, file)) && text.includes(">>>");
  if (/\bimport\.meta\.vitest\b/.test(text)) return !/\bfrom\s*["']vitest["']/.test(text);
  const isLoadError = tests.every((test) => test.status === "error" && test.name === file);
  return isLoadError && suites.some(({ meta }) => meta.blamesSources ?? false) && !DECLARES_TESTS.test(text);
}

export const DECLARES_TESTS = /(?:^|[\s;({])(?:describe|it|test|suite|specify|context)(?:\.\w+)*\s*\(/m;

/** pytest names a doctest by its dotted path: `pkg/calc.py::pkg.calc.add`. */
function isDoctest({ id }: Test, file: string): boolean {
  const last = id.split("::").at(-1) ?? "";
  const stem = posix.basename(file, ".py");
  return last === stem || (/^[\w.]+$/.test(last) && last.includes("."));
}

/** `[[test]]` in Cargo.toml may name any path. */
async function isTestTarget(file: string, code: Code): Promise<boolean> {
  for (const manifest of code.layout.files) {
    if (nameOf(manifest) !== "Cargo.toml") continue;
    const tables = (await code.text(manifest))
      .split(/^(?=\[)/m)
      .filter((each) => each.startsWith("[[test]]"));
    const paths = tables.map((each) => /^path\s*=\s*"([^"]+)"/m.exec(each)?.[1]);
    if (paths.some((path) => path !== undefined && posix.join(posix.dirname(manifest), path) === file))
      return true;
  }
  return false;
}

/** A test that was compiled before it ran (`dist/checks/a.js`) has its source elsewhere (`src/checks/a.ts`). */
function writtenAs(file: string, { layout }: Code): string[] {
  if (layout.files.has(file)) return [file];
  const parts = withoutEnding(file).split("/");
  for (let from = 1; from < parts.length; from += 1) {
    const tail = parts.slice(from).join("/");
    const same = [...layout.files].filter((each) => {
      const plain = withoutEnding(each);
      return CODE.test(each) && (plain === tail || plain.endsWith(`/${tail}`));
    });
    if (same.length === 1 || (same.length > 1 && tail.includes("/"))) return same;
  }
  return [];
}

function withoutEnding(path: string): string {
  return path.replace(/\.[^./]+$/, "");
}
