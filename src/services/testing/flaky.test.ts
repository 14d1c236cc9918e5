import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTestRunner, findFlaky } from "./index.ts";
import { executeDirectly, temporaryTree } from "./test-support.ts";

const memory = mkdtempSync(join(tmpdir(), "agentforge-flaky-"));
afterAll(() => rmSync(memory, { recursive: true, force: true }));

const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "resources"),
  defaults: { timeoutMs: 30_000 },
});

/** Fails until it has been run as often as the counter says. */
const files = {
  "a.test.js": `const { test } = require("node:test");
const { appendFileSync, readFileSync } = require("node:fs");
test("unsteady", () => {
  const path = ${JSON.stringify(join(memory, "count"))};
  appendFileSync(path, "x");
  if (readFileSync(path, "utf8").length < 3) throw new Error("not yet");
});
test("broken", () => {
  throw new Error("always");
});
`,
};

test("tells a flaky test from a broken one by running both again", async () => {
  using tree = temporaryTree(files);
  const suite = { framework: "node:test", root: ".", why: "" };
  const { result } = await runner.run(tree, suite);
  const failing = result.failures.map(({ test_id }) => test_id);
  expect(failing).toEqual(["a.test.js > unsteady", "a.test.js > broken"]);
  const found = await findFlaky(runner, tree, suite, failing, 3);
  expect(found).toEqual({ flaky: ["a.test.js > unsteady"], steady: ["a.test.js > broken"], runs: 3 });
});

test("runs nothing when nothing failed", async () => {
  const idle = { ...runner, run: () => Promise.reject(new Error("ran")) };
  using tree = temporaryTree({});
  const found = await findFlaky(idle, tree, { framework: "pytest", root: ".", why: "" }, [], 5);
  expect(found).toEqual({ flaky: [], steady: [], runs: 0 });
});
