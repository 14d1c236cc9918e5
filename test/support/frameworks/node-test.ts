import { broken, expectedFailure, failed, passed, type Situation, skipped } from "./situation.ts";

const HEAD =
  'const { test, describe, it, before } = require("node:test");\nconst assert = require("node:assert");\n';

export const nodeTestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { "test/a.test.js": `${HEAD}test("one", () => {});\ntest("two", async () => {});\n` },
    status: "passed",
    tests: passed("test/a.test.js > one", "test/a.test.js > two"),
  },
  {
    name: "fail",
    files: {
      "calc.js": "exports.add = (a, b) => a - b;\nexports.boom = () => { throw new RangeError('out'); };\n",
      "test/a.test.js": `${HEAD}const { add, boom } = require("../calc.js");\ntest("adds", () => {\n  assert.strictEqual(add(1, 2), 3);\n});\ntest("throws", () => {\n  boom();\n});\ntest("text", () => {\n  throw "just text";\n});\n`,
    },
    status: "failed",
    tests: [
      failed(
        "test/a.test.js > adds",
        5,
        "AssertionError",
        "Expected values to be strictly equal:\n\n-1 !== 3",
      ),
      failed("test/a.test.js > throws", 8, "RangeError", "out"),
      failed("test/a.test.js > text", 10, "testCodeFailure", "just text"),
    ],
  },
  {
    name: "import error",
    files: {
      "a.test.mjs":
        'import { test } from "node:test";\nimport { x } from "./nowhere.mjs";\ntest("x", () => {});\n',
    },
    status: "failed",
    tests: [broken("a.test.mjs", null, "Error", /Cannot find module .*nowhere\.mjs/)],
  },
  {
    name: "require error",
    files: { "a.test.js": `${HEAD}require("./nowhere");\n`, "b.test.js": `${HEAD}test("b", () => {});\n` },
    status: "failed",
    tests: [broken("a.test.js", 3, "Error", "Cannot find module './nowhere'"), ...passed("b.test.js > b")],
  },
  {
    name: "syntax error",
    files: { "a.test.js": `${HEAD}test("a", () => {\n` },
    status: "failed",
    tests: [broken("a.test.js", /* the line after the last */ 4, "SyntaxError", "Unexpected end of input")],
  },
  {
    name: "syntax error in the source",
    files: { "calc.js": "exports.add = (a, b => a;\n", "a.test.js": `${HEAD}require("./calc.js");\n` },
    status: "failed",
    tests: [broken("a.test.js", 3, "SyntaxError", "Unexpected token ';'")],
  },
  { name: "no tests", files: { "a.test.js": HEAD }, status: "no_tests", tests: [] },
  {
    name: "no files",
    files: { "package.json": '{"scripts":{"test":"node --test"}}' },
    status: "no_tests",
    tests: [],
  },
  {
    name: "nested",
    files: {
      "a.test.js": `${HEAD}describe("outer", () => {\n  describe("inner > most", () => {\n    it("deep", () => {\n      assert.ok(false, "deep down");\n    });\n  });\n  it("flat", () => {});\n});\ntest("parent", async (t) => {\n  await t.test("child", () => {});\n});\n`,
    },
    status: "failed",
    tests: [
      failed("a.test.js > outer > inner > most > deep", 6, "AssertionError", "deep down"),
      ...passed("a.test.js > outer > flat", "a.test.js > parent > child", "a.test.js > parent"),
    ],
  },
  {
    name: "same names",
    files: { "a.test.js": `${HEAD}for (const n of [1, 2, 3]) test("same", () => assert.ok(n !== 2));\n` },
    status: "failed",
    tests: [
      ...passed("a.test.js > same"),
      failed("a.test.js > same #2", 3, "AssertionError", /evaluated to a falsy value/),
      ...passed("a.test.js > same #3"),
    ],
  },
  {
    name: "skipped",
    files: {
      "a.test.js": `${HEAD}test.skip("mark", () => {});\ntest("call", (t) => t.skip("now"));\ntest.todo("later");\n`,
    },
    status: "no_tests",
    tests: skipped("a.test.js > mark", "a.test.js > call", "a.test.js > later"),
  },
  {
    name: "expected failure",
    files: {
      "a.test.js": `${HEAD}test("fails", { todo: "bug 7" }, () => assert.fail("known"));\ntest("fine", () => {});\n`,
    },
    status: "passed",
    tests: [...expectedFailure("a.test.js > fails"), ...passed("a.test.js > fine")],
  },
  {
    name: "time-out",
    files: { "a.test.js": `${HEAD}test("quick", () => {});\ntest("slow", () => { for (;;); });\n` },
    timeoutMs: 3000,
    status: "timed_out",
    tests: [
      broken("a.test.js > slow", null, "Timeout", /^the time limit was reached while this test was running/),
    ],
  },
  {
    name: "its own time-out",
    files: {
      "a.test.js": `${HEAD}test("slow", { timeout: 50 }, () => new Promise((done) => setTimeout(done, 1000)));\n`,
    },
    status: "failed",
    tests: [failed("a.test.js > slow", 3, "testTimeoutFailure", "test timed out after 50ms")],
  },
  {
    name: "crash",
    files: {
      "a.test.js": `${HEAD}test("fine", () => {});\ntest("dies", () => process.abort());\n`,
      "b.test.js": `${HEAD}test("b", () => {});\n`,
    },
    status: "failed",
    tests: [broken("a.test.js > dies", null, "Crash", /ended/), ...passed("b.test.js > b")],
  },
  {
    name: "exit in the middle",
    files: { "a.test.js": `${HEAD}test("one", () => {\n  process.exit(0);\n});\ntest("two", () => {});\n` },
    status: "failed",
    tests: [broken("a.test.js > one", 4, "EarlyExit", "process.exit was called while this test was running")],
  },
  {
    name: "huge output",
    files: {
      "a.test.js": `${HEAD}test("loud", () => {\n  console.log("x".repeat(50000));\n  throw new Error("y".repeat(30000));\n});\n`,
    },
    status: "failed",
    tests: [failed("a.test.js > loud", 5, "Error", /^y{13000,}\n… 10000 characters left out …\ny{6000,}$/)],
  },
  {
    name: "colour codes",
    files: {
      "a.test.js": `${HEAD}test("red", () => {\n  throw new TypeError("\\x1b[31mred\\x1b[0m alert");\n});\n`,
    },
    status: "failed",
    tests: [failed("a.test.js > red", 4, "TypeError", "red alert")],
  },
  {
    name: "unicode names",
    files: { "ünï.test.js": `${HEAD}test("größe ✓ 日本", () => {\n  assert.equal("✓", "✗");\n});\n` },
    status: "failed",
    tests: [failed("ünï.test.js > größe ✓ 日本", 4, "AssertionError", /'✓' == '✗'/)],
  },
  {
    name: "hook errors",
    files: {
      "a.test.js": `${HEAD}describe("group", () => {\n  before(() => {\n    throw new Error("no database");\n  });\n  it("one", () => {});\n});\n`,
    },
    status: "failed",
    tests: [
      broken("a.test.js > group > one", 7, "cancelledByParent", /did not finish before its parent/),
      broken("a.test.js > group", 5, "Error", "no database"),
    ],
  },
  {
    name: "custom config",
    files: {
      "package.json":
        '{"scripts":{"test":"npm run unit","unit":"FLAG=on node --require ./setup.js --test checks/*.js"}}',
      "setup.js": "globalThis.ready = true;\n",
      "checks/a.js": `${HEAD}test("set up", () => assert.ok(globalThis.ready && process.env.FLAG === "on"));\n`,
      "test/other.test.js": `${HEAD}test("other", () => {});\n`,
    },
    status: "passed",
    tests: passed("checks/a.js > set up"),
  },
  {
    name: "plain script",
    files: {
      "test/a.js": 'require("node:assert").ok(true);\n',
      "test/b.js": 'require("node:assert").ok(false, "no");\n',
    },
    status: "failed",
    tests: [...passed("test/a.js"), broken("test/b.js", 1, "AssertionError", "no")],
  },
  {
    name: "one test",
    files: {
      "a.test.js": `${HEAD}describe("g", () => {\n  it("one (1+1)", () => {});\n  it("two", () => assert.fail());\n});\n`,
    },
    selection: { kind: "tests", ids: ["a.test.js > g > one (1+1)"] },
    status: "passed",
    tests: passed("a.test.js > g > one (1+1)"),
  },
  {
    name: "typescript",
    files: {
      "a.test.ts":
        'import { test } from "node:test";\nconst n: number = 1;\ntest("typed", () => {\n  if (n === 1) throw new Error("typed failure");\n});\n',
    },
    status: "failed",
    tests: [failed("a.test.ts > typed", 4, "Error", "typed failure")],
  },
];
