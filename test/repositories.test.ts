import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fixesIn } from "../bench/commits-history.ts";
import { readCounts, showCounts } from "./battery/repositories-counts.ts";
import { readProjects } from "./battery/repositories-list.ts";
import { makeRepository } from "./support/repository.ts";

const summaries = [
  ["pytest", "= 460 passed, 2 xfailed, 1 xpassed in 6.32s =", "461 passed, 0 failed, 2 skipped"],
  ["pytest", "1 failed, 3 passed, 1 error in 0.10s", "3 passed, 2 failed, 0 skipped"],
  ["pytest", "2 passed, 1 warning in 75.01s (0:01:15)", "2 passed, 0 failed, 0 skipped"],
  ["unittest", "Ran 7 tests in 0.1s\n\nOK (skipped=2, expected failures=1)", "4 passed, 0 failed, 3 skipped"],
  ["unittest", "Ran 3 tests in 0.1s\n\nFAILED (failures=1, errors=1)", "1 passed, 2 failed, 0 skipped"],
  ["tap", "ℹ tests 6\nℹ pass 4\nℹ fail 1\nℹ skipped 1\nℹ todo 0", "4 passed, 1 failed, 1 skipped"],
  [
    "tape",
    "# a\nok 1 x\n# b\nnot ok 2 y\n# SKIP c\n1..2\n# tests 2\n# pass  1",
    "1 passed, 1 failed, 1 skipped",
  ],
  ["mocha", "  255 passing (1s)\n  25 pending\n  2 failing", "255 passed, 2 failed, 25 skipped"],
  ["jest", "Tests:       1 failed, 1 skipped, 20 passed, 22 total", "20 passed, 1 failed, 1 skipped"],
  ["vitest", "      Tests  3 passed | 1 skipped (4)", "3 passed, 0 failed, 1 skipped"],
  [
    "go",
    "--- PASS: TestA (0.0s)\n    --- FAIL: TestA/b (0.0s)\n--- SKIP: TestC",
    "1 passed, 1 failed, 1 skipped",
  ],
  [
    "cargo",
    "test result: ok. 3 passed; 0 failed; 1 ignored;\ntest result: FAILED. 2 passed; 1 failed; 0 ignored;",
    "5 passed, 1 failed, 1 skipped",
  ],
  [
    "maven",
    "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s\nTests run: 9, Failures: 1, Errors: 1, Skipped: 2",
    "5 passed, 2 failed, 2 skipped",
  ],
] as const;

test.each(summaries)("reads the summary of %s: %s", (framework, output, shown) => {
  const counts = readCounts(framework, `noise\n\u001b[32m${output}\u001b[0m\n`);
  expect(counts && showCounts(counts)).toBe(shown);
});

test.each([...new Set(summaries.map(([framework]) => framework))])(
  "finds no counts of %s in unrelated output",
  (framework) => {
    expect(readCounts(framework, "Segmentation fault\n")).toBeNull();
  },
);

test("every project in the battery's list has all fields and a unique name", () => {
  const list = fileURLToPath(new URL("battery/repositories/projects.yaml", import.meta.url));
  const names = readProjects(list).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
});

test("finds commits with small source changes and tests, newest first", () => {
  const { path, git, remove } = makeRepository((folder) => {
    put(folder, "a.py", "x = 1\n");
    put(folder, "tests/test_a.py", "1\n");
  });
  const commit = (message: string, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) put(path, name, text);
    git("add", "-A");
    git("commit", "-q", "-m", message);
  };
  try {
    commit("fix one", { "a.py": "x = 2\n", "tests/test_a.py": "2\n", "CHANGES.md": "x\n" });
    commit("source alone", { "a.py": "x = 3\n" });
    commit("tests alone", { "tests/test_a.py": "3\n" });
    commit("a new file", { "b.py": "y = 1\n", "tests/test_b.py": "1\n" });
    commit("too much", { "a.py": "y = 1\n".repeat(20), "tests/test_a.py": "4\n" });
    commit("fix two", { "a.py": "y = 1\n".repeat(21), "tests/test_a.py": "5\n" });
    const found = fixesIn(path, 10).map(({ subject, lines, tests, sources }) => ({
      subject,
      lines,
      tests,
      sources,
    }));
    expect(found).toEqual([
      { subject: "fix two", lines: 1, tests: ["tests/test_a.py"], sources: ["a.py"] },
      { subject: "fix one", lines: 2, tests: ["tests/test_a.py"], sources: ["a.py"] },
    ]);
    expect(execFileSync("git", ["status", "--porcelain"], { cwd: path, encoding: "utf8" })).toBe("");
  } finally {
    remove();
  }
});

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
