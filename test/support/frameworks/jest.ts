import { broken, failed, passed, type Situation, skipped } from "./situation.ts";

const PACKAGE = { "package.json": '{"scripts":{"test":"jest"}}' };

export const jestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: {
      ...PACKAGE,
      "a.test.js": 'test("one", () => {});\ndescribe("g", () => {\n  it("two", async () => {});\n});\n',
    },
    status: "passed",
    tests: passed("a.test.js > one", "a.test.js > g > two"),
  },
  {
    name: "fail",
    files: {
      ...PACKAGE,
      "calc.js":
        "exports.add = (a, b) => a - b;\nexports.boom = () => {\n  throw new RangeError('out');\n};\n",
      "test/calc.test.js":
        'const { add, boom } = require("../calc.js");\ntest("adds", () => {\n  expect(add(1, 2)).toBe(3);\n});\ntest("throws", () => {\n  boom();\n});\ntest("node assert", () => {\n  require("assert").strictEqual(1, 2);\n});\n',
    },
    status: "failed",
    tests: [
      failed(
        "test/calc.test.js > adds",
        3,
        "AssertionError",
        "expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: -1",
      ),
      failed("test/calc.test.js > throws", 6, "RangeError", "out"),
      failed("test/calc.test.js > node assert", 9, "AssertionError", /1[\s\S]*2/),
    ],
  },
  {
    name: "import error",
    files: {
      ...PACKAGE,
      "a.test.js": 'const x = require("./nowhere");\ntest("a", () => {});\n',
      "b.test.js": 'test("b", () => {});\n',
    },
    status: "failed",
    tests: [
      broken("a.test.js", 1, "Error", "Cannot find module './nowhere' from 'a.test.js'"),
      ...passed("b.test.js > b"),
    ],
  },
  {
    name: "syntax error",
    files: { ...PACKAGE, "a.test.js": 'test("a", () => {\n' },
    status: "failed",
    tests: [broken("a.test.js", 2, "SyntaxError", /Unexpected token/)],
  },
  {
    name: "syntax error in the source",
    files: {
      ...PACKAGE,
      "calc.js": "exports.add = (a, b => a;\n",
      "a.test.js": 'require("./calc.js");\ntest("a", () => {});\n',
    },
    status: "failed",
    tests: [broken("a.test.js", 1, "SyntaxError", /Unexpected token/)],
  },
  { name: "no tests", files: { ...PACKAGE, "index.js": "" }, status: "no_tests", tests: [] },
  {
    name: "empty file",
    files: { ...PACKAGE, "a.test.js": "const unused = 1;\n" },
    status: "failed",
    tests: [broken("a.test.js", null, "Error", "Your test suite must contain at least one test.")],
  },
  {
    name: "parametrised",
    files: {
      ...PACKAGE,
      "a.test.js": 'test.each([[1, 1], [2, 3]])("%i is %i", (a, b) => {\n  expect(a).toEqual(b);\n});\n',
    },
    status: "failed",
    tests: [
      ...passed("a.test.js > 1 is 1"),
      failed("a.test.js > 2 is 3", 2, "AssertionError", /Expected: 3\nReceived: 2/),
    ],
  },
  {
    name: "nested",
    files: {
      ...PACKAGE,
      "a.test.js":
        'describe("outer", () => {\n  describe("inner > most", () => {\n    it("deep", () => {\n      expect([1]).toContain(2);\n    });\n  });\n});\n',
    },
    status: "failed",
    tests: [
      failed(
        "a.test.js > outer > inner > most > deep",
        4,
        "AssertionError",
        /toContain[\s\S]*Expected value: 2/,
      ),
    ],
  },
  {
    name: "same names",
    files: { ...PACKAGE, "a.test.js": 'for (const n of [1, 2]) test("same", () => expect(n).toBe(1));\n' },
    status: "failed",
    tests: [...passed("a.test.js > same"), failed("a.test.js > same #2", 1, "AssertionError", /Received: 2/)],
  },
  {
    name: "skipped",
    files: {
      ...PACKAGE,
      "a.test.js": 'test.skip("mark", () => {});\ntest.todo("later");\nxit("old", () => {});\n',
    },
    status: "no_tests",
    tests: skipped("a.test.js > mark", "a.test.js > later", "a.test.js > old"),
  },
  {
    name: "expected failure",
    files: {
      ...PACKAGE,
      "a.test.js":
        'test.failing("known", () => {\n  expect(1).toBe(2);\n});\ntest.failing("mended", () => {});\n',
    },
    status: "failed",
    tests: [...passed("a.test.js > known"), failed("a.test.js > mended", 4, "Error", /supposed to fail/)],
  },
  {
    name: "time-out",
    files: {
      ...PACKAGE,
      "a.test.js": 'test("quick", () => {});\ntest("slow", () => new Promise(() => {}), 60000);\n',
    },
    timeoutMs: 6000,
    status: "timed_out",
    tests: [
      broken("a.test.js > slow", null, "Timeout", /^the time limit was reached while this test was running/),
    ],
  },
  {
    name: "crash",
    files: { ...PACKAGE, "a.test.js": 'test("fine", () => {});\ntest("dies", () => process.abort());\n' },
    status: "failed",
    tests: [broken("a.test.js > dies", 2, "Crash", /SIGABRT/)],
  },
  {
    name: "exit in the middle",
    files: { ...PACKAGE, "a.test.js": 'test("fine", () => {});\ntest("leaves", () => process.exit(0));\n' },
    status: "failed",
    tests: [broken("a.test.js > leaves", 2, "Crash", /exit code 0/)],
  },
  {
    name: "huge output",
    files: {
      ...PACKAGE,
      "a.test.js":
        'test("loud", () => {\n  console.log("x".repeat(50000));\n  throw new Error("y".repeat(30000));\n});\n',
    },
    status: "failed",
    tests: [failed("a.test.js > loud", 3, "Error", /^y{13000,}\n… \d+ characters left out …\ny{6000,}$/)],
  },
  {
    name: "colour codes",
    files: {
      ...PACKAGE,
      "a.test.js": 'test("red", () => {\n  throw new TypeError("\\x1b[31mred\\x1b[0m alert");\n});\n',
    },
    status: "failed",
    tests: [failed("a.test.js > red", 2, "TypeError", "red alert")],
  },
  {
    name: "unicode names",
    files: { ...PACKAGE, "ünï.test.js": 'test("größe ✓ 日本", () => {\n  expect("✓").toBe("✗");\n});\n' },
    status: "failed",
    tests: [failed("ünï.test.js > größe ✓ 日本", 2, "AssertionError", /Expected: "✗"\nReceived: "✓"/)],
  },
  {
    name: "hook errors",
    files: {
      ...PACKAGE,
      "a.test.js":
        'describe("group", () => {\n  beforeAll(() => {\n    throw new Error("no database");\n  });\n  it("one", () => {});\n});\n',
    },
    status: "failed",
    tests: [failed("a.test.js > group > one", 3, "Error", "no database")],
  },
  {
    name: "custom config",
    files: {
      "package.json":
        '{"type":"module","scripts":{"test":"NODE_OPTIONS=--experimental-vm-modules jest --config config/jest.json --verbose"}}',
      "config/jest.json":
        '{"rootDir":"..","testMatch":["**/*.check.js"],"setupFiles":["./config/setup.js"],"transform":{}}',
      "config/setup.js": "globalThis.ready = true;\n",
      "a.check.js":
        'import { expect, test } from "@jest/globals";\ntest("set up", () => expect(globalThis.ready).toBe(true));\n',
      "b.test.js": 'test("b", () => {});\n',
    },
    status: "passed",
    tests: passed("a.check.js > set up"),
  },
  {
    name: "one test",
    files: {
      ...PACKAGE,
      "a.test.js":
        'describe("g", () => {\n  it("one (1+1)", () => {});\n  it("two", () => expect(1).toBe(2));\n});\n',
      "b.test.js": 'test("b", () => {});\n',
    },
    selection: { kind: "tests", ids: ["a.test.js > g > one (1+1)"] },
    status: "passed",
    tests: passed("a.test.js > g > one (1+1)"),
  },
];
