import { expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import type { TestCase } from "../../../domain/entities/test-result.ts";
import { createTestRunner } from "../index.ts";

const runner = createTestRunner({
  execute: () => Promise.reject(new Error("nothing is run here")),
  nodeProgram: "node",
  resourceFolder: "/resources",
  defaults: { timeoutMs: 1 },
});

interface Case {
  readonly framework: string;
  readonly root?: string;
  readonly files: Readonly<Record<string, string>>;
  /** Ids of the tests that ran. */
  readonly ran: readonly string[];
  readonly judging: readonly string[];
}

const CALC = "export const add = (a, b) => a - b;\n";
const PY = "def add(a, b):\n    return a - b\n";

const CASES: Readonly<Record<string, Case>> = {
  "a script that names a file with an arbitrary name": {
    framework: "node:test",
    files: {
      "package.json": '{"scripts":{"test":"node --test checks.js"}}',
      "checks.js": 'import test from "node:test";\nimport { add } from "./calc.js";\ntest("a", () => {});\n',
      "calc.js": CALC,
    },
    ran: ["checks.js > a"],
    judging: ["checks.js"],
  },
  "python_files in a flat folder": {
    framework: "pytest",
    files: {
      "pytest.ini": "[pytest]\npython_files = check_*.py\n",
      "check_calc.py": "from calc import add\n",
      "calc.py": PY,
    },
    ran: ["check_calc.py::test_add"],
    judging: ["check_calc.py", "pytest.ini"],
  },
  "a helper in a folder of tests, in Python": {
    framework: "pytest",
    files: {
      "checks/check_calc.py": "from calc import add\nfrom helpers import EXPECTED\n",
      "checks/helpers.py": "EXPECTED = 3\n",
      "checks/cases.json": "{}",
      "calc.py": PY,
    },
    ran: ["checks/check_calc.py::test_add"],
    judging: ["checks/cases.json", "checks/check_calc.py", "checks/helpers.py"],
  },
  "a helper that a package of tests imports by its full name": {
    framework: "pytest",
    files: {
      "verify/__init__.py": "",
      "verify/check_calc.py": "from pkg.calc import add\nfrom verify.values import EXPECTED\n",
      "verify/values.py": "EXPECTED = 3\n",
      "pkg/__init__.py": "",
      "pkg/calc.py": PY,
    },
    ran: ["verify/check_calc.py::test_add"],
    judging: ["verify/__init__.py", "verify/check_calc.py", "verify/values.py"],
  },
  "a helper in a folder of tests, in TypeScript": {
    framework: "vitest",
    files: {
      "proofs/calc.ts": 'import { add } from "../src/calc.js";\nimport { expected } from "./values.js";\n',
      "proofs/values.ts": "export const expected = 3;\n",
      "src/calc.ts": CALC,
    },
    ran: ["proofs/calc.ts > a"],
    judging: ["proofs/calc.ts", "proofs/values.ts"],
  },
  "expected results at the top of the tree": {
    framework: "pytest",
    files: {
      "tests/test_report.py":
        'from app import report\nGOLDEN = Path(__file__).parents[1] / "golden"\nx = GOLDEN / "monthly.txt"\n',
      "golden/monthly.txt": "a\n",
      "golden/yearly.txt": "b\n",
      "app.py": PY,
    },
    ran: ["tests/test_report.py::test_a"],
    judging: ["golden/monthly.txt", "golden/yearly.txt", "tests/test_report.py"],
  },
  "approved results next to the code": {
    framework: "node:test",
    files: {
      "package.json": '{"scripts":{"test":"node --test"}}',
      "src/report.test.js": "const expected = read('src/' + name + '.approved.txt');\n",
      "src/report.js": CALC,
      "src/monthly.approved.txt": "a\n",
      "src/expected.csv": "named by no test\n",
    },
    ran: ["src/report.test.js > a"],
    judging: ["src/monthly.approved.txt", "src/report.test.js"],
  },
  "data that the program loads too": {
    framework: "pytest",
    files: {
      "tests/test_prices.py": 'from app import load\nload("vectors/prices.csv")\nload("data/rates.csv")\n',
      "vectors/prices.csv": "a\n",
      "data/rates.csv": "b\n",
      "app.py": 'DEFAULT = "vectors/prices.csv"\n',
    },
    ran: ["tests/test_prices.py::test_a"],
    judging: ["tests/test_prices.py"],
  },
  "a helper above the test folders": {
    framework: "mocha",
    files: {
      "checks/unit/a.js":
        'const { add } = require("../../src/calc");\nconst { expected } = require("../values");\n',
      "checks/values.js": "exports.expected = 3;\n",
      "src/calc.js": CALC,
    },
    ran: ["checks/unit/a.js > a"],
    judging: ["checks/unit/a.js", "checks/values.js"],
  },
  "code that is named like a helper and has its own tests": {
    framework: "pytest",
    files: {
      "checks.py": PY,
      "test_checks.py": "from checks import add\n",
      "expected.py": "EXPECTED = 3\n",
      "test_expected.py": "from expected import EXPECTED\n",
      "test_calc.py": "from calc import add\nfrom expected import EXPECTED\n",
      "calc.py": PY,
    },
    ran: ["test_checks.py::test_add", "test_expected.py::test_e", "test_calc.py::test_add"],
    judging: ["expected.py", "test_calc.py", "test_checks.py", "test_expected.py"],
  },
  "tests next to the code they test": {
    framework: "node:test",
    files: {
      "src/a.js": CALC,
      "src/b.js": 'export * from "./a.js";\n',
      "src/a.checks.js": 'import { add } from "./a.js";\nimport { x } from "../lib/x.js";\n',
      "lib/x.js": "export const x = 1;\n",
    },
    ran: ["src/a.checks.js > a"],
    judging: ["src/a.checks.js"],
  },
  "a folder that outside code needs": {
    framework: "node:test",
    files: {
      "main.js": 'import "./core/money.js";\n',
      "core/money.js": CALC,
      "core/everything.checks.js": 'import "./money.js";\nimport "../lib/x.js";\n',
      "lib/x.js": "export const x = 1;\n",
    },
    ran: ["core/everything.checks.js > a"],
    judging: ["core/everything.checks.js"],
  },
  "product code in a folder named checks": {
    framework: "vitest",
    files: {
      "src/engine.ts": 'import { regex } from "./checks/regex.ts";\n',
      "src/checks/regex.ts": CALC,
      "src/checks/regex.test.ts": 'import { regex } from "./regex.ts";\n',
    },
    ran: ["src/checks/regex.test.ts > a"],
    judging: ["src/checks/regex.test.ts"],
  },
  "a package whose tests use another package": {
    framework: "node:test",
    files: {
      "packages/core/checks/a.js": 'import "../src/a.js";\nimport "../../shared/x.js";\n',
      "packages/core/src/a.js": CALC,
      "packages/shared/x.js": "export const x = 1;\n",
    },
    ran: ["packages/core/checks/a.js > a"],
    judging: ["packages/core/checks/a.js"],
  },
  "helpers and data in a flat folder": {
    framework: "node:test",
    files: {
      "checks.js":
        'import "./calc.js";\nimport "./check-helpers.js";\nimport "./util.js";\nread("./cases.json"); read("rates.json");\n',
      "calc.js": 'import "./rates.json";\n',
      "util.js": CALC,
      "check-helpers.js": "export const expected = 3;\n",
      "cases.json": "{}",
      "rates.json": "{}",
    },
    ran: ["checks.js > a"],
    judging: ["cases.json", "check-helpers.js", "checks.js"],
  },
  "setup files configured for vitest": {
    framework: "vitest",
    files: {
      "vitest.config.ts":
        'export default { test: { include: ["**/*.check.ts"], setupFiles: ["./prepare.ts", "b/more.ts"], globalSetup: "./world.ts" } };\n',
      "a.check.ts": 'import "./a.js";\n',
      "a.ts": CALC,
      "prepare.ts": "",
      "b/more.ts": "",
      "world.ts": "",
    },
    ran: ["a.check.ts > a"],
    judging: ["a.check.ts", "b/more.ts", "prepare.ts", "vitest.config.ts", "world.ts"],
  },
  "setup files configured for jest in package.json": {
    framework: "jest",
    root: "web",
    files: {
      "web/package.json":
        '{"jest":{"testMatch":["**/*.check.js"],"setupFilesAfterEnv":["<rootDir>/prepare.js"]}}',
      "web/a.check.js": 'require("./a");\n',
      "web/a.js": CALC,
      "web/prepare.js": "",
    },
    ran: ["web/a.check.js > a"],
    judging: ["web/a.check.js", "web/prepare.js"],
  },
  "setup in .mocharc.yml": {
    framework: "mocha",
    files: {
      ".mocharc.yml": "require:\n  - ./prepare.js\n  - ts-node/register\nspec: checks.js\n",
      "checks.js": 'require("./calc");\n',
      "calc.js": CALC,
      "prepare.js": "",
    },
    ran: ["checks.js > a"],
    judging: [".mocharc.yml", "checks.js", "prepare.js"],
  },
  "a linter in the test script": {
    framework: "vitest",
    files: {
      "package.json": '{"scripts":{"test":"npm run lint && vitest run","lint":"prettier -c src"}}',
      "checks.ts": 'import "./src/index.js";\n',
      "src/index.ts": CALC,
    },
    ran: ["checks.ts > a"],
    judging: ["checks.ts"],
  },
  "setup in the test script": {
    framework: "node:test",
    files: {
      "package.json":
        '{"scripts":{"test":"node --import ./prepare.mjs --require=./more.cjs --test checks.js"}}',
      "checks.js": 'import "./calc.js";\n',
      "calc.js": CALC,
      "prepare.mjs": "",
      "more.cjs": "",
    },
    ran: ["checks.js > a"],
    judging: ["checks.js", "more.cjs", "prepare.mjs"],
  },
  "plug-ins of pytest": {
    framework: "pytest",
    files: {
      "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-p tools.plugin -q'\n",
      "tools/plugin.py": "",
      "conftest.py": "pytest_plugins = ['shared.values']\n",
      "shared/values.py": "",
      "check_calc.py": "import calc\npytest_plugins = 'own'\n",
      "own.py": "",
      "calc.py": PY,
    },
    ran: ["check_calc.py::test_add"],
    judging: ["check_calc.py", "conftest.py", "own.py", "shared/values.py", "tools/plugin.py"],
  },
  "tests inside Rust sources": {
    framework: "cargo test",
    files: {
      "Cargo.toml": '[package]\n[[test]]\nname = "whole"\npath = "proof/whole.rs"\n',
      "src/lib.rs": "#[cfg(test)]\nmod tests;\nmod money;\n#[cfg(test)]\nmod inline { #[test] fn a() {} }\n",
      "src/tests.rs": "mod values;\nmod money;\n",
      "src/tests/money.rs": "",
      "src/tests/values.rs": "",
      "src/money.rs": "#[cfg(test)]\nmod tests { #[test] fn a() {} }\n",
      "proof/whole.rs": 'mod values;\n#[path = "../src/money.rs"]\nmod money;\n',
      "proof/values.rs": "",
      "tests/other.rs": "mod common;\n",
      "tests/common/mod.rs": "",
    },
    ran: ["src/lib.rs::inline::a", "src/money.rs::tests::a", "proof/whole.rs::a", "tests/other.rs::a"],
    judging: [
      "proof/values.rs",
      "proof/whole.rs",
      "src/tests.rs",
      "src/tests/money.rs",
      "src/tests/values.rs",
      "tests/common/mod.rs",
      "tests/other.rs",
    ],
  },
  "Go, with a package for tests": {
    framework: "go test",
    files: {
      "go.mod": "module example.com/m\n",
      "calc/calc.go": 'package calc\nimport "example.com/m/money"\n',
      "calc/calc_test.go": 'package calc\nimport (\n\t"testing"\n\t"example.com/m/internal/testutil"\n)\n',
      "calc/testdata/in.txt": "",
      "money/money.go": "package money\n",
      "internal/testutil/values.go": "package testutil\n",
    },
    ran: ["calc/calc_test.go"],
    judging: ["calc/calc_test.go", "calc/testdata/in.txt", "internal/testutil/values.go"],
  },
  doctests: {
    framework: "pytest",
    files: {
      "calc.py": 'def add(a, b):\n    """\n    >>> add(1, 2)\n    3\n    """\n',
      "pytest.ini": "[pytest]\n",
    },
    ran: ["calc.py::calc.add"],
    judging: ["pytest.ini"],
  },
  "Vitest tests inside a source file": {
    framework: "vitest",
    files: {
      "src/a.ts": "export const a = 1;\nif (import.meta.vitest) { const { it } = import.meta.vitest; }\n",
      "src/b.ts": 'import { it } from "vitest";\nit("b", () => import.meta.vitest);\n',
    },
    ran: ["src/a.ts > a", "src/b.ts > b"],
    judging: ["src/b.ts"],
  },
  "tests that were compiled first": {
    framework: "node:test",
    files: { "src/checks/a.ts": 'import "../calc.ts";\n', "src/checks/values.ts": "", "src/calc.ts": CALC },
    ran: ["dist/checks/a.js > a"],
    judging: ["src/checks/a.ts", "src/checks/values.ts"],
  },
  "a test file that could not be loaded": {
    framework: "mocha",
    files: {
      "package.json": '{"scripts":{"test":"mocha checks/*.js"}}',
      "checks/a.js": 'const { add } = require("../calc");\ndescribe("a", () => {});\n',
      "calc.js": "const = 1;\n",
    },
    ran: ["calc.js"],
    judging: ["checks/a.js"],
  },
};

test.each(Object.entries(CASES))("%s", async (_, { framework, root = ".", files, ran, judging }) => {
  const result = { tests: ran.map(testNamed) };
  const found = await runner.judges(treeInMemory(files), [{ framework, root, why: "" }], result);
  const paths = Object.keys(files).sort();
  expect(paths.filter((path) => found.has(path))).toEqual(judging);
  for (const path of paths) expect(found.why(path) === null).toBe(!judging.includes(path));
});

test("handles the ids of several suites", async () => {
  const files = { "web/checks.js": "", "web/a.js": "", "api/check_a.py": "import a\n", "api/a.py": "" };
  const suites = [
    { framework: "node:test", root: "web", why: "" },
    { framework: "pytest", root: "api", why: "" },
  ];
  const result = {
    tests: [
      testNamed("node:test@web web/checks.js > a"),
      { ...testNamed("pytest@api api/check_a.py::test_a"), file: "api/a.py" },
    ],
  };
  const found = await runner.judges(treeInMemory(files), suites, result);
  expect([...found.collected].sort()).toEqual(["api/check_a.py", "web/checks.js"]);
});

test("handles a path that does not exist yet", async () => {
  const files = { "checks/a.js": 'import "../calc.js";\n', "checks/values.js": "", "calc.js": CALC };
  const suites = [{ framework: "node:test", root: ".", why: "" }];
  const found = await runner.judges(treeInMemory(files), suites, { tests: [testNamed("checks/a.js > a")] });
  expect(found.has("checks/new.js")).toBe(true);
  expect(found.has("new.js")).toBe(false);
  expect(found.why("checks/values.js")).toBe("checks/ contains only tests and what they use");
});

function testNamed(id: string): TestCase {
  const path = id.replace(/^\S+@\S+ /, "").split(/::| > /)[0] ?? "";
  const isFile = id === path;
  return {
    id,
    file: path,
    name: isFile ? path : "a",
    status: isFile ? "error" : "passed",
    duration_seconds: 0,
  };
}
