import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { executeDirectly, temporaryTree, treeInMemory } from "../../../test/support/direct-execution.ts";
import { STAND_IN_DJANGO } from "../../../test/support/django.ts";
import { answers, isMissing } from "../../../test/support/toolchains.ts";
import type { TestRunOptions, TestTree } from "../../domain/ports/testing.ts";
import { djangoTestArguments, djangoVariables } from "./ecosystems/django.ts";
import { createTestRunner } from "./index.ts";

const runner = createTestRunner({
  execute: executeDirectly,
  nodeProgram: process.execPath,
  resourceFolder: join(import.meta.dirname, "resources"),
  defaults: { timeoutMs: 60_000 },
});

const MANAGE =
  'import os\nimport sys\n\nif __name__ == "__main__":\n    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")\n    from django.core.management import execute_from_command_line\n    execute_from_command_line(sys.argv)\n';

const SHOP = {
  "manage.py": MANAGE,
  "shop/__init__.py": "",
  "shop/settings.py":
    'SECRET_KEY = "x"\nNAME = "shop"\nINSTALLED_APPS = ["items"]\nUSE_TZ = True\nDATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}\n',
  "items/__init__.py": "",
  "items/prices.py": "def half(a):\n    return a / 3\n",
  "items/tests.py": `import unittest

from django.conf import settings
from django.test import TestCase

from items.prices import half


class Plain(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(settings.NAME, "shop")


class WithDatabase(TestCase):
    def test_half(self):
        self.assertEqual(half(4), 2)

    def test_none(self):
        self.assertEqual(half(0), 0)
`,
};

const HALF = "items/tests.py::WithDatabase::test_half";
const hasDjango = answers("python3", ["-c", "import django.test"]);

async function runIn(tree: TestTree, options?: TestRunOptions) {
  const [suite, ...others] = await runner.detect(tree);
  if (suite === undefined || others.length > 0) throw new Error("expected one suite");
  return { suite, ...(await runner.run(tree, suite, options)) };
}

describe.each([
  ["Django's own package (skipped without it)", {}, hasDjango],
  ["a stand-in for Django (skipped without python3)", STAND_IN_DJANGO, !isMissing("python3")],
] as const)("the tests of a Django project, with %s", (_, django, isThere) => {
  const test = it.skipIf(!isThere);

  test("run with its settings and a test database, and those that use it come first", async () => {
    using tree = temporaryTree({ ...SHOP, ...django });
    const { suite, result } = await runIn(tree);
    expect(suite.why).toContain("with the Django settings shop.settings (manage.py)");
    expect(suite.env).toEqual({ DJANGO_SETTINGS_MODULE: "shop.settings" });
    expect(result.tests.map(({ id, status }) => `${status} ${id}`)).toEqual([
      `failed ${HALF}`,
      "passed items/tests.py::WithDatabase::test_none",
      "passed items/tests.py::Plain::test_plain",
    ]);
    expect(result.failures[0]).toMatchObject({
      test_id: HALF,
      line_number: 16,
      error_type: "AssertionError",
    });
  });

  test("run one by one", async () => {
    using tree = temporaryTree({ ...SHOP, ...django });
    const { result } = await runIn(tree, { selection: { kind: "tests", ids: [HALF] } });
    expect(result.tests.map(({ id }) => id)).toEqual([HALF]);
  });

  test.each([{ kind: "all" }, { kind: "tests", ids: [HALF] }] as const)(
    "have the same results in a confirming run of $kind",
    async (selection) => {
      using tree = temporaryTree({ ...SHOP, ...django });
      const identity = { user: "ci", host: "ci", home: "/home/ci", folder: "/ci", timeZone: "UTC" };
      const usual = await runIn(tree, { selection });
      const confirming = await runIn(tree, { selection, confirmation: { seed: 7, identity } });
      const outcomes = ({ result }: typeof usual) => result.tests.map(({ id, status }) => `${status} ${id}`);
      expect(outcomes(usual)).toContain(`failed ${HALF}`);
      expect(outcomes(confirming).sort()).toEqual(outcomes(usual).sort());
    },
  );

  test("do not start without a settings module that exists", async () => {
    using tree = temporaryTree({ ...SHOP, ...django, "manage.py": MANAGE.replace("shop.", "store.") });
    const { result } = await runIn(tree);
    expect(result).toMatchObject({ status: "could_not_run", total_tests: 0 });
  });
});

test.each([
  ["python -m django test --settings=tests.settings", ["--settings=tests.settings"]],
  ["coverage run -m django test", []],
  ["python manage.py test shop", ["shop"]],
  ["./manage.py test", []],
  ["coverage run --source=. manage.py test", []],
  ["uv run manage.py test", []],
  ["django-admin test --settings a.b", ["--settings", "a.b"]],
  ["python manage.py migrate", null],
  ["echo manage.py test", null],
  ["python -m pytest", null],
])("knows whether %s runs Django's tests", (line, expected) => {
  expect(djangoTestArguments(line.split(" "))).toEqual(expected);
});

test.each([
  [["--settings=a.b"], { DJANGO_SETTINGS_MODULE: "a.b" }],
  [["--settings", "a.b", "shop"], { DJANGO_SETTINGS_MODULE: "a.b" }],
  [["shop"], {}],
])("reads the settings in %j", (words, expected) => {
  expect(djangoVariables(words)).toEqual(expected);
});

test.each([
  [
    "a command",
    { "tox.ini": "[testenv]\ncommands = coverage run -m django test --settings=tests.settings {posargs}\n" },
    /tests\.settings \(.*tox\.ini/,
  ],
  [
    "a command's variable",
    {
      "tox.ini":
        "[testenv]\nsetenv =\n    DJANGO_SETTINGS_MODULE=tests.settings\ncommands = django-admin test\n",
    },
    /tests\.settings \(.*tox\.ini/,
  ],
  [
    "a script",
    { "runtests.py": 'os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"\n' },
    /runtests\.py/,
  ],
  ["nothing in a comment", { "manage.py": '# os.environ["DJANGO_SETTINGS_MODULE"] = "a"\n' }, /^[^(]*$/],
])("finds the settings in %s", async (_, files, why) => {
  const test = "from django.test import TestCase\nclass A(TestCase): pass\n";
  const [suite] = await runner.detect(
    treeInMemory({ ...files, "requirements.txt": "pytest\n", "tests/tests.py": test }),
  );
  if (suite?.framework === "pytest") expect(files).not.toHaveProperty("tox.ini");
  else expect(suite?.why).toMatch(why);
});
