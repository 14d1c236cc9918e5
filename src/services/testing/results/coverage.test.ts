import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { executeDirectly, temporaryTree } from "../../../../test/support/direct-execution.ts";
import { answers, isMissing } from "../../../../test/support/toolchains.ts";
import { createTestRunner } from "../index.ts";

const modules = resolve(import.meta.dirname, "../../../../node_modules");

function runnerWith(pythonProgram: string) {
  return createTestRunner({
    execute: executeDirectly,
    nodeProgram: process.execPath,
    resourceFolder: join(import.meta.dirname, "../resources"),
    defaults: { timeoutMs: 60_000, pythonProgram },
  });
}

const CALC_PY = `"""Doc."""


def half(a):
    """Doc."""
    if a is None:
        return None
    return a / 2


class Never:
    def called(self):
        return 1
`;
const TEST_PY =
  "import unittest\n\nfrom calc import half\n\n\nclass CalcTest(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(half(4), 2)\n\n    def test_b(self):\n        self.assertIsNone(half(None))\n";

/** Python 3.12 and later are traced through sys.monitoring, earlier versions through sys.settrace. */
const others = ["python3.13", "python3.12", "python3.9"].filter((python) => answers(python));
describe.each(["python3", ...others])("%s", (python) => {
  test.skipIf(python === "python3" && isMissing("python3"))("measures lines by run and by test", async () => {
    using tree = temporaryTree({ "calc.py": CALC_PY, "test_calc.py": TEST_PY });
    const { coverage, perTest } = await runnerWith(python).run(
      tree,
      { framework: "unittest", root: ".", why: "" },
      { coverageOf: ["calc.py"], perTestCoverage: true },
    );
    expect(coverage?.["calc.py"]?.executed).toEqual(expect.arrayContaining([4, 6, 7, 8, 11, 12]));
    expect(coverage?.["calc.py"]?.executable).toContain(13);
    expect(coverage?.["calc.py"]?.executed).not.toContain(13);
    expect(perTest).toEqual({
      "test_calc.py::CalcTest::test_a": { "calc.py": [6, 8] },
      "test_calc.py::CalcTest::test_b": { "calc.py": [6, 7] },
    });
  });
});

/** Two tests run the same changed line: the second one is still traced. */
describe.each(["python3", ...others])("%s", (python) => {
  test.skipIf(python === "python3" && isMissing("python3"))("measures chosen lines by test", async () => {
    using tree = temporaryTree({
      "calc.py": CALC_PY,
      "test_calc.py": `${TEST_PY}\n    def test_c(self):\n        self.assertEqual(half(8), 4)\n`,
    });
    const { perTest } = await runnerWith(python).run(
      tree,
      { framework: "unittest", root: ".", why: "" },
      { coverageOf: ["calc.py"], coverageLines: { "calc.py": [8] }, perTestCoverage: true },
    );
    expect(perTest).toEqual({
      "test_calc.py::CalcTest::test_a": { "calc.py": [8] },
      "test_calc.py::CalcTest::test_b": {},
      "test_calc.py::CalcTest::test_c": { "calc.py": [8] },
    });
  });
});

const LIST_PY = `def total(prices):
    return sum(prices)


def labels():
    return [
        "small",
        "large",
        "huge",
    ]
`;
const TEST_LIST_PY =
  "import unittest\n\nfrom calc import total\n\n\nclass CalcTest(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(total([1]), 1)\n";

/** The tests of chosen lines also trace the statements that contain them. */
describe.each(["python3", ...others])("%s", (python) => {
  test.skipIf(python === "python3" && isMissing("python3"))(
    "measures the statement of a line without code of its own",
    async () => {
      const measure = async (name: string) => {
        using tree = temporaryTree({
          "calc.py": LIST_PY,
          "test_calc.py": TEST_LIST_PY.replaceAll("total([1]), 1", `${name}, ${name}`).replace(
            "import total",
            "import labels, total",
          ),
        });
        const { coverage } = await runnerWith(python).run(
          tree,
          { framework: "unittest", root: ".", why: "" },
          { coverageOf: ["calc.py"], coverageLines: { "calc.py": [8] }, perTestCoverage: true },
        );
        return coverage?.["calc.py"]?.executed;
      };
      expect(await measure("total([1])")).toEqual([]);
      expect(await measure("labels()")).toEqual([6]);
    },
  );
});

const BRANCHES = `export function sign(n) {
  // A comment.
  if (n < 0) {
    return -1;
  }
  return n > 0
    ? 1
    : 0;
}

export const never = () => {
  return sign(1);
};
`;

test("node:test: handles branches, comments and functions that are never called", async () => {
  using tree = temporaryTree({
    "package.json": '{"type":"module"}',
    "sign.js": BRANCHES,
    "a.test.js":
      'import { test } from "node:test";\nimport { sign } from "./sign.js";\ntest("positive", () => sign(1));\n',
    "b.test.js":
      'import { test } from "node:test";\nimport { sign } from "./sign.js";\ntest("negative", () => sign(-1));\n',
  });
  const { coverage, perTest, result } = await runnerWith("python3").run(
    tree,
    { framework: "node:test", root: ".", why: "" },
    { coverageOf: ["sign.js", "absent.js"], perTestCoverage: true },
  );
  expect(result.status).toBe("passed");
  expect(coverage).toEqual({
    "sign.js": { executed: [1, 3, 4, 6, 7, 11], executable: [1, 3, 4, 6, 7, 8, 11, 12] },
  });
  expect(perTest?.["a.test.js > positive"]?.["sign.js"]).toEqual([1, 3, 6, 7]);
  expect(perTest?.["b.test.js > negative"]?.["sign.js"]).toEqual([1, 3, 4]);
});

