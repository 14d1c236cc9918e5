import { describe, expect, test } from "vitest";
import type { TestCase } from "../../../domain/entities/test-result.ts";
import { guardTests } from "./guard-tests.ts";

const isTestFile = (path: string) => /(^|\/)tests?\/|\.test\.|conftest|_test\./.test(path);

function guard(path: string, before: string | null, after: string | null): string[] {
  const side = (text: string | null) => ({ files: text === null ? [] : [{ path, text }], result: null });
  return guardTests({ before: side(before), after: side(after), changedPaths: [path], isTestFile });
}

const PY = "import pytest\n\ndef test_a():\n    assert add(1, 2) == 3\n    assert add(2, 2) == 4\n";
const JS = 'test("a", () => {\n  expect(add(1, 2)).toBe(3);\n});\n';
const GO = 'func TestA(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n';
const RUST =
  "pub fn add() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert_eq!(1, 1); }\n}\n";

describe("a change that touches the tests that judge it", () => {
  test.each([
    [
      "skip",
      "tests/test_a.py",
      PY,
      PY.replace("def test_a", "@pytest.mark.skip\ndef test_a"),
      /skip mark at line 3/,
    ],
    [
      "skipif",
      "tests/test_a.py",
      PY,
      PY.replace("def test_a", "@pytest.mark.skipif(True)\ndef test_a"),
      /skip mark/,
    ],
    [
      "xfail",
      "tests/test_a.py",
      PY,
      PY.replace("def test_a", "@pytest.mark.xfail\ndef test_a"),
      /expected-failure/,
    ],
    [
      "fewer assertions",
      "tests/test_a.py",
      PY,
      PY.replace("    assert add(2, 2) == 4\n", ""),
      /1 assertion instead of 2/,
    ],
    ["looser", "tests/test_a.py", PY, PY.replace("== 4", ">= 0"), /compares less exactly/],
    ["renamed", "tests/test_a.py", PY, PY.replace("def test_a", "def check_a"), /0 tests instead of 1/],
    ["edited value", "tests/test_a.py", PY, PY.replace("== 3", "== -1"), /was edited$/],
    ["swallowed", "tests/test_a.py", PY, `${PY}\ntry:\n    pass\nexcept Exception: pass\n`, /swallowed/],
    ["deleted", "tests/test_a.py", PY, null, /was deleted/],
    ["conftest added", "tests/conftest.py", null, "collect_ignore = ['test_a.py']\n", /controls/],
    ["shadow", "pytest.py", null, "", /in place of a test tool/],
    ["it.skip", "a.test.js", JS, JS.replace("test(", "test.skip("), /skip mark/],
    ["xit", "a.test.js", JS, JS.replace("test(", "xit("), /skip mark/],
    ["only", "a.test.js", JS, `${JS}test.only("b", () => {});\n`, /only some/],
    ["truthy", "a.test.js", JS, JS.replace("toBe(3)", "toBeTruthy()"), /less exactly/],
    ["option", "a.test.js", JS, JS.replace('"a", ', '"a", { skip: true }, '), /skip mark/],
    ["go skip", "a_test.go", GO, GO.replace("{\n", "{\n\tt.Skip()\n"), /skip mark/],
    [
      "rust ignore",
      "src/lib.rs",
      RUST,
      RUST.replace("#[test]", "#[test]\n    #[ignore]"),
      /inside src\/lib.rs.*skip/,
    ],
    ["rust deleted", "src/lib.rs", RUST, "pub fn add() {}\n", /inside src\/lib.rs were deleted/],
    [
      "npm test",
      "package.json",
      '{"scripts":{"test":"jest"}}',
      '{"scripts":{"test":"true"}}',
      /test scripts/,
    ],
    [
      "pyproject",
      "pyproject.toml",
      "[tool.pytest.ini_options]\n",
      "[tool.pytest.ini_options]\naddopts='-k x'\n",
      /pytest settings/,
    ],
    [
      "notices tests",
      "src/a.py",
      "x = 1\n",
      "import os\nx = 2 if 'PYTEST_CURRENT_TEST' in os.environ else 1\n",
      /checks whether it is being tested/,
    ],
    [
      "python_files",
      "setup.cfg",
      "[tool:pytest]\npython_files = check_*.py\n",
      "[tool:pytest]\npython_files = other_*.py\n",
      /pytest settings/,
    ],
    ["tox", "tox.ini", "[pytest]\n", "[pytest]\npython_files = x_*.py\n", /its test settings/],
    [
      "include of Vitest",
      "vitest.config.ts",
      'include: ["**/*.check.ts"]',
      'include: ["**/*.none.ts"]',
      /test settings/,
    ],
    ["jest by another name", "jest.unit.config.js", "testMatch: ['a']", "testMatch: ['b']", /test settings/],
    [
      "a script that the test script runs",
      "package.json",
      '{"scripts":{"test":"npm run unit","unit":"mocha"}}',
      '{"scripts":{"test":"npm run unit","unit":"true"}}',
      /test scripts/,
    ],
    [
      "import map",
      "package.json",
      '{"scripts":{"test":"jest"}}',
      '{"scripts":{"test":"jest"},"imports":{"#x":"./y.js"}}',
      /test scripts or test settings/,
    ],
    ["go replace", "go.mod", "module m\n", "module m\n\nreplace a => ./b\n", /which modules/],
    [
      "go replace in a block",
      "go.mod",
      "module m\nreplace (\n\ta => ./b\n)\n",
      "module m\nreplace (\n\ta => ./c\n)\n",
      /which modules/,
    ],
    [
      "cargo target",
      "Cargo.toml",
      '[package]\n[[test]]\npath = "a.rs"\n',
      '[package]\n[[test]]\npath = "b.rs"\n',
      /test targets/,
    ],
    ["cargo autotests", "Cargo.toml", "[package]\n", "[package]\nautotests = false\n", /test targets/],
    ["cargo runner", ".cargo/config.toml", null, '[target.x]\nrunner = "true"\n', /how cargo runs/],
    ["npm settings", ".npmrc", null, "node-options=--require ./x.js\n", /how the tests are run/],
    ["make", "Makefile", "test:\n\tpytest\n", "test:\n\ttrue\n", /test target/],
    ["make's variables", "Makefile", "P=a\ntest:\n\t$(P)\n", "P=b\ntest:\n\t$(P)\n", /test target/],
    [
      "a build before the tests",
      "package.json",
      '{"scripts":{"build":"tsc","prebuild":"a","test":"npm run build && jest"}}',
      '{"scripts":{"build":"tsc","prebuild":"b","test":"npm run build && jest"}}',
      /test scripts/,
    ],
    ["tox in setup.cfg", "setup.cfg", "[testenv]\n", "[testenv]\nsetenv = A=1\n", /pytest settings/],
    ["nox", "noxfile.py", "session.run('pytest')\n", "session.run('true')\n", /how its tests are started/],
  ])("%s", (_, path, before, after, expected) => {
    expect(guard(path, before, after).join("\n")).toMatch(expected);
  });
});

