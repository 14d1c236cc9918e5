import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { executeDirectly, temporaryTree } from "../../../../test/support/direct-execution.ts";
import { isMissing, noPytest } from "../../../../test/support/toolchains.ts";
import { createTestRunner } from "../index.ts";

const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "../resources"),
  defaults: { timeoutMs: 60_000 },
});

async function runAll(files: Record<string, string>) {
  using tree = temporaryTree(files);
  const suites = await runner.detect(tree);
  const results = [];
  for (const suite of suites) {
    const { result } = await runner.run(tree, suite);
    results.push({ root: suite.root, status: result.status, ids: result.tests.map(({ id }) => id), result });
  }
  return results;
}

describe.skipIf(noPytest)("pytest (skipped without pytest)", () => {
  const library = { "lib/calc.py": "def half(a):\n    return a / 2\n" };
  const tests = {
    "tests/unit/test_a.py":
      "import os\nimport pytest\nfrom calc import half\n\n\ndef test_half():\n    assert half(4) == 2\n    assert os.environ['MODE'] == 'fast'\n\n\n@pytest.mark.slow\ndef test_slow():\n    assert False\n",
    "tests/system/test_b.py": "def test_database():\n    assert False\n",
    "pytest.ini": "[pytest]\nmarkers =\n    slow: takes long\n",
  };

  test.each([
    [
      "a Makefile",
      { Makefile: 'test:\n\t@PYTHONPATH=lib MODE=fast python3 -m pytest -m "not slow" tests/unit\n' },
    ],
    [
      "tox",
      {
        "tox.ini":
          "[testenv]\nsetenv =\n    PYTHONPATH={toxinidir}/lib\n    MODE = fast\ncommands = pytest -m 'not slow' tests/unit\n",
      },
    ],
  ])("runs what the command in %s runs, with its variables", async (_, files) => {
    const [only, ...others] = await runAll({ ...library, ...tests, ...files });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ status: "passed", ids: ["tests/unit/test_a.py::test_half"] });
    expect(only?.result.command).toEqual(expect.arrayContaining(["-m", "not slow", "tests/unit"]));
  });

  test("a selection is not widened by the command's own paths", async () => {
    using tree = temporaryTree({
      "test_a.py": "def test_a(): pass\n",
      "test_b.py": "def test_b(): pass\n",
      Makefile: "test:\n\tpytest test_a.py test_b.py\n",
    });
    const [suite] = await runner.detect(tree);
    if (!suite) throw new Error("nothing detected");
    const { result } = await runner.run(tree, suite, { selection: { kind: "files", files: ["test_b.py"] } });
    expect(result.tests.map(({ id }) => id)).toEqual(["test_b.py::test_b"]);
  });
});

describe.skipIf(isMissing("cargo"))("cargo (skipped without cargo)", () => {
  test("a workspace is one suite that runs the tests of every member", async () => {
    const member = (name: string) => ({
      [`${name}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`,
      [`${name}/src/lib.rs`]: `#[test]\nfn ${name}_works() {}\n`,
    });
    const [only, ...others] = await runAll({
      "Cargo.toml":
        '[package]\nname = "top"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\nmembers = ["one", "two"]\n',
      "src/lib.rs": "#[test]\nfn top_works() {}\n",
      ...member("one"),
      ...member("two"),
    });
    expect(others).toEqual([]);
    expect(only?.status).toBe("passed");
    expect(only?.ids.map((id) => id.split("::").at(-1)).sort()).toEqual([
      "one_works",
      "top_works",
      "two_works",
    ]);
  });
});

describe.skipIf(isMissing("go", ["version"]))("go (skipped without go)", () => {
  test("workspace modules use each other, and a module outside still runs", async () => {
    const results = await runAll({
      "go.work": "go 1.21\n\nuse (\n\t./app\n\t./lib // shared\n)\n",
      "lib/go.mod": "module example.com/lib\n\ngo 1.21\n",
      "lib/lib.go": "package lib\n\nfunc Half(a int) int { return a / 2 }\n",
      "app/go.mod": "module example.com/app\n\ngo 1.21\n",
      "app/app_test.go":
        'package app\n\nimport (\n\t"testing"\n\n\t"example.com/lib"\n)\n\nfunc TestHalf(t *testing.T) {\n\tif lib.Half(4) != 2 {\n\t\tt.Fatal()\n\t}\n}\n',
      "tool/go.mod": "module example.com/tool\n\ngo 1.21\n",
      "tool/tool_test.go": 'package tool\n\nimport "testing"\n\nfunc TestTool(t *testing.T) {}\n',
    });
    expect(results.map(({ root, status }) => [root, status])).toEqual([
      ["app", "passed"],
      ["tool", "passed"],
    ]);
  });
});
