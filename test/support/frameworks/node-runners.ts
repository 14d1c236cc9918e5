import { broken, type ExpectedTest, failed, passed, type Situation, skipped } from "./situation.ts";

/** How one of the runners expresses the same project. */
interface Dialect {
  readonly settings: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly ending: string;
  readonly head: string;
  test(name: string, body: string): string;
  group(name: string, body: string): string;
  skip(name: string): string;
  equal(actual: string, expected: string): string;
  /** Line, type and message of the one failure. */
  readonly failure: readonly [number, string, string | RegExp];
}

const RIGHT = { "calc.js": "export const add = (a, b) => a + b;\n" };
const WRONG = { "calc.js": "export const add = (a, b) => a - b;\n" };

function situationsOf(dialect: Dialect): readonly Situation[] {
  const file = `${dialect.folder}/calc${dialect.ending}`;
  const other = `${dialect.folder}/other${dialect.ending}`;
  const tests = {
    ...dialect.settings,
    [file]: [
      `${dialect.head} import { add } from "../calc.js";`,
      dialect.group(
        "calc",
        [
          "",
          dialect.test("adds", dialect.equal("add(2, 3)", "5")),
          dialect.test("keeps zero", dialect.equal("add(2, 0)", "2")),
          dialect.skip("waits"),
          "",
        ].join("\n"),
      ),
      "",
    ].join("\n"),
    [other]: `${dialect.head}\n${dialect.test("größer > kleiner", dialect.equal("1", "1"))}\n`,
  };
  const others: ExpectedTest[] = [
    ...passed(`${file} > calc > keeps zero`, `${other} > größer > kleiner`),
    ...skipped(`${file} > calc > waits`),
  ];
  return [
    {
      name: "pass",
      files: { ...RIGHT, ...tests },
      status: "passed",
      tests: [...passed(`${file} > calc > adds`), ...others],
    },
    {
      name: "fail",
      files: { ...WRONG, ...tests },
      status: "failed",
      tests: [failed(`${file} > calc > adds`, ...dialect.failure), ...others],
    },
    {
      name: "one test",
      files: { ...WRONG, ...tests },
      selection: { kind: "tests", ids: [`${file} > calc > keeps zero`] },
      status: "passed",
      tests: passed(`${file} > calc > keeps zero`),
    },
    {
      name: "one file",
      files: { ...WRONG, ...tests },
      selection: { kind: "files", files: [other] },
      status: "passed",
      tests: passed(`${other} > größer > kleiner`),
    },
  ];
}

export const bunTestSituations: readonly Situation[] = [
  ...situationsOf({
    settings: { "package.json": '{"type":"module","scripts":{"test":"bun test"}}' },
    folder: "test",
    ending: ".test.js",
    head: 'import { describe, expect, test } from "bun:test";',
    test: (name, body) => `test("${name}", () => { ${body} });`,
    group: (name, body) => `describe("${name}", () => {${body}});`,
    skip: (name) => `test.skip("${name}", () => {});`,
    equal: (actual, expected) => `expect(${actual}).toBe(${expected});`,
    failure: [3, "AssertionError", /Expected: 5\s+Received: -1/],
  }),
  {
    name: "import error",
    files: {
      "package.json": '{"type":"module","scripts":{"test":"bun test"}}',
      "a.test.js": 'import "./nowhere.js";\n',
      "b.test.js": 'import { test } from "bun:test";\ntest("fine", () => {});\n',
    },
    status: "failed",
    tests: [
      broken("a.test.js", null, "LoadError", /Cannot find module '\.\/nowhere\.js'/),
      ...passed("b.test.js > fine"),
    ],
  },
];

