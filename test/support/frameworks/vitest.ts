import { broken, expectedFailure, failed, passed, type Situation, skipped } from "./situation.ts";

const PACKAGE = { "package.json": '{"type":"module","scripts":{"test":"vitest run"}}' };
const HEAD = 'import { beforeAll, describe, expect, it, test } from "vitest";\n';

export const vitestSituations: readonly Situation[] = [
  {
    name: "pass",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test("one", () => {});\ndescribe("g", () => {\n  it("two", async () => {});\n});\n`,
    },
    status: "passed",
    tests: passed("a.test.js > one", "a.test.js > g > two"),
  },
  {
    name: "fail",
    files: {
      ...PACKAGE,
      "calc.js":
        "export const add = (a, b) => a - b;\nexport const boom = () => {\n  throw new RangeError('out');\n};\n",
      "test/calc.test.ts": `${HEAD}import { add, boom } from "../calc.js";\ntest("adds", () => {\n  const sum: number = add(1, 2);\n  expect(sum).toBe(3);\n});\ntest("throws", () => {\n  boom();\n});\n`,
    },
    status: "failed",
    tests: [
      failed("test/calc.test.ts > adds", 5, "AssertionError", "expected -1 to be 3 // Object.is equality"),
      failed("test/calc.test.ts > throws", 8, "RangeError", "out"),
    ],
  },
  {
    name: "import error",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}import "./nowhere.js";\n`,
      "b.test.js": `${HEAD}test("b", () => {});\n`,
    },
    status: "failed",
    tests: [broken("a.test.js", 2, "Error", /nowhere\.js/), ...passed("b.test.js > b")],
  },
  {
    name: "syntax error",
    files: { ...PACKAGE, "a.test.js": `${HEAD}test("a", () => {\n` },
    status: "failed",
    tests: [broken("a.test.js", null, "Error", /parse|Unexpected|Expected/i)],
  },
  {
    name: "syntax error in the source",
    files: {
      ...PACKAGE,
      "calc.js": "export const add = (a, b => a;\n",
      "a.test.js": `${HEAD}import "./calc.js";\n`,
    },
    status: "failed",
    tests: [broken("a.test.js", null, "Error", /parse|Unexpected|Expected/i)],
  },
  { name: "no tests", files: { ...PACKAGE, "index.js": "" }, status: "no_tests", tests: [] },
  {
    name: "empty file",
    files: { ...PACKAGE, "a.test.js": "export const unused = 1;\n" },
    status: "failed",
    tests: [broken("a.test.js", null, "Error", /No test suite found in file/)],
  },
  {
    name: "parametrised",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test.each([[1, 1], [2, 3]])("%i is %i", (a, b) => {\n  expect(a).toEqual(b);\n});\n`,
    },
    status: "failed",
    tests: [
      ...passed("a.test.js > 1 is 1"),
      failed("a.test.js > 2 is 3", 3, "AssertionError", /expected 2 to deeply equal 3/),
    ],
  },
  {
    name: "nested",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}describe("outer", () => {\n  describe("inner > most", () => {\n    it("deep", () => {\n      expect([1]).toContain(2);\n    });\n  });\n});\n`,
    },
    status: "failed",
    tests: [
      failed("a.test.js > outer > inner > most > deep", 5, "AssertionError", /expected \[ 1 \] to include 2/),
    ],
  },
  {
    name: "same names",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}for (const n of [1, 2]) test("same", () => expect(n).toBe(1));\n`,
    },
    status: "failed",
    tests: [
      ...passed("a.test.js > same"),
      failed("a.test.js > same #2", 2, "AssertionError", /expected 2 to be 1/),
    ],
  },
  {
    name: "skipped",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test.skip("mark", () => {});\ntest.todo("later");\ntest("call", ({ skip }) => skip());\n`,
    },
    status: "no_tests",
    tests: skipped("a.test.js > mark", "a.test.js > later", "a.test.js > call"),
  },
  {
    name: "expected failure",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test.fails("known", () => {\n  expect(1).toBe(2);\n});\ntest.fails("mended", () => {});\n`,
    },
    status: "failed",
    tests: [...expectedFailure("a.test.js > known"), failed("a.test.js > mended", 5, "Error", /to fail/)],
  },
  {
    name: "time-out",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test("quick", () => {});\ntest("slow", () => new Promise(() => {}), 60000);\n`,
    },
    timeoutMs: 6000,
    status: "timed_out",
    tests: [
      broken("a.test.js > slow", null, "Timeout", /^the time limit was reached while this test was running/),
    ],
  },
  {
    name: "unhandled error",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test("fine", async () => {\n  setTimeout(() => {\n    throw new Error("too late");\n  }, 0);\n  await new Promise((done) => setTimeout(done, 50));\n});\n`,
    },
    status: "failed",
    tests: [
      ...passed("a.test.js > fine"),
      { ...broken("(unhandled)", null, "Error", "too late"), file: null },
    ],
  },
  {
    name: "crash",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}import { abort } from "node:process";\ntest("dies", () => abort());\n`,
      "vitest.config.js": 'export default { test: { pool: "forks" } };\n',
    },
    status: "failed",
    tests: [
      broken("a.test.js > dies", 3, "Crash", /exited unexpectedly/),
      { ...broken("(unhandled)", null, "Error", /exited unexpectedly/), file: null },
    ],
  },
  {
    name: "huge output",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test("loud", () => {\n  console.log("x".repeat(50000));\n  throw new Error("y".repeat(30000));\n});\n`,
    },
    status: "failed",
    tests: [failed("a.test.js > loud", 4, "Error", /^y{13000,}\n… \d+ characters left out …\ny{6000,}$/)],
  },
  {
    name: "colour codes",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}test("red", () => {\n  throw new TypeError("\\x1b[31mred\\x1b[0m alert");\n});\n`,
    },
    status: "failed",
    tests: [failed("a.test.js > red", 3, "TypeError", "red alert")],
  },
  {
    name: "unicode names",
    files: {
      ...PACKAGE,
      "ünï.test.js": `${HEAD}test("größe ✓ 日本", () => {\n  expect("✓").toBe("✗");\n});\n`,
    },
    status: "failed",
    tests: [failed("ünï.test.js > größe ✓ 日本", 3, "AssertionError", /expected '✓' to be '✗'/)],
  },
  {
    name: "hook errors",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}describe("group", () => {\n  beforeAll(() => {\n    throw new Error("no database");\n  });\n  it("one", () => {});\n});\n`,
    },
    status: "failed",
    tests: [...skipped("a.test.js > group > one"), broken("a.test.js > group", 4, "Error", "no database")],
  },
  {
    name: "custom config",
    files: {
      "package.json": '{"type":"module","scripts":{"test":"vitest --config config/vitest.js"}}',
      "config/vitest.js":
        'export default { root: ".", test: { include: ["**/*.check.js"], globals: true } };\n',
      "a.check.js": 'test("set up", () => expect(1).toBe(1));\n',
      "b.test.js": 'test("b", () => {});\n',
    },
    status: "passed",
    tests: passed("a.check.js > set up"),
  },
  {
    name: "one test",
    files: {
      ...PACKAGE,
      "a.test.js": `${HEAD}describe("g", () => {\n  it("one (1+1)", () => {});\n  it("two", () => expect(1).toBe(2));\n});\n`,
      "b.test.js": `${HEAD}test("b", () => {});\n`,
    },
    selection: { kind: "tests", ids: ["a.test.js > g > one (1+1)"] },
    status: "passed",
    tests: passed("a.test.js > g > one (1+1)"),
  },
];