describe("a change that does not touch them", () => {
  test.each([
    ["source", "src/a.py", "x = 1\n", "x = 2\n"],
    ["a new test file", "tests/test_b.py", null, PY],
    ["untouched", "tests/test_a.py", PY, PY],
    [
      "a dependency",
      "package.json",
      '{"scripts":{"test":"jest"}}',
      '{"scripts":{"test":"jest"},"version":"2.0.0"}',
    ],
    [
      "another section",
      "pyproject.toml",
      "[tool.pytest]\n\n[project]\n",
      "[tool.pytest]\n\n[project]\nname='x'\n",
    ],
    [
      "a script that tests do not run",
      "package.json",
      '{"scripts":{"lint":"a","test":"jest"}}',
      '{"scripts":{"lint":"b","test":"jest"}}',
    ],
    [
      "a script of another kind",
      "package.json",
      '{"scripts":{"test":"jest"}}',
      '{"scripts":{"test":"jest","build":"tsc"}}',
    ],
    ["a required module", "go.mod", "module m\n", "module m\n\nrequire a v1.0.0\n"],
    ["a dependency of the crate", "Cargo.toml", "[package]\n", '[package]\n[dependencies]\na = "1"\n'],
    ["rust outside the tests", "src/lib.rs", RUST, RUST.replace("pub fn add() {}", "pub fn add() { () }")],
  ])("%s", (_, path, before, after) => {
    expect(guard(path, before, after)).toEqual([]);
  });
});

describe("identities", () => {
  const one = (id: string, status: TestCase["status"], file = "t.py"): TestCase => ({
    id,
    file,
    name: id.split("::")[1] ?? id,
    status,
    duration_seconds: 0,
  });
  test.each([
    ["gone", [one("t.py::a", "passed")], [], ["t.py::a has disappeared"]],
    ["skipped", [one("t.py::a", "failed")], [one("t.py::a", "skipped")], ["t.py::a is skipped now"]],
    [
      "xfail",
      [one("t.py::a", "failed")],
      [one("t.py::a", "expected_failure")],
      ["t.py::a is expected to fail now"],
    ],
    ["added", [one("t.py::a", "passed")], [one("t.py::a", "passed"), one("t.py::b", "passed")], []],
    ["loads now", [one("t.py", "error")], [one("t.py::a", "passed")], []],
    ["was skipped", [one("t.py::a", "skipped")], [], []],
  ])("%s", (_, before, after, expected) => {
    const input = { changedPaths: [], isTestFile };
    const side = (tests: TestCase[]) => ({ files: [], result: { tests } });
    expect(guardTests({ ...input, before: side(before), after: side(after) })).toEqual(expected);
  });
});

describe("examples that are run as tests", () => {
  const python = 'def add(a, b):\n    """Adds.\n\n    >>> add(1, 2)\n    3\n    """\n    return a - b\n';
  const rust = "/// Adds.\n/// ```\n/// assert_eq!(add(1, 2), 3);\n/// ```\nfn add() {}\n";
  const edited = (path: string) => [`the examples in ${path} that run as tests were edited`];
  test.each([
    ["an expected value", "calc.py", "calc.py::calc.add", python, python.replace("    3", "    -1"), true],
    ["a removed one", "calc.py", "pytest@. calc.py::calc.add", python, "def add(a, b): ...\n", true],
    ["the code below", "calc.py", "calc.py::calc.add", python, python.replace("a - b", "a + b"), false],
    ["words around it", "calc.py", "calc.py::calc.add", python, python.replace("Adds.", "Sums."), false],
    [
      "an example that is not run",
      "calc.py",
      "test_calc.py::test_add",
      python,
      python.replace("    3", "    -1"),
      false,
    ],
    ["Rust", "src/lib.rs", "src/lib.rs::add (doc)", rust, rust.replace("2), 3", "2), -1"), true],
    ["Rust below", "src/lib.rs", "src/lib.rs::add (doc)", rust, rust.replace("{}", "{ 1 }"), false],
  ])("%s", (_, path, id, before, after, isEdited) => {
    const result = { tests: [{ id, file: path, name: id, status: "passed" as const, duration_seconds: 0 }] };
    const found = guardTests({
      before: { files: [{ path, text: before }], result },
      after: { files: [{ path, text: after }], result },
      changedPaths: [path],
      isTestFile,
    });
    expect(found).toEqual(isEdited ? edited(path) : []);
  });
});
