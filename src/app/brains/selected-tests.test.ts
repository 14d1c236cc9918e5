import { describe, expect, it } from "vitest";
import {
  executeDirectly,
  type TemporaryTree,
  temporaryTree,
} from "../../../test/support/direct-execution.ts";
import type { Selection } from "../../domain/ports/testing.ts";
import {
  createTestRunner,
  diagnoseEnvironment,
  guardTests,
  mergeResults,
  whyNotStarted,
} from "../../services/testing/index.ts";
import { createTestHand } from "./selected-tests.ts";

const RED = 'import { test } from "node:test";\nimport assert from "node:assert";\n';
const FILES = {
  "package.json": '{"type":"module","scripts":{"test":"node --test"}}',
  "good.test.js": `${RED}test("holds", () => assert.ok(true));\n`,
  "bad.test.js": `${RED}test("fails", () => assert.ok(false));\n`,
  "code.js": "export const one = 1;\n",
};

const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: new URL("../../services/testing/resources", import.meta.url).pathname,
  defaults: { timeoutMs: 60_000 },
});

const testRules = {
  merge: mergeResults,
  guard: guardTests,
  whyNotStarted,
  environmentProblem: diagnoseEnvironment,
};
const settings = { isExcluded: () => false, testTimeoutSeconds: 60 };
const toolCaller = (tree: TemporaryTree, targets: readonly string[] = []) => {
  const run = createTestHand({ tests: runner, testRules, settings }, tree, targets);
  return (selection: Selection) => run(selection, AbortSignal.timeout(60_000));
};
const files = (...paths: string[]): Selection => ({ kind: "files", files: paths });
const tests = (...ids: string[]): Selection => ({ kind: "tests", ids });

describe("tests that a brain asks for", () => {
  it.each<[string, Selection, RegExp]>([
    ["a file that does not exist", files("nosuch.test.js"), /not in the project: nosuch\.test\.js/],
    [
      "an option next to a file",
      files("good.test.js", "--test-skip-pattern=fails"),
      /not in the project: --test-skip/,
    ],
    [
      "a file without tests next to one with tests",
      files("good.test.js", "code.js"),
      /no test ran in code\.js/,
    ],
    ["an option for an id", tests("-knot fails"), /"-knot fails" is not the id of a test/],
    ["an id in a file that does not exist", tests("nosuch.test.js > x"), /nosuch\.test\.js is not a file/],
    ["one good id and one bad", tests("good.test.js > holds", "--help"), /"--help" is not the id of a test/],
  ])("%s is refused", async (_title, selection, why) => {
    using tree = temporaryTree(FILES);
    await expect(toolCaller(tree)(selection)).rejects.toThrow(why);
  });

  it("runs only what exists", async () => {
    using tree = temporaryTree(FILES);
    const run = toolCaller(tree);
    expect(await run(files("good.test.js"))).toMatchObject({ status: "passed", passed: 1 });
    expect(await run(files("bad.test.js"))).toMatchObject({ status: "failed", failed: 1 });
    expect(await run(tests("good.test.js > holds"))).toMatchObject({ status: "passed", passed: 1 });
    expect(await run(tests("good.test.js > nosuch"))).toMatchObject({ status: "no_tests", passed: 0 });
    expect(await run({ kind: "all" })).toMatchObject({ status: "failed", passed: 1, failed: 1 });
  });

  it("accepts ids of earlier runs and of its task, although they name no file", async () => {
    using tree = temporaryTree(FILES);
    await expect(toolCaller(tree)(tests("example.com/a.TestX"))).rejects.toThrow(/is not the id of a test/);
    const result = await toolCaller(tree, ["example.com/a.TestX"])(tests("example.com/a.TestX"));
    expect(result.status).not.toBe("passed");
  });

  it("asks each suite for its own files, under ids that identify the suite", async () => {
    using tree = temporaryTree({
      "a/package.json": FILES["package.json"],
      "a/good.test.js": FILES["good.test.js"],
      "b/package.json": FILES["package.json"],
      "b/bad.test.js": FILES["bad.test.js"],
    });
    const run = toolCaller(tree);
    const result = await run(files("a/good.test.js", "b/bad.test.js"));
    expect(result).toMatchObject({ status: "failed", passed: 1, failed: 1 });
    const [failure] = result.failures;
    expect(failure?.test_id).toBe("node:test@b b/bad.test.js > fails");
    expect(await run(tests(failure?.test_id ?? ""))).toMatchObject({ status: "failed", failed: 1 });
    await expect(run(tests("b/bad.test.js > fails"))).rejects.toThrow(
      /an id starts with its suite: "node:test@a "/,
    );
  });
});
