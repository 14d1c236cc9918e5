import { expect, test } from "vitest";
import { treeInMemory } from "../../../../test/support/direct-execution.ts";
import { openProject } from "../project.ts";
import { frameworkNamed } from "../registry.ts";
import { ownCommandOf } from "./own-command.ts";

async function commandIn(framework: string, files: Record<string, string>, root = ".") {
  const project = openProject(treeInMemory({ "tests/unit/test_a.py": "", "src/a.py": "", ...files }));
  return ownCommandOf(frameworkNamed(framework), { tree: "/tree", root }, project);
}

const make = (recipe: string, before = "") => ({
  Makefile: `${before}\nall:\n\techo\n\ntest: build\n\t${recipe}\n\nlint:\n\truff\n`,
});
const tox = (commands: string, more = "") => ({
  "tox.ini": `[tox]\nenvlist = py\n\n[testenv]\n${more}\ncommands =\n    ${commands}\n`,
});

const PYTEST: readonly [
  string,
  Record<string, string>,
  { env?: object; flags?: string[]; paths?: string[] },
][] = [
  ["variables in a Makefile", make("PYTHONPATH=src A=b pytest"), { env: { PYTHONPATH: "src", A: "b" } }],
  [
    "a quiet recipe with python -m",
    make("@PYTHONPATH=. python3 -m pytest tests/"),
    { env: { PYTHONPATH: "." }, paths: ["tests/"] },
  ],
  [
    "make's variables",
    make("$(PY) -m pytest $(WHERE) $(UNSET)", "PY ?= python3\nWHERE := tests/unit"),
    { paths: ["tests/unit"] },
  ],
  [
    "exported variables",
    make("pytest", "export DJANGO_SETTINGS_MODULE = app.settings\nexport HERE=$(CURDIR)/src"),
    { env: { DJANGO_SETTINGS_MODULE: "app.settings", HERE: "/tree/src" } },
  ],
  [
    "flags about what is run",
    make(`pytest -m "not slow" -q -x --cov=src --cov-report term -n 4 tests`),
    { flags: ["-m", "not slow"], paths: ["tests"] },
  ],
  [
    "flags of plug-ins",
    make("pytest --runslow --ds=app tests"),
    { flags: ["--runslow", "--ds=app"], paths: ["tests"] },
  ],
  [
    "poetry run, coverage run",
    make("poetry run coverage run --branch -m pytest tests"),
    { paths: ["tests"] },
  ],
  ["an unknown flag with a value", make("A=1 pytest --color-of sky tests"), { env: { A: "1" } }],
  ["a path that does not exist", make("pytest nowhere"), {}],
  [
    "tox",
    tox(
      "pytest {posargs:tests/unit} -vv",
      "setenv =\n    PYTHONPATH = {toxinidir}/src\n    MODE={env:MODE:fast}\n    SECRET={env:SECRET}\n    cov: X = 1",
    ),
    { env: { PYTHONPATH: "/tree/src", MODE: "fast" }, paths: ["tests/unit"] },
  ],
  [
    "tox with conditions",
    tox("py39: pytest nowhere\n    {envpython} -m pytest tests \\\n      -m fast"),
    { flags: ["-m", "fast"], paths: ["tests"] },
  ],
  [
    "a separate tox environment",
    { "tox.ini": "[testenv]\nsetenv = A = 1\ncommands = ruff .\n[testenv:unit]\ncommands = pytest tests\n" },
    { env: { A: "1" }, paths: ["tests"] },
  ],
  [
    "tox in pyproject.toml",
    {
      "pyproject.toml":
        '[tool.tox]\nlegacy_tox_ini = """\n[testenv]\nsetenv = A=1\ncommands = pytest tests\n"""\n',
    },
    { env: { A: "1" }, paths: ["tests"] },
  ],
  [
    "tables of tox",
    {
      "pyproject.toml":
        '[tool.tox.env_run_base]\nset_env = { A = "{tox_root}/x" }\ncommands = [["ruff"], ["pytest", "tests", { replace = "posargs" }]]\n',
    },
    { env: { A: "/tree/x" }, paths: ["tests"] },
  ],
  [
    "hatch",
    {
      "pyproject.toml":
        '[tool.hatch.envs.default.env-vars]\nA = "1"\n[tool.hatch.envs.default.scripts]\ntest = "pytest {args:tests}"\n',
    },
    { env: { A: "1" }, paths: ["tests"] },
  ],
  [
    "nox",
    {
      "noxfile.py":
        'def tests(session):\n    session.install("pytest")\n    session.run("pytest", \'tests\', *session.posargs, env={"A": "1"})\n',
    },
    { env: { A: "1" }, paths: ["tests"] },
  ],
];

test.each(PYTEST)("reads %s", async (_, files, expected) => {
  expect(await commandIn("pytest", files)).toMatchObject({ env: {}, flags: [], paths: [], ...expected });
});

test.each([
  ["another folder", make("cd sub && pytest")],
  ["a shell's variable", make("PYTHONPATH=$$PWD pytest")],
  ["a function of make", make("pytest $(shell ls)")],
  ["a pipe", make("pytest | tee log")],
  ["another program", make("ruff check")],
  ["another target", { Makefile: "check:\n\tpytest\n\ntests_all:\n\tpytest\n" }],
  ["tox in another folder", tox("pytest", "changedir = tests")],
  ["a session that computes", { "noxfile.py": 'session.run("pytest", where(), env=env)\n' }],
  ["nothing", {}],
])("takes nothing from %s", async (_, files) => {
  expect(await commandIn("pytest", files)).toBeNull();
});

test.each([
  [
    "unittest",
    make("PYTHONPATH=lib python -m unittest discover"),
    { env: { PYTHONPATH: "lib" }, flags: [], paths: [] },
  ],
  [
    "go test",
    make("CGO_ENABLED=0 go test -v -race -tags integration -timeout 30s ./..."),
    { env: { CGO_ENABLED: "0" }, flags: ["-tags", "integration"] },
  ],
  [
    "cargo test",
    make("cargo test --all-features --release -p core -- --test-threads=1"),
    { env: { RUST_TEST_THREADS: "1" }, flags: ["--all-features"] },
  ],
])("reads a command of %s", async (framework, files, expected) => {
  expect(await commandIn(framework, files)).toMatchObject(expected);
});

test("reads the files of the suite's own folder", async () => {
  const files = { "api/Makefile": "test:\n\tA=2 pytest\n", ...make("A=1 pytest") };
  expect(await commandIn("pytest", files, "api")).toMatchObject({ env: { A: "2" } });
});
