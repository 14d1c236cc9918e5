import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeTarget } from "../../../../test/support/repair/target.ts";
import { noPytest } from "../../../../test/support/toolchains.ts";
import type { Rival } from "../../../domain/ports/repair.ts";
import { openSandbox } from "../../sandbox/index.ts";
import { createRivals } from "./rivals.ts";

const RING = "export function f(list, at) {\n  return list[at];\n}\n";
const AROUND = "export function f(list, at) {\n  return list[at % list.length];\n}\n";
const TWICE = "export function f(list, at) {\n  return [...list, ...list][at];\n}\n";
const RING_TEST = `import assert from "node:assert";
import test from "node:test";
import { f } from "./m.mjs";
test("starts over", () => assert.equal(f(["a", "b", "c"], 4), "b"));
test("knows the rest", () => assert.equal(f(["a", "b", "c"], 1), "b"));
`;

const LINES = `import re


def f(text):
    found = re.search(r"\\r?\\n", text)
    return text[found.start():]


def g(found):
    return found.end()
`;
const LINES_TEST = `from m import f


def test_rest():
    assert f("a\\n bc ") == " bc "
`;

/** The project's tree already contains the change; the worker sees the code before it. */
async function rivalsOf(
  framework: string,
  names: { readonly source: string; readonly test: string; readonly target: string },
  texts: { readonly before: string; readonly after: string; readonly test: string },
): Promise<readonly Rival[]> {
  const tree = mkdtempSync(join(tmpdir(), "agentforge-rivals-"));
  try {
    writeFileSync(join(tree, names.source), texts.after);
    writeFileSync(join(tree, names.test), texts.test);
    const sandbox = await openSandbox({ path: process.env.PATH ?? "", home: homedir(), unsafe: true });
    const target = makeTarget({ [names.source]: texts.before }, { [names.test]: texts.test });
    const failures = target.failing.failures.map((each) => ({ ...each, test_id: names.target }));
    return await createRivals({
      startWorker: (command) => sandbox.start(command),
      resourceFolder: fileURLToPath(new URL("../resources", import.meta.url)),
      programs: { python: "python3", node: process.execPath },
      jobs: 2,
      ticks: 2000,
      elapsed: () => performance.now(),
      budgetMs: 40_000,
    })({
      target: { ...target, failing: { ...target.failing, failures } },
      environment: { tree, lent: [], suites: [{ framework, root: "." }] },
      before: [{ path: names.source, text: texts.before }],
      after: [{ path: names.source, text: texts.after }],
      signal: new AbortController().signal,
    });
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

const inNode = (after: string) =>
  rivalsOf(
    "node:test",
    { source: "m.mjs", test: "m.test.mjs", target: "m.test.mjs > starts over" },
    { before: RING, after, test: RING_TEST },
  );

const inPython = (after: string) =>
  rivalsOf(
    "pytest",
    { source: "m.py", test: "test_m.py", target: "test_m.py::test_rest" },
    { before: LINES, after, test: LINES_TEST },
  );

describe("rivals of a change", { timeout: 90_000 }, () => {
  it("finds the patch that the search would propose instead, and an input that distinguishes them", async () => {
    const [first] = await inNode(TWICE);
    expect(first?.patch.description).toContain("list[at % list.length]");
    expect(first?.differs).toMatch(/^f\(.*\): /);
  });

  it("does not treat the change itself as a rival, even if it is formatted differently", async () => {
    const found = await inNode(AROUND.replace("return list", "return (\n    list").replace("];", "]\n  );"));
    expect(found.map(({ patch }) => patch.description)).toEqual([]);
  });

  it("has no far-fetched rivals if the search would have found the change itself", async () => {
    const before =
      "export function f(line, word, width) {\n  return line.length + 1 + word.length < width;\n}\n";
    const asked = (widths: string) =>
      `[${widths}].map((width, at) => f("abc".slice(at), "abc".slice(at), width))`;
    const test = `${RING_TEST.split("\ntest(")[0]}
test("starts over", () => assert.deepEqual(${asked("7, 5, 3")}, [true, true, true]));
test("knows the rest", () => assert.deepEqual(${asked("6, 4, 2")}, [false, false, false]));
test("knows more", () => assert.deepEqual(${asked("9, 8, 7")}, [true, true, true]));
`;
    const names = { source: "m.mjs", test: "m.test.mjs", target: "m.test.mjs > starts over" };
    const rivalsWith = (after: string) => rivalsOf("node:test", names, { before, after, test });
    expect((await rivalsWith(before.replace("<", "<="))).map(({ patch }) => patch.description)).toEqual([]);
    expect(await rivalsWith(before.replace("line.length + 1 +", "word.length +"))).not.toEqual([]);
  });

  it.skipIf(noPytest)("supports other line endings", async () => {
    const found = await inPython(LINES.replace("found.start()", "found.start() + 1"));
    const rival = found.find(({ patch }) => patch.description.includes("→ return text[found.end():]"));
    expect(rival?.differs).toContain("\\r\\n");
  });

  it("finds no rivals for a framework without a worker", async () => {
    const names = { source: "m.rs", test: "m_test.rs", target: "t" };
    expect(await rivalsOf("cargo test", names, { before: "fn f() {}", after: "", test: "" })).toEqual([]);
  });
});
