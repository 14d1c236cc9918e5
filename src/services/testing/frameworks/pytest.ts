import { confirmPytest } from "../confirm/pytest.ts";
import type { Evidence, FileRole, Framework, Invocation, Project } from "../contract.ts";
import { Strength } from "../contract.ts";
import { brokenConftest } from "../ecosystems/pytest-conftest.ts";
import {
  ignoredFolders,
  moduleArguments,
  pythonPath,
  pythonProgram,
  selectedPaths,
  topFolders,
  withoutPythonLaunchers,
} from "../ecosystems/python.ts";
import { folderOf, hasFolder, isInside, nameOf } from "../paths.ts";
import { coverageEnvironment } from "../results/coverage.ts";
import { PROCESS, REPORT, readEvents } from "../results/events.ts";
import { readToml } from "../toml.ts";

const FLAGS = {
  dropped:
    /^(-[vqxsl]+|--(verbose|quiet|exitfirst|lf|last-failed|ff|failed-first|sw|stepwise|no-cov|full-trace|showlocals|pdb)|-n\w+|-r\w+|--(cov|tb|color|junit-?xml|durations|maxfail|html|capture|numprocesses|dist|timeout|reruns|randomly-seed|verbosity)\b.*=.*|--cov|--self-contained-html)$/,
  droppedValue:
    /^(-n|-r|--(cov|cov-report|cov-config|cov-fail-under|tb|color|junit-?xml|durations|maxfail|html|capture|numprocesses|dist|timeout|reruns|verbosity))$/,
  keptValue:
    /^(-m|-k|-c|-p|-o|-W|--(rootdir|ignore|ignore-glob|deselect|import-mode|ds|override-ini|confcutdir|config-file))$/,
  takesPaths: true,
};

export const pytest: Framework = {
  meta: {
    id: "pytest",
    patienceSeconds: 20,
    title: "pytest",
    startedAs: "pytest",
    why: "Our plug-in, loaded with -p, reports every stage of every test, so no console output is parsed.",
    foundNone: { exitCode: 5, says: /no tests ran|deselected/ },
    settingsFiles: /^(tox\.ini|\.?pytest\.(ini|toml))$/,
    language: "python",
    coverage: "per test",
    examples: [
      { files: { "pytest.ini": "[pytest]\n", "tests/test_a.py": "def test_a(): pass\n" }, roots: ["."] },
      { files: { "pyproject.toml": "[tool.pytest.ini_options]\ntestpaths = ['t']\n" }, roots: ["."] },
      { files: { "test_a.py": "def test_a():\n    assert 1\n" }, roots: ["."] },
      { files: { "api/setup.cfg": "[tool:pytest]\n", "web/package.json": "{}" }, roots: ["api"] },
      {
        files: { "test_a.py": "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): pass\n" },
        roots: [],
      },
    ],
  },

  async detect(project) {
    const files = await project.files();
    const configured: Evidence[] = [];
    for (const file of files) {
      if (!MAY_CONFIGURE.test(file)) continue;
      const why = await configures(file, project);
      if (why) configured.push({ root: folderOf(file), strength: Strength.config, why });
    }
    const rest = files.filter((file) => !configured.some(({ root }) => isInside(root, file)));
    return [...configured, ...(await byDependency(rest, project)), ...(await byFiles(rest, project))];
  },

  argumentsIn(words) {
    const own = withoutPythonLaunchers(words);
    return /(^|\/)(pytest|py\.test)$/.test(own[0] ?? "") ? own.slice(1) : moduleArguments(own, "pytest");
  },

  tasks: { flags: FLAGS, flagsAfter: /(^|\/)pytest$/ },

  async command(request, project): Promise<Invocation> {
    const selected = selectedPaths(request);
    return {
      argv: [
        await pythonProgram(request, project),
        ...["-m", "pytest", "-p", "agentforge_pytest", "--continue-on-collection-errors", "--color=no"],
        ...ignoredFolders(request),
        ...selected.paths,
      ],
      env: {
        PYTHONPATH: await pythonPath(request, project),
        PYTHONDONTWRITEBYTECODE: "1",
        ...coverageEnvironment(request),
      },
      artifacts: [REPORT, PROCESS],
      narrowed: selected.narrowed,
    };
  },

  parse(process, _invocation, request) {
    const report = readEvents(process, { request, sameId: "merge" });
    if (report === null) return brokenConftest(process.stderr, request);
    // 2 interrupted, 3 internal error, 4 wrong usage: the report ends where pytest stopped.
    const ended = process.exitCode === 0 || process.exitCode === 1 || process.exitCode === 5;
    return { ...report, finished: report.finished && ended };
  },

  confirm: confirmPytest,

  role(path): FileRole | null {
    const name = nameOf(path);
    if (/^(conftest\.py|pytest\.ini|\.pytest\.ini|tox\.ini|pytest\.toml|\.pytest\.toml)$/.test(name))
      return "support";
    if (/^test_.*\.py$|_test\.py$|^tests?\.py$/.test(name)) return "test";
    return hasFolder(path, ["tests", "test", "testing", "__snapshots__"]) ? "support" : null;
  },
};

const DEPENDENCIES =
  /^(requirements.*\.(txt|in)|Pipfile|setup\.(py|cfg)|pyproject\.toml|tox\.ini|noxfile\.py)$/;

const MAY_CONFIGURE = /(?:^|\/)(?:\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml)$/;

async function configures(file: string, project: Project): Promise<string | null> {
  const name = nameOf(file);
  if (/^\.?pytest\.(ini|toml)$/.test(name)) return file;
  const section = { "tox.ini": "[pytest]", "setup.cfg": "[tool:pytest]" }[name];
  if (section) return (await project.text(file))?.includes(section) ? `${section} in ${file}` : null;
  if (name !== "pyproject.toml") return null;
  const text = await project.text(file);
  return text !== null && hasPytestTable(text) ? `[tool.pytest] in ${file}` : null;
}

function hasPytestTable(text: string): boolean {
  const settings = readToml<{ tool: Record<string, unknown> }>(text);
  return settings === null ? /^\[tool\.pytest/m.test(text) : settings.tool?.pytest !== undefined;
}

/** unittest test cases run with pytest if the project depends on pytest. */
async function byDependency(files: readonly string[], project: Project): Promise<Evidence[]> {
  const found: Evidence[] = [];
  for (const file of files.filter((each) => DEPENDENCIES.test(nameOf(each)))) {
    const root = folderOf(file);
    const hasTests = files.some((each) => isInside(root, each) && pytest.role(each) === "test");
    if (hasTests && /\bpytest\b/.test((await project.text(file)) ?? ""))
      found.push({ root, strength: Strength.dependency, why: `${file} names pytest` });
  }
  return found.filter(({ root }, index) => found.findIndex((each) => each.root === root) === index);
}

async function byFiles(files: readonly string[], project: Project): Promise<Evidence[]> {
  const found: string[] = [];
  for (const file of files.filter((each) => pytest.role(each) === "test" || nameOf(each) === "conftest.py")) {
    const text = (await project.text(file)) ?? "";
    if (nameOf(file) === "conftest.py" || /^\s*(import pytest|from pytest)/m.test(text)) found.push(file);
    else if (
      /^(async )?def test_/m.test(text) ||
      (/^class Test\w*(\(\))?:/m.test(text) && !/unittest/.test(text))
    )
      found.push(file);
  }
  return topFolders(found, files).map(({ root, example }) => ({
    root,
    strength: Strength.files,
    why: `tests written for pytest, such as ${example}`,
  }));
}
