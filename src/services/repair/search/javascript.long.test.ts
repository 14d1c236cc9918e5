import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import {
  endSearches,
  find,
  folders,
  resources,
  setUp,
  started,
  texts,
} from "../../../../test/support/searches.ts";
import { mayLack } from "../../../../test/support/toolchains.ts";
import { type Survey, VERDICTS } from "../validate/worker.ts";

const TOOLS = join(import.meta.dirname, "../../../../tools/node_modules");

afterEach(endSearches);

describe("JavaScript, warm", () => {
  const suite = 'import assert from "node:assert";\nimport test from "node:test";\n';
  const cases: readonly [string, string, Record<string, string>, Record<string, string>, string, string][] = [
    [
      "an ES module",
      "node:test",
      { "m.mjs": "export const add = (a, b) => a - b;\n" },
      {
        "m.test.mjs": `${suite}import { add } from "./m.mjs";\ntest("add", () => assert.equal(add(2, 3), 5));\n`,
      },
      "m.mjs",
      "a + b",
    ],
    [
      "CommonJS",
      "node:test",
      { "m.cjs": "function last(xs) {\n  return xs[xs.length];\n}\nmodule.exports = { last };\n" },
      {
        "m.test.cjs":
          'const test = require("node:test");\nconst assert = require("node:assert");\nconst { last } = require("./m.cjs");\ntest("last", () => { assert.equal(last([1, 2]), 2); assert.equal(last([7]), 7); });\n',
      },
      "m.cjs",
      "xs.length - 1",
    ],
    [
      "CommonJS with text that looks like an ES module",
      "mocha",
      { "m.js": "exports.last = (xs) => xs[xs.length];\n" },
      {
        "m.test.js":
          'const assert = require("node:assert");\nconst { last } = require("./m.js");\nconst script = `\n  importScripts("x");\n  import y from "y";\n`;\nit("last", () => { assert.ok(script); assert.equal(last([1, 2]), 2); assert.equal(last([7]), 7); });\n',
      },
      "m.js",
      "xs.length - 1",
    ],
    [
      "a condition that lacks a part",
      "node:test",
      { "m.mjs": "export function ok(p) {\n  return p.age >= 18;\n}\n" },
      {
        "m.test.mjs": `${suite}import { ok } from "./m.mjs";\ntest("ok", () => {\n  assert.equal(ok({ age: 20, banned: false }), true);\n  assert.equal(ok({ age: 9, banned: false }), false);\n  assert.equal(ok({ age: 30, banned: true }), false);\n});\n`,
      },
      "m.mjs",
      "p.age >= 18 && !p.banned",
    ],
    [
      "two bugs behind one test, guided by the assertions that it reaches",
      "node:test",
      {
        "m.mjs":
          "export function about(xs) {\n  let most = xs[0];\n  let sum = 0;\n  for (const x of xs) {\n    if (x < most) most = x;\n    sum += x;\n  }\n  return [most, sum / (xs.length + 1)];\n}\n",
      },
      {
        "m.test.mjs": `${suite}import { about } from "./m.mjs";\ntest("about", () => {\n  assert.equal(about([3, 1, 2, 4])[0], 4);\n  assert.deepEqual(about([4, -2, 7]), [7, 3]);\n  assert.deepEqual(about([5]), [5, 5]);\n});\n`,
      },
      "m.mjs",
      "if (x > most) most = x;\n    sum += x;\n  }\n  return [most, sum / (xs.length)]",
    ],
    [
      "two bugs behind a test with a single assertion, guided by how close the value was",
      "node:test",
      {
        "m.mjs":
          "export function about(xs) {\n  let most = xs[0];\n  let sum = 0;\n  for (const x of xs) {\n    if (x < most) most = x;\n    sum += x;\n  }\n  return [most, sum / (xs.length + 1)];\n}\n",
      },
      {
        "m.test.mjs": `${suite}import { about } from "./m.mjs";\ntest("about", () => {\n  assert.deepEqual([[3, 1, 2, 6], [4, -2, 7], [5]].flatMap(about), [6, 3, 7, 3, 5, 5]);\n});\n`,
      },
      "m.mjs",
      "if (x > most) most = x;\n    sum += x;\n  }\n  return [most, sum / (xs.length)]",
    ],
    [
      "a second bug that the test reaches only after the first is fixed",
      "node:test",
      {
        "m.mjs":
          "export function up(v, part) {\n  switch (part) {\n    case 'major':\n      v.major += 1;\n      v.minor = 0;\n      break;\n    case 'minor':\n      v.minor += 1;\n      break;\n    default:\n      v.patch += 1;\n  }\n  return v;\n}\n",
      },
      {
        "m.test.mjs": `${suite}import { up } from "./m.mjs";\nconst at = () => ({ major: 1, minor: 2, patch: 3 });\ntest("up", () => {\n  assert.deepEqual(up(at(), "patch"), { major: 1, minor: 2, patch: 4 });\n  assert.deepEqual(up(at(), "minor"), { major: 1, minor: 3, patch: 0 });\n  assert.deepEqual(up(at(), "major"), { major: 2, minor: 0, patch: 0 });\n});\n`,
      },
      "m.mjs",
      "v.patch = 0;\n      v.major += 1;\n      v.minor = 0;\n      break;\n    case 'minor':\n      v.patch = 0;\n      v.minor += 1;",
    ],
    [
      "TypeScript that imports types without saying so",
      "vitest",
      {
        "types.ts": "export interface Box { n: number }\nexport const LIMIT = 3;\n",
        "only-types.d.ts": "export type Name = string;\n",
        "m.ts":
          'import { type Box as Other, Box, LIMIT } from "./types";\nimport { Name } from "./only-types";\n/** Of a Box, with a Name. */\nexport function over(box: Box | Other, name?: Name): boolean {\n  return box.n < LIMIT;\n}\n',
      },
      {
        "m.test.ts":
          'import { expect, test } from "vitest";\nimport { over } from "./m";\nimport { Box } from "./types";\ntest("over", () => { const box: Box = { n: 5 }; expect(over(box)).toBe(true); expect(over({ n: 1 })).toBe(false); });\n',
      },
      "m.ts",
      "box.n > LIMIT",
    ],
    [
      "aliases of tsconfig.json",
      "vitest",
      {
        "src/limits.ts": "export const limit = 3;\n",
        "src/m.ts": 'import { limit } from "@/limits";\nexport const over = (n: number) => n < limit;\n',
        "tsconfig.json":
          '{\n  // for the editor\n  "compilerOptions": { "paths": { "@/*": ["./src/*"], "whole": ["./src/m.ts"], }, },\n}\n',
      },
      {
        "m.test.ts":
          'import { expect, test } from "vitest";\nimport { over } from "whole";\ntest("over", () => { expect(over(5)).toBe(true); expect(over(1)).toBe(false); });\n',
      },
      "src/m.ts",
      "n > limit",
    ],
    [
      "Mocha's context",
      "mocha",
      { "m.cjs": "exports.over = (a, b) => a < b;\n" },
      {
        "m.test.cjs":
          'const assert = require("node:assert");\nconst { over } = require("./m.cjs");\ndescribe("over", function () {\n  this.timeout(5000).slow(10);\n  before(function () { this.limit = 3; });\n  it("compares", function () {\n    this.timeout(1000);\n    assert.equal(this.test.title, "compares");\n    assert.ok(over(5, this.limit));\n    assert.ok(!over(1, this.limit));\n  });\n});\n',
      },
      "m.cjs",
      "a > b",
    ],
    [
      "TypeScript under Vitest",
      "vitest",
      {
        "m.ts":
          "export function count(n: number): number {\n  let total = 0;\n  while (n > 0) {\n    total += 1;\n  }\n  return total;\n}\n",
      },
      {
        "m.test.ts":
          'import { expect, it } from "vitest";\nimport { count } from "./m.js";\nit("counts", () => {\n  expect(count(4)).toBe(4);\n  expect(count(0)).toBe(0);\n});\n',
      },
      "m.ts",
      "n -= 1",
    ],
    [
      "Mocha with promises",
      "mocha",
      { "m.cjs": "exports.first = async (xs) => xs[1];\n" },
      {
        "m.test.cjs":
          'const assert = require("node:assert");\nconst { first } = require("./m.cjs");\ndescribe("first", () => { it("is first", async () => { assert.equal(await first([4, 5]), 4); }); });\n',
      },
      "m.cjs",
      "xs[0]",
    ],
    [
      "code that waits, with Vitest's fake clock",
      "vitest",
      {
        "m.ts":
          "export function later(work: () => void, seconds: number) {\n  setTimeout(work, seconds * 100);\n}\n",
      },
      {
        "m.test.ts":
          'import { expect, it, vi } from "vitest";\nimport { later } from "./m.ts";\nit("waits", () => {\n  vi.useFakeTimers();\n  const work = vi.fn();\n  later(work, 2);\n  vi.advanceTimersByTime(1999);\n  expect(work).not.toHaveBeenCalled();\n  vi.advanceTimersByTime(1);\n  expect(work).toHaveBeenCalledTimes(1);\n});\n',
      },
      "m.ts",
      "seconds * 1000",
    ],
  ];
  it.each(cases)("fixes %s", async (_, framework, sources, tests, path, fixed) => {
    const found = await find(sources, tests, framework);
    expect(texts(found, sources, path).some((text) => text.includes(fixed))).toBe(true);
  });

  it("reports when a test needs framework features that it lacks", async () => {
    const sources = { "m.mjs": "export const f = () => 2;\n" };
    const tests = {
      "m.test.mjs":
        'import { expect, it } from "vitest";\nimport { f } from "./m.mjs";\nit("t", () => expect(f()).toMatchInlineSnapshot("1"));\n',
    };
    const found = await find(sources, tests, "vitest");
    expect(found).toEqual({
      status: "cold",
      why: "the tests could not be loaded in a warm worker: m.test.mjs > t needs framework features that a warm run lacks",
    });
  });

  it("does not take two patches for equal that differ in private state", async () => {
    const source =
      "export class History {\n  #done = [];\n  #undone = [];\n  get canRedo() {\n    return this.#undone.length > 0;\n  }\n  edit(text) {\n    this.#done.push(text);\n  }\n  undo() {\n    this.#undone.push(this.#done.pop());\n  }\n}\n";
    const test =
      'import assert from "node:assert";\nimport { test } from "node:test";\nimport { History } from "./m.mjs";\ntest("an edit ends redoing", () => {\n  const history = new History();\n  history.edit("a");\n  history.undo();\n  history.edit("b");\n  assert.equal(history.canRedo, false);\n});\n';
    const found = await find({ "m.mjs": source }, { "m.test.mjs": test }, "node:test");
    if (found.status === "cold") throw new Error(found.why);
    expect(found.patches.length).toBeGreaterThan(1);
    expect(found.disagree).toBeGreaterThan(0);
  });

  it("leaves the tree unchanged and no process behind", async () => {
    const sources = { "m.mjs": "export const f = (n) => { while (n !== 1) n -= 2; return n; };\n" };
    const tests = {
      "m.test.mjs": `${suite}import { f } from "./m.mjs";\ntest("f", () => assert.equal(f(4), 1));\n`,
    };
    await find(sources, tests, "node:test");
    const [folder] = folders;
    expect(readdirSync(folder ?? "").sort()).toEqual(["m.mjs", "m.test.mjs"]);
    expect(readFileSync(join(folder ?? "", "m.mjs"), "utf8")).toBe(sources["m.mjs"]);
    const ended = await Promise.all(started.map((each) => each.done));
    expect(ended).toHaveLength(1);
  });

  it("does not wait for a test that has already failed in a callback", async () => {
    const text = "module.exports = (n) => n - 1;\n";
    const test =
      'const f = require("./m.cjs");\nit("f", (done) => { setTimeout(() => { if (f(4) !== 5) throw new Error("no"); done(); }, 1); });\n';
    const wrong = Array.from({ length: 30 }, (_, each) => `+ ${each + 2}`);
    const started = performance.now();
    const { answers } = await tryOut("mocha", { text, test, targets: ["f"] }, "- 1", [...wrong, "+ 1"]);
    expect(answers).toEqual([...wrong.map(() => "failed"), "plausible"]);
    // waiting for each of them would take 45 seconds
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it.skipIf(
    mayLack(existsSync(join(TOOLS, "tape")), "tape (npm install --no-save --prefix tools tape@5.10.2)"),
  )("runs the subtests of tape under the names that tape reports", async () => {
    const text = "exports.last = (xs) => xs[xs.length];\nexports.sum = (a, b) => a + b;\n";
    const test =
      'const test = require("tape");\nconst m = require("./m.cjs");\ntest("lists", (t) => {\n  t.plan(2);\n  m.last([1]);\n  t.test("sum", (st) => { st.plan(1); setTimeout(() => st.equal(m.sum(1, 2), 3), 1); });\n  t.test("last", (st) => {\n    st.equal(m.last([1, 2]), 2);\n    st.deepEqual([m.last([7])], [7]);\n    st.end();\n  });\n});\ntest("last of one", (t) => { t.equal(m.last(["a"]), "a"); t.end(); });\ntest.skip("skipped", (t) => { t.fail(); });\n';
    const { survey, answers } = await tryOut(
      "tape",
      { text, test, targets: ["last", "last of one"] },
      "xs.length",
      ["0", "1", "no.length", "xs.length - 1"],
    );
    expect(survey.tests.map(({ id, passed }) => [id, passed])).toEqual([
      ["m.test.cjs > lists", true],
      ["m.test.cjs > last of one", false],
      ["m.test.cjs > sum", true],
      ["m.test.cjs > last", false],
    ]);
    expect(survey.targets).toEqual(["m.test.cjs > last of one", "m.test.cjs > last"]);
    // the third makes the outer test throw before it has subtests
    expect(answers).toEqual(["partly", "failed", "failed", "plausible"]);
  });

  /** Asks a worker about candidates that replace the first occurrence of a text in m.cjs. */
  async function tryOut(
    framework: string,
    { text, test, targets }: { text: string; test: string; targets: readonly string[] },
    replaced: string,
    replacements: readonly string[],
  ) {
    const folder = mkdtempSync(join(tmpdir(), "agentforge-worker-"));
    writeFileSync(join(folder, "m.cjs"), text);
    writeFileSync(join(folder, "m.test.cjs"), test);
    symlinkSync(TOOLS, join(folder, "node_modules"));
    const sources = [{ path: "m.cjs", text, marks: { ticks: [], observe: [], record: [] } }];
    const at = text.indexOf(replaced);
    const worker = spawn(process.execPath, [join(resources, "javascript-worker.mjs")], { cwd: folder });
    const send = (message: object) => worker.stdin.write(`${JSON.stringify(message)}\n`);
    try {
      send({
        ...{ op: "open", framework, files: ["m.test.cjs"], sources, ticks: 2000, jobs: 1 },
        targets: targets.map((name) => `m.test.cjs > ${name}`),
      });
      let survey: Survey | null = null;
      for await (const line of createInterface({ input: worker.stdout })) {
        const message = JSON.parse(line);
        if (message.ready === undefined && survey !== null)
          return { survey, answers: message.answers.map(([verdict]: [number]) => VERDICTS[verdict]) };
        survey = message.ready;
        const candidates = replacements.map((each) => [["m.cjs", at, at + replaced.length, each]]);
        send({ op: "try", ticks: 2000, batch: 1, candidates });
      }
      throw new Error("the worker ended early");
    } finally {
      worker.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  }

  const short = { "m.mjs": "export const f = (n) => n - 1;\n" };
  const shortTest = {
    "m.test.mjs": `${suite}import { f } from "./m.mjs";\ntest("f", () => assert.equal(f(4), 5));\n`,
  };

  it("compares patches on frozen objects, and on objects with a getter that throws for some of the inputs", async () => {
    const code =
      "const STEPS = { a: [1], b: [] };\nexport class Box {\n  constructor(n = 0, at = 'a') {\n    this.n = n;\n    this.at = at;\n    Object.freeze(this);\n  }\n  get isOver() {\n    return STEPS[this.at].length === 0;\n  }\n  less(m) {\n    return new Box(this.n + m, this.isOver ? 'b' : this.at);\n  }\n}\n";
    const test =
      "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { Box } from './m.mjs';\ntest('less', () => assert.equal(new Box(4).less(2).n, 2));\ntest('over', () => assert.equal(new Box(0, 'b').isOver, true));\n";
    const found = await find({ "m.mjs": code }, { "m.test.mjs": test }, "node:test");
    if (found.status !== "searched") throw new Error(found.why);
    expect(found.rivals.map((each) => each.differs)).toContainEqual(expect.stringContaining("Box.less("));
  });

  it("continues the prepared search", async () => {
    const { brain, environment, target, options } = setUp(short, shortTest, "node:test");
    const prepared = brain.prepare?.(target, environment, options);
    if (!prepared) throw new Error("a brain with workers can prepare");
    const found = await brain.search?.(target, environment, { ...options, prepared });
    expect(found && texts(found, short)[0]).toContain("n + 1");
    expect(started).toHaveLength(1);
    await started[0]?.done;
  });

  it("stops a prepared search that is not needed", async () => {
    const { brain, environment, target, options } = setUp(short, shortTest, "node:test");
    await brain.prepare?.(target, environment, options)?.[Symbol.asyncDispose]();
    expect(started).toHaveLength(1);
    await started[0]?.done;
  });
});
