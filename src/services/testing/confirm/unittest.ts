import type { Confirming, RunRequest } from "../contract.ts";
import { pythonProgram, selectedPaths, sourceFolder } from "../ecosystems/python.ts";
import { folderOf, fromRoot, hasFolder, isInside, nameOf, toRoot } from "../paths.ts";
import { hashSeed } from "./seed.ts";
import { readUnittestText, type UnittestContext } from "./unittest-text.ts";

/**
 * Like `python -m unittest -v module …`, except that a module that cannot be imported is one failing test, as in
 * unittest's own discovery; named modules that have a syntax error or exit would end the run. Django's own command runs
 * the tests of a Django project.
 */
const PROGRAM = `
import unittest
from unittest.loader import _make_failed_import_test as failed
class Loader(unittest.TestLoader):
    def loadTestsFromName(self, name, module=None):
        start, _, rest = name.partition(":")
        try:
            __import__(start)
        except unittest.SkipTest:
            return self.suiteClass()
        except BaseException:
            return failed(start, self.suiteClass)[0]
        return super().loadTestsFromName(name.replace(":", "."))
import os, sys
if os.environ.get("DJANGO_SETTINGS_MODULE"):
    from django.core.management import execute_from_command_line
    from django.test.runner import DiscoverRunner
    DiscoverRunner.test_loader = Loader()
    execute_from_command_line(["manage.py", "test", "--verbosity=2", "--noinput", *sys.argv[1:]])
else:
    unittest.main(module=None, testLoader=Loader(), verbosity=2)
`.trim();

const SKIPPED_FOLDERS = ["node_modules", "venv", "env", "build", "dist", "__pycache__", "site-packages"];

export const confirmUnittest: Confirming = {
  async command(request, project, seed) {
    const selected = selectedPaths(request);
    const files = await project.files();
    const source = await sourceFolder(request, project);
    // The id of a doctest does not name the test file that loads it: `pkg/calc.py::pkg.calc.add`.
    const isDoctest = (id: string) => id.split("::").length === 2;
    const named = selected.paths.filter((id) => !isDoctest(id));
    const isWhole = named.length < selected.paths.length || named.length === 0;
    const wanted = isWhole ? testFiles(files, request.root) : named;
    const modules = modulesOf(
      [...new Set(wanted.map((each) => each.split("::")[0] ?? each))],
      files,
      request,
    );
    const names = wanted.map((each) => {
      const [path = "", ...rest] = each.split("::");
      const module = modules.get(path)?.name ?? path;
      return rest.length > 0 && !each.includes("<") ? `${module}:${rest.join(".")}` : module;
    });
    const folders = [...new Set([...modules.values()].map(({ folder }) => folder))];
    const paths = [...(source ? [source] : []), ...folders.map((folder) => `${request.tree}/${folder}`)];
    return {
      argv: [await pythonProgram(request, project), "-B", "-c", PROGRAM, ...new Set(names)],
      env: { PYTHONHASHSEED: hashSeed(seed), ...(paths.length > 0 ? { PYTHONPATH: paths.join(":") } : {}) },
      artifacts: [],
      narrowed: selected.narrowed && !isWhole,
      context: {
        files: new Set(files),
        folders: [request.root, ...folders, ...(source ? [fromRoot(request.root, "src")] : [])],
        modules: new Map([...modules].map(([path, { name }]) => [name, fromRoot(request.root, path)])),
      } satisfies UnittestContext,
    };
  },

  parse: (process, invocation, request) =>
    readUnittestText(process, invocation.context as UnittestContext, request),
};

/** As the usual run finds them, relative to the suite's root. */
function testFiles(files: readonly string[], root: string): string[] {
  return files
    .filter((file) => isInside(root, file))
    .map((file) => toRoot(root, file))
    .filter((file) => /^test.*\.py$|_test\.py$/.test(nameOf(file)))
    .filter((file) => !hasFolder(file, SKIPPED_FOLDERS) && !/(^|\/)\../.test(file));
}

/**
 * Each file as a module, named from the innermost folder that is not a package. Of several modules with the same name,
 * all but the first are named from the suite's root.
 */
function modulesOf(
  paths: readonly string[],
  files: readonly string[],
  { root }: RunRequest,
): Map<string, { name: string; folder: string }> {
  const known = new Set(files);
  const found = new Map<string, { name: string; folder: string }>();
  const taken = new Set<string>();
  for (const path of paths) {
    let folder = folderOf(fromRoot(root, path));
    while (folder !== "." && known.has(`${folder}/__init__.py`)) folder = folderOf(folder);
    const own = moduleName(toRoot(folder, fromRoot(root, path)));
    const isFree = !taken.has(own);
    const name = isFree ? own : moduleName(path);
    taken.add(name);
    found.set(path, { name, folder: isFree ? folder : root });
  }
  return found;
}

function moduleName(path: string): string {
  return path.replace(/(\/__init__)?\.py$/, "").replaceAll("/", ".");
}