export const denoTestSituations: readonly Situation[] = [
  ...situationsOf({
    settings: { "deno.json": '{"tasks":{"test":"deno test --no-check -A"}}' },
    folder: "test",
    ending: "_test.js",
    head: "",
    test: (name, body) =>
      name.includes(">")
        ? `Deno.test("${name}", () => { ${body} });`
        : `  await t.step("${name}", () => { ${body} });`,
    group: (name, body) => `Deno.test("${name}", async (t) => {${body}});`,
    skip: (name) => `  await t.step({ name: "${name}", ignore: true, fn() {} });`,
    equal: (actual, expected) => `if (${actual} !== ${expected}) throw new TypeError("not ${expected}");`,
    failure: [3, "TypeError", /not 5/],
  }).map((situation) => ({ ...situation, tests: withParents(situation) })),
  {
    name: "import error",
    files: {
      "deno.json": "{}",
      "a_test.js": 'import "./nowhere.js";\n',
      "b_test.js": 'Deno.test("fine", () => {});\n',
    },
    status: "failed",
    tests: [broken("a_test.js", 1, "LoadError", /nowhere\.js/)],
  },
  {
    name: "error at load",
    files: {
      "deno.json": "{}",
      "a_test.js": 'throw new Error("at load");\n',
      "b_test.js": 'Deno.test("fine", () => {});\n',
    },
    status: "failed",
    tests: [broken("a_test.js", 1, "LoadError", /at load/), ...passed("b_test.js > fine")],
  },
];

/** A test with steps is reported in addition to them, and fails with them. */
function withParents({ name, tests }: Situation): readonly ExpectedTest[] {
  const parent = "test/calc_test.js > calc";
  if (name === "pass") return [...passed(parent), ...tests];
  if (name === "fail") return [failed(parent, 2, "Failure", "1 test step failed"), ...tests];
  return tests;
}

const JASMINE_SETTINGS = {
  "package.json": '{"type":"module","scripts":{"test":"jasmine"}}',
  "spec/support/jasmine.json": '{"spec_dir":"spec","spec_files":["**/*.spec.js"]}',
};

export const jasmineSituations: readonly Situation[] = [
  ...situationsOf({
    settings: JASMINE_SETTINGS,
    folder: "spec",
    ending: ".spec.js",
    head: "",
    test: (name, body) => `it("${name}", () => { ${body} });`,
    group: (name, body) => `describe("${name}", () => {${body}});`,
    skip: (name) => `xit("${name}", () => {});`,
    equal: (actual, expected) => `expect(${actual}).toBe(${expected});`,
    failure: [3, "AssertionError", /Expected -1 to be 5/],
  }),
  {
    name: "import error",
    files: { ...JASMINE_SETTINGS, "spec/a.spec.js": 'import "./nowhere.js";\n' },
    status: "failed",
    tests: [failed("spec/a.spec.js", null, "LoadError", /nowhere\.js/)],
  },
];

const UVU = {
  "package.json": '{"type":"module","scripts":{"test":"uvu tests"}}',
  "tests/calc.js":
    'import { test } from "uvu";\nimport * as assert from "uvu/assert";\nimport { add } from "../calc.js";\n\ntest("adds", () => {\n  assert.is(add(2, 3), 5);\n});\ntest.skip("waits", () => {});\ntest.run();\n',
  "tests/other.js":
    'import { test } from "uvu";\nimport * as assert from "uvu/assert";\ntest("größer", () => assert.is(1, 1));\ntest.run();\n',
};

export const uvuSituations: readonly Situation[] = [
  {
    name: "pass",
    files: { ...RIGHT, ...UVU },
    status: "passed",
    tests: passed("tests/calc.js", "tests/other.js"),
  },
  {
    name: "fail",
    files: { ...WRONG, ...UVU },
    status: "failed",
    tests: [
      failed("tests/calc.js", 6, "AssertionError", /"adds": Expected values to be strictly equal/),
      ...passed("tests/other.js"),
    ],
  },
  {
    name: "one file",
    files: { ...WRONG, ...UVU },
    selection: { kind: "files", files: ["tests/other.js"] },
    status: "passed",
    tests: passed("tests/other.js"),
  },
  {
    name: "import error",
    files: { ...UVU },
    status: "failed",
    tests: [failed("tests/calc.js", null, "LoadError", /Cannot find module/), ...passed("tests/other.js")],
  },
];
