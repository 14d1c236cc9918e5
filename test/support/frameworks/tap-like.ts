import { broken, type ExpectedTest, failed, passed, type Situation, skipped } from "./situation.ts";

/** How one of the tools that print TAP expresses the project. */
interface Dialect {
  readonly tool: string;
  readonly head: string;
  test(name: string, body: string): string;
  equal(actual: string, expected: string): string;
  skip(name: string): string;
  readonly type: string;
  readonly message: RegExp;
}

const RIGHT = { "calc.js": "exports.add = (a, b) => a + b;\n" };
const WRONG = { "calc.js": "exports.add = (a, b) => a - b;\n" };
const FILE = "test/calc.test.js";

/** The same project for each tool: the ids and lines are the same. */
function tapLikeSituations(dialect: Dialect): readonly Situation[] {
  const set = { "package.json": `{"scripts":{"test":"${dialect.tool}"},"${dialect.tool}":{}}` };
  const tests = {
    [FILE]: [
      dialect.head,
      'const { add } = require("../calc.js");',
      dialect.test("adds", `\n  ${dialect.equal("add(2, 3)", "5")}\n`),
      dialect.test("keeps zero", dialect.equal("add(2, 0)", "2")),
      dialect.skip("waits"),
      "",
    ].join("\n"),
    "test/other.test.js": `${dialect.head}\n${dialect.test("fine", dialect.equal("1", "1"))}\n`,
  };
  const others: ExpectedTest[] = [
    ...passed(`${FILE} > keeps zero`, "test/other.test.js > fine"),
    ...skipped(`${FILE} > waits`),
  ];
  return [
    {
      name: "pass",
      files: { ...set, ...RIGHT, ...tests },
      status: "passed",
      tests: [...passed(`${FILE} > adds`), ...others],
    },
    {
      name: "fail",
      files: { ...set, ...WRONG, ...tests },
      status: "failed",
      tests: [failed(`${FILE} > adds`, 4, dialect.type, dialect.message), ...others],
    },
    {
      name: "one test",
      files: { ...set, ...WRONG, ...tests },
      selection: { kind: "tests", ids: [`${FILE} > keeps zero`] },
      status: "passed",
      tests: passed(`${FILE} > keeps zero`),
    },
    {
      name: "one file",
      files: { ...set, ...RIGHT, ...tests },
      selection: { kind: "files", files: ["test/other.test.js"] },
      status: "passed",
      tests: passed("test/other.test.js > fine"),
    },
  ];
}

export const avaSituations = tapLikeSituations({
  tool: "ava",
  head: 'const test = require("ava");',
  test: (name, body) => `test("${name}", (t) => {${body}});`,
  equal: (actual, expected) => `t.is(${actual}, ${expected});`,
  skip: (name) => `test.skip("${name}", (t) => t.pass());`,
  type: "AssertionError",
  message: /^Difference \(- actual, \+ expected\):\n- -1\n\+ 5$/,
});

export const tapSituations = tapLikeSituations({
  tool: "tap",
  head: 'const tap = require("tap");',
  test: (name, body) => `tap.test("${name}", (t) => {${body} t.end(); });`,
  equal: (actual, expected) => `t.equal(${actual}, ${expected});`,
  skip: (name) => `tap.test("${name}", { skip: true }, (t) => t.end());`,
  type: "AssertionError",
  message: /equal/,
});

export const tapeSituations: readonly Situation[] = [
  ...tapLikeSituations({
    tool: "tape",
    head: 'const test = require("tape");',
    test: (name, body) => `test("${name}", (t) => {${body} t.end(); });`,
    equal: (actual, expected) => `t.equal(${actual}, ${expected});`,
    skip: (name) => `test("${name}", (t) => { t.skip("later"); t.end(); });`,
    type: "AssertionError",
    message: /should be strictly equal\nexpected 5, but got -1/,
  }),
  {
    name: "import error",
    files: {
      "package.json": '{"scripts":{"test":"tape test/*.js"}}',
      "test/a.js": 'require("./nowhere");\n',
    },
    status: "failed",
    tests: [broken("test/a.js", 1, "Error", "Cannot find module './nowhere'")],
  },
  {
    name: "files without tests, and tests of the same name",
    files: {
      "package.json": '{"scripts":{"test":"tape test/*.js"}}',
      "test/a.js":
        'const test = require("tape");\ntest("same", (t) => { t.ok(true); t.end(); });\ntest("same", (t) => { t.ok(true); t.end(); });\ntest("whole", { skip: true }, (t) => t.end());\n',
      "test/exit.js": "process.exit(3);\n",
      "test/helper.js": "module.exports = 1;\n",
    },
    status: "failed",
    tests: [
      ...passed("test/a.js > same", "test/a.js > same #2"),
      ...skipped("test/a.js > whole"),
      broken("test/exit.js", null, "Error", /./),
    ],
  },
];
