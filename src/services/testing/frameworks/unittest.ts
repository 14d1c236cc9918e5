import { confirmUnittest } from "../confirm/unittest.ts";
import type { FileRole, Framework, Invocation, Project } from "../contract.ts";
import { Strength } from "../contract.ts";
import {
  DJANGO_SETTINGS,
  djangoEnvironment,
  djangoSettings,
  djangoTestArguments,
  djangoVariables,
} from "../ecosystems/django.ts";
import {
  moduleArguments,
  pythonPath,
  pythonProgram,
  selectedPaths,
  topFolders,
  withoutPythonLaunchers,
} from "../ecosystems/python.ts";
import { ownCommandOf } from "../own-command/own-command.ts";
import { hasFolder, nameOf } from "../paths.ts";
import { coverageEnvironment } from "../results/coverage.ts";
import { PROCESS, REPORT, readEvents } from "../results/events.ts";

export const unittest: Framework = {
  meta: {
    id: "unittest",
    patienceSeconds: 20,
    title: "unittest",
    startedAs: "python3 -m unittest",
    why: "Python's own framework has no machine-readable report, so our runner loads the same test cases and reports them.",
    foundNone: { exitCode: 5, says: /^Ran 0 tests/m },
    language: "python",
    coverage: "per test",
    examples: [
      {
        files: {
          "tests/test_a.py": "import unittest\n\nclass A(unittest.TestCase):\n    def test_a(self): pass\n",
        },
        roots: ["."],
      },
      {
        files: {
          "api/setup.py": "",
          "api/test_a.py": "from unittest import TestCase\nclass A(TestCase): pass\n",
        },
        roots: ["api"],
      },
      {
        files: {
          "api/manage.py": 'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")\n',
          "api/shop/tests.py": "from django.test import TestCase\nclass A(TestCase): pass\n",
        },
        roots: ["api"],
      },
      { files: { "test_a.py": "def test_a(): pass\n" }, roots: [] },
    ],
  },

  async detect(project) {
    const files = await project.files();
    const found: string[] = [];
    for (const file of files.filter((each) => unittest.role(each) === "test")) {
      if (/^\s*(import|from) unittest|TestCase\)/m.test((await project.text(file)) ?? "")) found.push(file);
    }
    return Promise.all(
      topFolders(found, files).map(async ({ root, example }) => {
        const django = await djangoOf(root, project);
        const setup = django === null ? "" : `, with the Django settings ${django.module} (${django.from})`;
        return {
          root,
          // A command that starts Django's own runner says more than a dependency on pytest.
          strength: django?.isCommand ? Strength.dependency + 1 : Strength.files - 1,
          why: `unittest test cases, such as ${example}${setup}`,
        };
      }),
    );
  },

  argumentsIn: (words) =>
    moduleArguments(withoutPythonLaunchers(words), "unittest") ?? djangoTestArguments(words),

  tasks: {
    variables: djangoVariables,
    workspace: async ({ root }, project) => ({ flags: [], env: await djangoEnvironment(root, project) }),
  },

  async command(request, project): Promise<Invocation> {
    const selected = selectedPaths(request);
    const runner = request.resource("agentforge_unittest.py");
    return {
      argv: [await pythonProgram(request, project), runner, ...selected.paths],
      env: {
        PYTHONPATH: await pythonPath(request, project),
        PYTHONDONTWRITEBYTECODE: "1",
        ...coverageEnvironment(request),
      },
      artifacts: [REPORT, PROCESS],
      narrowed: selected.narrowed,
    };
  },

  parse: (process, _invocation, request) => readEvents(process, { request, sameId: "merge" }),

  confirm: confirmUnittest,

  role(path): FileRole | null {
    if (/^test.*\.py$|_test\.py$/.test(nameOf(path))) return "test";
    return hasFolder(path, ["tests", "test"]) ? "support" : null;
  },
};

/** The settings that Django's tests run with, and where they are named; null if Django does not run the tests. */
async function djangoOf(root: string, project: Project) {
  const own = await ownCommandOf(unittest, { tree: "/", root }, project);
  const module = own?.env[DJANGO_SETTINGS];
  if (own && module !== undefined) return { module, from: own.from, isCommand: true };
  const found = await djangoSettings(root, project);
  return found && { ...found, isCommand: own !== null };
}
