import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  confirmation,
  executeDirectly,
  temporaryTree,
  treeInMemory,
} from "../../../../test/support/direct-execution.ts";
import { createTestRunner } from "../index.ts";
import type { DeclaredCommand } from "./declared.ts";

const declared = (more: Partial<DeclaredCommand> & Pick<DeclaredCommand, "run">): DeclaredCommand => ({
  ...{ name: "mine", report: "auto", reports: [], folder: ".", when: null, tests: [] },
  ...more,
});

const runnerOf = (command: DeclaredCommand) =>
  createTestRunner({
    execute: executeDirectly,
    nodeProgram: process.execPath,
    resourceFolder: join(import.meta.dirname, "../resources"),
    commands: [command],
    defaults: { timeoutMs: 20_000 },
  });

const FILES = {
  "tap.sh": "echo 'ok 1 - adds'; echo 'not ok 2 - divides'; echo 1..2; exit 1\n",
  "cut.sh": "echo 1..2; echo 'ok 1 - adds'\n",
  "junit.sh": "mkdir -p out; echo '<testsuite><testcase name=\"adds\"/></testsuite>' > out/a.xml\n",
  "printed.sh": "echo start; echo '<testsuite><testcase name=\"adds\"/></testsuite>'; echo end\n",
  "torn.sh":
    "mkdir -p out; echo '<testsuite><testcase name=\"adds\"/></testsuite>' > out/a.xml; echo '<test' > out/b.xml\n",
  "silent.sh": "true\n",
  "stale.sh": "true\n",
  "stale/a.xml": '<testsuite><testcase name="old"/></testsuite>',
};

const RUNS: readonly [string, Parameters<typeof declared>[0], string, readonly string[]][] = [
  ["TAP", { run: "sh tap.sh" }, "failed", ["passed adds", "failed divides"]],
  ["truncated TAP", { run: "sh cut.sh" }, "could_not_run", ["passed adds"]],
  ["JUnit files", { run: "sh junit.sh", report: "junit", reports: ["out/*.xml"] }, "passed", ["passed adds"]],
  [
    "JUnit files without other output",
    { run: "sh junit.sh", reports: ["out/*.xml"] },
    "passed",
    ["passed adds"],
  ],
  [
    "including a truncated file",
    { run: "sh torn.sh", report: "junit", reports: ["out/*.xml"] },
    "could_not_run",
    ["passed adds"],
  ],
  ["JUnit printed to the output", { run: "sh printed.sh" }, "passed", ["passed adds"]],
  [
    "a file of an earlier run",
    { run: "sh stale.sh", report: "junit", reports: ["stale/*.xml"] },
    "could_not_run",
    [],
  ],
  ["an exit code of 0", { run: "sh silent.sh" }, "passed", ["passed sh silent.sh"]],
  ["a nonzero exit code", { run: "sh -c 'exit 3'" }, "failed", ["failed sh -c 'exit 3'"]],
  ["only the exit code", { run: "sh tap.sh", report: "exit" }, "failed", ["failed sh tap.sh"]],
  ["a line for a shell", { run: "cd . && sh silent.sh" }, "passed", ["passed cd . && sh silent.sh"]],
  ["a program that does not exist", { run: "no-such-program" }, "could_not_run", []],
  ["no TAP although TAP was declared", { run: "sh silent.sh", report: "tap" }, "could_not_run", []],
];

describe("a command from the settings", () => {
  test.each(RUNS)("is read by %s", async (_, command, status, tests) => {
    using tree = temporaryTree(FILES);
    const runner = runnerOf(declared(command));
    const [suite, ...others] = await runner.detect(tree);
    expect(suite).toMatchObject({ framework: "mine", root: "." });
    expect(others).toEqual([]);
    if (!suite) return;
    for (const options of [{}, { confirmation }]) {
      const { result } = await runner.run(tree, suite, options);
      expect([result.status, ...result.tests.map(({ id, status }) => `${status} ${id}`)]).toEqual([
        status,
        ...tests,
      ]);
    }
  });
});

const FOUND: readonly [string, Partial<DeclaredCommand>, Record<string, string>, readonly string[]][] = [
  ["replaces an unknown npm test", {}, { "package.json": '{"scripts":{"test":"x"}}' }, ["mine@."]],
  ["is added to the recognized suites", {}, { "test_a.py": "def test_a(): pass\n" }, ["mine@.", "pytest@."]],
  ["applies if the file exists", { when: "t/*.t" }, { "t/a.t": "" }, ["mine@."]],
  ["does not apply otherwise", { when: "t/*.t" }, { "a.t": "" }, []],
  ["runs in its folder", { folder: "api" }, { "api/x": "" }, ["mine@api"]],
  ["needs its folder", { folder: "api" }, { x: "" }, []],
  [
    "replaces a framework with the same name",
    { name: "pytest" },
    { "test_a.py": "def test_a(): pass\n" },
    ["pytest@."],
  ],
];

test.each(FOUND)("%s", async (_, more, files, suites) => {
  const found = await runnerOf(declared({ run: "true", ...more })).detect(treeInMemory(files));
  expect(found.map(({ framework, root }) => `${framework}@${root}`)).toEqual(suites);
});

test("names the files that contain its tests", async () => {
  const runner = runnerOf(declared({ run: "true", folder: "api", tests: ["api/checks/**"] }));
  const suites = [{ framework: "mine", root: "api", why: "" }];
  expect(
    ["api/checks/a.x", "api/a_test.x", "api/a.x", "checks/a.x"].map((each) =>
      runner.isTestFile(each, suites),
    ),
  ).toEqual([true, true, false, false]);
});
