import { broken, failed, passed, type Situation, skipped } from "./situation.ts";

const PACKAGE = { "package.json": '{"scripts":{"test":"mocha"}}' };
const HEAD = 'const assert = require("assert");\n';

export const mochaSituations: readonly Situation[] = [
  {
    name: "pass",
    files: {
      ...PACKAGE,
      "test/a.js": `${HEAD}it("one", () => {});\ndescribe("g", () => {\n  it("two", async () => {});\n});\n`,
    },
    status: "passed",
    tests: passed("test/a.js > one", "test/a.js > g > two"),
  },
  {
    name: "fail",
    files: {
      ...PACKAGE,
      "calc.js":
        "exports.add = (a, b) => a - b;\nexports.boom = () => {\n  throw new RangeError('out');\n};\n",
      "test/calc.js": `${HEAD}const { add, boom } = require("../calc.js");\nit("adds", () => {\n  assert.strictEqual(add(1, 2), 3);\n});\nit("throws", () => {\n  boom();\n});\nit("calls back", (done) => {\n  done(new Error("later"));\n});\n`,
    },
    status: "failed",
    tests: [
      failed("test/calc.js > adds", 4, "AssertionError", "Expected values to be strictly equal:\n\n-1 !== 3"),
      failed("test/calc.js > throws", 7, "RangeError", "out"),
      failed("test/calc.js > calls back", 10, "Error", "later"),
    ],
  },
  {
    name: "import error",
    files: {
      ...PACKAGE,
      "test/a.js": 'const x = require("./nowhere");\n',
      "test/b.js": 'it("b", () => {});\n',
    },
    status: "failed",
    tests: [broken("test/a.js", 1, "Error", "Cannot find module './nowhere'")],
  },
  {
    name: "syntax error",
    files: { ...PACKAGE, "test/a.js": 'it("a", () => {\n' },
    status: "failed",
    tests: [broken("test/a.js", 2, "SyntaxError", "Unexpected end of input")],
  },
  {
    name: "syntax error in the source",
    files: { ...PACKAGE, "calc.js": "exports.add = (a, b => a;\n", "test/a.js": 'require("../calc.js");\n' },
    status: "failed",
    tests: [broken("test/a.js", 1, "SyntaxError", /Unexpected token/)],
  },
  { name: "no tests", files: { ...PACKAGE, "test/a.js": "" }, status: "no_tests", tests: [] },
  { name: "no files", files: { ...PACKAGE }, status: "no_tests", tests: [] },
  {
    name: "nested",
    files: {
      ...PACKAGE,
      "test/a.js": `${HEAD}describe("outer", () => {\n  describe("inner > most", () => {\n    it("deep", () => {\n      assert.ok(false, "deep down");\n    });\n  });\n});\n`,
    },
    status: "failed",
    tests: [failed("test/a.js > outer > inner > most > deep", 5, "AssertionError", "deep down")],
  },
  {
    name: "same names",
    files: {
      ...PACKAGE,
      "test/a.js": `${HEAD}for (const n of [1, 2]) it("same", () => assert.equal(n, 1));\n`,
    },
    status: "failed",
    tests: [...passed("test/a.js > same"), failed("test/a.js > same #2", 2, "AssertionError", "2 == 1")],
  },
  {
    name: "skipped",
    files: {
      ...PACKAGE,
      "test/a.js":
        'it.skip("mark", () => {});\nit("pending");\nit("call", function () {\n  this.skip();\n});\n',
    },
    status: "no_tests",
    tests: skipped("test/a.js > mark", "test/a.js > pending", "test/a.js > call"),
  },
  {
    name: "time-out",
    files: { ...PACKAGE, "test/a.js": 'it("quick", () => {});\nit("slow", () => { for (;;); });\n' },
    timeoutMs: 4000,
    status: "timed_out",
    tests: [
      ...passed("test/a.js > quick"),
      broken("test/a.js > slow", null, "Timeout", /^the time limit was reached while this test was running/),
    ],
  },
  {
    name: "its own time-out",
    files: { ...PACKAGE, "test/a.js": 'it("slow", () => new Promise(() => {})).timeout(50);\n' },
    status: "failed",
    tests: [failed("test/a.js > slow", null, "Error", /^Timeout of 50ms exceeded/)],
  },
  {
    name: "crash",
    files: {
      ...PACKAGE,
      "test/a.js": 'it("fine", () => {});\nit("dies", () => process.abort());\nit("never", () => {});\n',
    },
    status: "failed",
    tests: [...passed("test/a.js > fine"), broken("test/a.js > dies", 2, "Crash", /SIGABRT/)],
  },
  {
    name: "exit in the middle",
    files: { ...PACKAGE, "test/a.js": 'it("fine", () => {});\nit("leaves", () => process.exit(0));\n' },
    status: "failed",
    tests: [...passed("test/a.js > fine"), broken("test/a.js > leaves", null, "Crash", /exit code 0/)],
  },
  {
    name: "huge output",
    files: {
      ...PACKAGE,
      "test/a.js":
        'it("loud", () => {\n  console.log("x".repeat(50000));\n  throw new Error("y".repeat(30000));\n});\n',
    },
    status: "failed",
    tests: [failed("test/a.js > loud", 3, "Error", /^y{13000,}\n… \d+ characters left out …\ny{6000,}$/)],
  },
  {
    name: "colour codes",
    files: {
      ...PACKAGE,
      "test/a.js": 'it("red", () => {\n  throw new TypeError("\\x1b[31mred\\x1b[0m alert");\n});\n',
    },
    status: "failed",
    tests: [failed("test/a.js > red", 2, "TypeError", "red alert")],
  },
  {
    name: "unicode names",
    files: {
      ...PACKAGE,
      "test/ünï.js": `${HEAD}it("größe ✓ 日本", () => {\n  assert.equal("✓", "✗");\n});\n`,
    },
    status: "failed",
    tests: [failed("test/ünï.js > größe ✓ 日本", 3, "AssertionError", "'✓' == '✗'")],
  },
  {
    name: "hook errors",
    files: {
      ...PACKAGE,
      "test/a.js":
        'describe("group", () => {\n  before(() => {\n    throw new Error("no database");\n  });\n  it("one", () => {});\n});\n',
    },
    status: "failed",
    tests: [broken('test/a.js > group > "before all" hook for "one"', 3, "Error", "no database")],
  },
  {
    name: "custom config",
    files: {
      "package.json": '{"scripts":{"test":"mocha --reporter dot --require ./setup.js"}}',
      ".mocharc.json": '{"spec":["checks/*.check.js"]}',
      "setup.js": "globalThis.ready = true;\n",
      "checks/a.check.js": `${HEAD}it("set up", () => assert.ok(globalThis.ready));\n`,
      "test/b.js": 'it("b", () => {});\n',
    },
    status: "passed",
    tests: passed("checks/a.check.js > set up"),
  },
  {
    name: "one test",
    files: {
      ...PACKAGE,
      "test/a.js": `${HEAD}describe("g", () => {\n  it("one (1+1)", () => {});\n  it("two", () => assert.fail());\n});\n`,
      "test/b.js": 'it("b", () => {});\n',
    },
    selection: { kind: "tests", ids: ["test/a.js > g > one (1+1)"] },
    status: "passed",
    tests: passed("test/a.js > g > one (1+1)"),
  },
];
