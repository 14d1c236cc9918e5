import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { noPytest } from "../../../test/support/toolchains.ts";

const RESOURCES = fileURLToPath(new URL("resources", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "agentforge-collect-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEST = "def test_a():\n    pass\n";

/** A conftest.py that logs each file that pytest considers. */
const ASKED = `
def pytest_ignore_collect(collection_path):
    if collection_path.suffix == ".py":
        print("asked", collection_path.name)
`;

const TAKES_ALL = `
import pytest
def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".py":
        return pytest.Module.from_parent(parent, path=file_path)
`;

/** Before pytest 9, `config.hook` returns a plain function for hooks that take a path. */
const OLDER_HOOKS = `
class Proxy:
    def __init__(self, relay):
        self.relay = relay
    def __getattr__(self, name):
        hook = getattr(self.relay, name)
        return (lambda **given: hook(**given)) if name == "pytest_collect_file" else hook
def pytest_configure(config):
    config.hook = Proxy(config.hook)
`;

const cases: readonly {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}[] = [
  { name: "the usual names", files: { "test_a.py": TEST, "a_test.py": TEST, "other.py": TEST } },
  {
    name: "patterns of the project",
    files: {
      "pytest.ini": "[pytest]\npython_files = check_*.py *case.py\n",
      "check_a.py": TEST,
      "acase.py": TEST,
      "test_a.py": TEST,
    },
  },
  {
    name: "patterns with folders",
    files: { "pytest.ini": "[pytest]\npython_files = checks/*.py\n", "checks/a.py": TEST, "test_a.py": TEST },
  },
  { name: "a file named on the command line", files: { "other.py": TEST }, args: ["other.py::test_a"] },
  {
    name: "a module named on the command line",
    files: { "pack/__init__.py": "", "pack/other.py": TEST },
    args: ["--pyargs", "pack.other"],
  },
  {
    name: "doctests of modules",
    files: { "other.py": 'def a():\n    """\n    >>> 1\n    1\n    """\n' },
    args: ["--doctest-modules"],
  },
  { name: "a custom collector", files: { "conftest.py": TAKES_ALL, "sub/other.py": TEST } },
  { name: "a collector in a folder", files: { "sub/conftest.py": TAKES_ALL, "sub/other.py": TEST } },
  { name: "hooks of pytest 8", files: { "conftest.py": OLDER_HOOKS, "test_a.py": TEST, "other.py": TEST } },
  { name: "a folder named like a file", files: { "sub.py/test_a.py": TEST } },
];

describe.skipIf(noPytest)("files that pytest does not consider (needs pytest)", () => {
  it.each(cases)("collects the same tests: $name", ({ name, files, args = [] }) => {
    const at = plant(name, files);
    const own = idsOf(collect(at, ["-p", "agentforge_pytest", ...args]));
    expect(own).toEqual(idsOf(collect(at, args)));
    expect(own.length).toBeGreaterThan(0);
  });

  it("skips files that are not tests by name", () => {
    const at = plant("asked", { "conftest.py": ASKED, "test_a.py": TEST, "other.py": TEST });
    expect(collect(at, [])).toContain("asked other.py");
    const own = collect(at, ["-p", "agentforge_pytest"]);
    expect(own).toContain("asked test_a.py");
    expect(own).not.toContain("asked other.py");
  });
});

function plant(name: string, files: Readonly<Record<string, string>>): string {
  const at = join(folder, name.replaceAll(" ", "-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  return at;
}

function collect(cwd: string, args: readonly string[]): string {
  const fixed = ["-m", "pytest", "--collect-only", "-q", "-s", "-p", "no:cacheprovider", "--rootdir=."];
  const env = { ...process.env, PYTHONPATH: `${RESOURCES}:.`, PYTHONDONTWRITEBYTECODE: "1" };
  return execFileSync("python3", [...fixed, ...args], { cwd, env, encoding: "utf8" });
}

function idsOf(output: string): string[] {
  return output.split("\n").filter((line) => line.includes("::"));
}
