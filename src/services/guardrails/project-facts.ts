import type { FileView } from "./files.ts";

export interface PlanStatus {
  readonly completed: number;
  readonly remaining: number;
  readonly next: string | null;
}

/** Task status from IMPLEMENTATION_PLAN.md, or null if there is no such file. */
export function currentTask(root: string, files: FileView): PlanStatus | null {
  const text = files.text(`${root}/IMPLEMENTATION_PLAN.md`);
  if (text === null) return null;
  const lines = withoutFences(text).filter((line) => /^\s*[-*] \[[ xX]\]/.test(line));
  const open = lines.filter((line) => /\[ \]/.test(line.slice(0, line.indexOf("]") + 1)));
  const next = open[0]?.replace(/^\s*[-*] \[ \]\s*/, "").trim() ?? null;
  return { completed: lines.length - open.length, remaining: open.length, next };
}

/** Commands in backticks that start a list item of AGENTS.md: what people want run before "done". */
export function verificationCommands(root: string, files: FileView): readonly string[] {
  const text = files.text(`${root}/AGENTS.md`);
  if (text === null) return [];
  return text
    .split("\n")
    .flatMap((line) => /^\s*[-*]\s*`([^`]+)`/.exec(line)?.[1] ?? [])
    .slice(0, 20);
}

/** Files and folders that indicate tests, or how to run them. */
const TESTED: readonly (readonly [file: string, says: RegExp | null])[] = [
  ["package.json", /"test[\w:-]*"\s*:\s*"(?!echo \\"Error: no test specified)/],
  ["deno.json", /"test"/],
  ["pyproject.toml", /pytest|unittest|tox|nox/],
  ["setup.cfg", /pytest|tool:pytest/],
  ["Makefile", /^(?:test|check)\w*:/m],
  ["justfile", /^test\w*:/m],
  ["Rakefile", /test|spec/i],
  ["composer.json", /phpunit|pest|"test"/],
  ["mix.exs", null],
  ["Cargo.toml", null],
  ["go.mod", null],
  ["pom.xml", null],
  ["build.gradle", null],
  ["build.gradle.kts", null],
  ["build.sbt", null],
  ["build.zig", null],
  ["Package.swift", null],
  ["pubspec.yaml", /flutter_test|\btest:/],
  ["pytest.ini", null],
  ["tox.ini", null],
  ["noxfile.py", null],
  ["phpunit.xml", null],
  ["phpunit.xml.dist", null],
  ["jest.config.js", null],
  ["vitest.config.ts", null],
  ["playwright.config.ts", null],
  ["CTestTestfile.cmake", null],
  ["MODULE.bazel", null],
  ["WORKSPACE", null],
  ["test", null],
  ["tests", null],
  ["spec", null],
  ["__tests__", null],
  ["src/test", null],
  ["src/__tests__", null],
];

/** Whether the top level of a repository indicates that it has tests. */
export function canBeTested(root: string, files: FileView): boolean {
  if (verificationCommands(root, files).length > 0) return true;
  const found = TESTED.some(([file, says]) => {
    if (says === null) return files.stat(`${root}/${file}`) !== null;
    return says.test(files.text(`${root}/${file}`) ?? "");
  });
  return found || hasTestFile(root, files) || hasTestFile(`${root}/src`, files);
}

function hasTestFile(folder: string, files: FileView): boolean {
  return files
    .list(folder)
    .some(
      (name) =>
        /(?:^test_.*|_test|_spec|\.test|\.spec|Tests?)\.\w+$/.test(name) || /\.(?:sln|csproj)$/.test(name),
    );
}

const SKIPPED = new Set([
  "node_modules/",
  ".git/",
  ".harness/",
  "__pycache__/",
  ".venv/",
  "venv/",
  "dist/",
  "build/",
  "target/",
  "coverage/",
  ".next/",
  ".cache/",
  ".mypy_cache/",
  ".pytest_cache/",
  ".tox/",
  "vendor/",
]);
const MAX_ENTRIES = 100;

/** The file tree of the repository, up to a given depth, at most a hundred entries. */
export function treeOf(root: string, depth: number, files: FileView): string {
  const lines: string[] = [];
  const visit = (folder: string, level: number): void => {
    for (const name of files.list(folder)) {
      if (lines.length >= MAX_ENTRIES) return;
      if (SKIPPED.has(name) || name.endsWith(".pyc") || name === ".agentforge/") continue;
      lines.push(`${"  ".repeat(level)}${name}`);
      if (name.endsWith("/") && level + 1 < depth) visit(`${folder}/${name.slice(0, -1)}`, level + 1);
    }
  };
  visit(root, 0);
  return lines.length >= MAX_ENTRIES
    ? `${lines.join("\n")}\n(first ${MAX_ENTRIES} entries)`
    : lines.join("\n");
}

function withoutFences(text: string): string[] {
  let fenced = false;
  return text.split("\n").filter((line) => {
    if (/^\s*```/.test(line)) fenced = !fenced;
    return !fenced;
  });
}
