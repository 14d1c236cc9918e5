import { folderOf } from "../../../domain/rules/paths/folder-of.ts";
import type { DoubtRule } from "./rule.ts";

const LOADED =
  /(^|\/)(conftest|sitecustomize|usercustomize|setup)\.py$|\.pth$|(^|\/)(\.npmrc|\.babelrc[\w.]*|\.mocharc[\w.]*|\.env[\w.]*|\.pytest\.ini|\.coveragerc|\.swcrc|\.taprc|import[-_]?map\.json|build\.rs|rust-toolchain(\.toml)?|go\.work|Makefile|tox\.ini|pytest\.(ini|toml)|setup\.cfg|noxfile\.py|tsconfig[\w.-]*\.json|babel\.config\.\w+|(jest|vitest|vite|karma|ava|playwright)[.-](config|setup|workspace|preset)[\w.]*|global-?setup\.\w+|wallaby\.js|package\.json|jsconfig\.json|node\.config\.json|bunfig\.toml|deno\.jsonc?|pyproject\.toml|\.pytest\.toml|nose2\.cfg|\.noserc|unittest\.cfg|go\.mod|Cargo\.toml|gradle\.properties|junit-platform\.properties|phpunit\.xml(\.dist)?|org\.(junit|testng)\.[\w.]+|\.rspec|\.yarnrc(\.yml)?|\.pnp\.[cm]?js|entry_points\.txt)$|(^|\/)(node_modules|vendor|\.cargo|\.mvn|[\w.]+\.(egg|dist)-info|__mocks__|__snapshots__|testdata|fixtures)\/|_(amd64|arm64|386|arm)\.s$/;
const SHADOWED = new Set(
  (
    "abc argparse ast asyncio base64 builtins codecs collections contextlib copy dataclasses datetime decimal difflib enum errno fractions " +
    "functools gc glob hashlib importlib inspect io itertools json logging math operator os pathlib pickle platform pprint random re " +
    "shutil signal site socket string struct subprocess sys tempfile threading time token tokenize traceback types typing unittest uuid warnings " +
    "weakref pytest _pytest pluggy iniconfig exceptiongroup packaging numpy hypothesis coverage mock attr py"
  ).split(" "),
);

export const newFileOnTestPath: DoubtRule = {
  meta: {
    id: "new-file-on-test-path",
    title: "A new file that the tests would load",
    why: "Configuration, startup modules and files next to the tests are loaded by the runner before anything is judged.",
    examples: {
      raises: [
        { path: "conftest.py", before: null, after: "x = 1\n" },
        { path: "tests/__init__.py", before: null, after: "import sys\n" },
        { path: "tests/helpers.py", before: null, after: "x = 1\n" },
        { path: "src/json.py", before: null, after: "def loads(t):\n    return {}\n" },
        { path: "a.pth", before: null, after: "import os\n" },
        { path: "vitest.setup.ts", before: null, after: "export {};\n" },
        { path: "node_modules/chai/index.js", before: null, after: "exports.expect = 1;\n" },
        { path: "build.rs", before: null, after: "fn main() {}\n" },
        { path: "export_test.go", before: null, after: "package m\n\nfunc init() {\n\tx = 1\n}\n" },
      ],
      honest: [
        { path: "src/rounding.py", before: null, after: "def up(n):\n    return n + 1\n" },
        { path: "tests/test_more.py", before: null, after: "def test_more():\n    assert 1 == 1\n" },
        { path: "src/more.test.ts", before: null, after: "it('adds', () => expect(1).toBe(1));\n" },
        { path: "src/pack/__init__.py", before: null, after: "" },
      ],
    },
  },
  *read({ given, files }) {
    const known = new Set(given.before.map((each) => each.path));
    const folders = new Set(given.tests.map((each) => folderOf(each.path)));
    for (const { path, text } of given.after) {
      const why = known.has(path) ? null : reasonFor(path, text, folders);
      if (why !== null) yield { path, line: 1, what: why };
    }
    for (const file of files) {
      if (file.language.id !== "go" || (file.before !== null && !file.isTest)) continue;
      const runs = file.after.routines.find((each) => each.name === "init" || each.name === "TestMain");
      const ran = file.before?.routines.some((each) => each.name === runs?.name) ?? false;
      if (runs !== undefined && !ran && file.isTest)
        yield {
          path: file.path,
          line: runs.node.line,
          what: `adds ${runs.name}, which runs before every test`,
        };
    }
  },
};

function reasonFor(path: string, text: string, testFolders: ReadonlySet<string>): string | null {
  const folder = folderOf(path);
  const name = path.slice(folder.length === 0 ? 0 : folder.length + 1);
  if (LOADED.test(path)) return "is a new file that the tests or their tools load automatically";
  const module =
    /^(\w+)\.py$/.exec(name)?.[1] ?? (name === "__init__.py" ? folder.split("/").at(-1) : undefined);
  if (module !== undefined && SHADOWED.has(module))
    return `is a new file that would be loaded in place of the module ${module}`;
  const isBesideTests = testFolders.has(folder) || /(^|\/)(tests?|__tests__|specs?)(\/|$)/.test(folder);
  if (!isBesideTests) return null;
  if (name === "__init__.py" && text.trim() !== "")
    return "is a new package file next to the tests, and runs when they are loaded";
  const isOnlyTests = folder !== "" && /(^|\/)(tests?|__tests__|specs?)(\/|$)/.test(folder);
  const isTest =
    /^test_.*\.py$|_test\.\w+$|\.(?:test|spec)\.\w+$|Tests?\.java$|^test.*\.(?:js|mjs|cjs|ts|rs)$/.test(name);
  return isOnlyTests && !isTest && !folder.endsWith("src") && folder !== "tests/rs" && !/\.rs$/.test(name)
    ? "is a new file among the tests, but not a test"
    : null;
}
