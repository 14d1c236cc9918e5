import { expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import type { RunRequest } from "../contract.ts";
import { openProject } from "../project.ts";
import { confirmPytest } from "./pytest.ts";

const request: RunRequest = {
  tree: "/tree",
  root: ".",
  selection: { kind: "all" },
  coverageOf: [],
  coverageLines: null,
  perTestCoverage: false,
  programs: { node: "node", python: "python3", go: "go", cargo: "cargo" },
  resource: (name) => name,
};

test.each([
  ["text in pyproject.toml", "pyproject.toml", '[tool.pytest.ini_options]\naddopts = "-q --cov=a"\n', true],
  ["a list", "pyproject.toml", '[tool.pytest]\naddopts = [\n  "-q",\n  "--cov",\n]\n', true],
  ["multi-line text", "pyproject.toml", '[tool.pytest.ini_options]\naddopts = """\n-q\n--cov=a"""\n', true],
  ["a continued line", "setup.cfg", "[tool:pytest]\naddopts =\n  -q\n  --cov=a\n", true],
  ["the pytest section of tox.ini", "tox.ini", "[pytest]\naddopts=--cov-fail-under=90 --cov a\n", true],
  ["a command of tox", "tox.ini", "[testenv]\ncommands =\n  python -m pytest \\\n    --cov a\n", false],
  ["other options", "pytest.ini", "[pytest]\naddopts = -q\ntestpaths = tests\n# --cov\n", false],
  ["a remark", "pyproject.toml", "# run with --cov\n[tool.pytest.ini_options]\n", false],
])("switches coverage off for --cov in %s: %s", async (_, name, text, isOff) => {
  const project = openProject(treeInMemory({ [name]: text, "test_a.py": "" }));
  const { argv } = await confirmPytest.command(request, project, 1);
  expect(argv.includes("--no-cov")).toBe(isOff);
});