test("node:test: lines of concurrent tests are attributed to none of them", async () => {
  using tree = temporaryTree({
    "package.json": '{"type":"module"}',
    "sign.js": BRANCHES,
    "a.test.js": `import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { sign } from "./sign.js";
test("together", { concurrency: 2 }, async (t) => {
  await Promise.all(["one", "two"].map((name) => t.test(name, async () => { sign(1); await setTimeout(20); })));
  await t.test("alone", () => sign(-1));
});
`,
  });
  const { coverage, perTest } = await runnerWith("python3").run(
    tree,
    { framework: "node:test", root: ".", why: "" },
    { coverageOf: ["sign.js"], perTestCoverage: true },
  );
  expect(coverage?.["sign.js"]?.executed).toEqual(expect.arrayContaining([4, 7]));
  expect(perTest?.["a.test.js > together > alone"]?.["sign.js"]).toContain(4);
  expect(perTest?.["a.test.js > together > one"]).toBeUndefined();
  expect(perTest?.["a.test.js > together > two"]).toBeUndefined();
});

test("node:test: stripped types are measured, compiled ones are not", async () => {
  using tree = temporaryTree({
    "enum.ts": "enum Sign {\n  plus,\n}\nexport const sign = (): Sign => Sign.plus;\n",
    "types.ts":
      "interface Box {\n  n: number;\n}\nexport function open(box: Box): number {\n  if (box.n < 0) {\n    return 0;\n  }\n  return box.n;\n}\n",
    "package.json": '{"type":"module"}',
    "a.test.ts":
      'import { test } from "node:test";\nimport { open } from "./types.ts";\ntest("a", () => void open({ n: 1 }));\n',
  });
  const suite = { framework: "node:test", root: ".", why: "" };
  const options = { coverageOf: ["enum.ts", "types.ts"] };
  const stripped = await runnerWith("python3").run(tree, suite, options);
  expect(stripped.result.status).toBe("passed");
  expect(stripped.coverage?.["types.ts"]?.executed).toEqual(expect.arrayContaining([5, 8]));
  expect(stripped.coverage?.["types.ts"]?.executed).not.toContain(6);

  tree.write(
    "package.json",
    '{"type":"module","scripts":{"test":"node --experimental-transform-types --test"}}',
  );
  tree.write(
    "a.test.ts",
    'import { test } from "node:test";\nimport { sign } from "./enum.ts";\ntest("a", () => void sign());\n',
  );
  const compiled = await runnerWith("python3").run(tree, suite, options);
  expect(compiled.result.status).toBe("passed");
  expect(compiled.coverage?.["enum.ts"]).toBeUndefined();
});

test.skipIf(isMissing("go", ["version"]))("go test: reads a cover profile", async () => {
  using tree = temporaryTree({
    "go.mod": "module example.com/calc\n\ngo 1.20\n",
    "sign.go": "package calc\n\nfunc Sign(n int) int {\n\tif n < 0 {\n\t\treturn -1\n\t}\n\treturn 1\n}\n",
    "sign_test.go":
      'package calc\n\nimport "testing"\n\nfunc TestSign(t *testing.T) {\n\tif Sign(1) != 1 {\n\t\tt.Fatal()\n\t}\n}\n',
  });
  const { coverage, result } = await runnerWith("python3").run(
    tree,
    { framework: "go test", root: ".", why: "" },
    { coverageOf: ["sign.go"] },
  );
  expect(result.status).toBe("passed");
  expect(coverage?.["sign.go"]?.executed).toEqual(expect.arrayContaining([4, 7]));
  expect(coverage?.["sign.go"]?.executed).not.toContain(5);
  expect(coverage?.["sign.go"]?.executable).toContain(5);
});

test("jest: maps statements and headers of functions to lines", async () => {
  using tree = temporaryTree(
    {
      "package.json": '{"scripts":{"test":"jest"}}',
      "sign.js":
        "exports.sign = (n) => {\n  if (n < 0) {\n    return -1;\n  }\n  return 1;\n};\nexports.Never = class {\n  called(n) {\n    return n;\n  }\n};\n",
      "a.test.js": 'const { sign } = require("./sign");\ntest("a", () => expect(sign(1)).toBe(1));\n',
    },
    [{ source: modules, at: "node_modules" }],
  );
  const { coverage, perTest } = await runnerWith("python3").run(
    tree,
    { framework: "jest", root: ".", why: "" },
    { coverageOf: ["sign.js"], perTestCoverage: true },
  );
  expect(coverage).toEqual({ "sign.js": { executed: [1, 2, 5, 7], executable: [1, 2, 3, 5, 7, 8, 9] } });
  expect(perTest).toEqual({ "a.test.js": { "sign.js": [1, 2, 5, 7] } });
});
